//! The calls of a connection that have no answer yet, by the ids of their requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::protocol::request_id::RequestId;
use crate::tool::context::Context;

use super::batch::Batch;
use super::callee::Callee;

/// A call that is running.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) context: Context,
    pub(super) callee: Arc<Callee>,
    pub(super) batch: Option<Arc<Batch>>,
}

/// The calls that are running; no two have the same id.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Most calls are answered where they arrive, before the next one comes: a tree would cost them
    /// more than all else that is known of them.
    alone: Option<Running>,
    others: BTreeMap<RequestId, Running>,
}

impl Calls {
    pub(super) fn is_empty(&self) -> bool {
        self.alone.is_none() && self.others.is_empty()
    }

    /// Whether a call of this id is running; `key` is as [`RequestId::key`] has it.
    pub(super) fn contains(&self, key: &str) -> bool {
        self.is_alone(key) || self.others.contains_key(key)
    }

    /// Notes a call, unless one of its id is running: then `false`.
    pub(super) fn add(&mut self, running: Running) -> bool {
        let id = running.context.id();
        if self.is_empty() {
            self.alone = Some(running);
        } else if self.contains(id.key()) {
            return false;
        } else {
            self.others.insert(id.clone(), running);
        }
        true
    }

    /// Forgets the call of this id.
    pub(super) fn take(&mut self, key: &str) -> Option<Running> {
        if self.is_alone(key) {
            return self.alone.take();
        }
        self.others.remove(key)
    }

    /// Forgets a call, unless its id has been taken by another since.
    pub(super) fn forget(&mut self, call: &Context) {
        let is_it = |known: &Running| known.context.is_same_call(call);
        if self.alone.as_ref().is_some_and(is_it) {
            self.alone = None;
        } else if self.others.get(call.id()).is_some_and(is_it) {
            self.others.remove(call.id());
        }
    }

    /// All of them, in the order of their ids.
    pub(super) fn into_values(mut self) -> impl Iterator<Item = Running> {
        if let Some(running) = self.alone {
            self.others.insert(running.context.id().clone(), running);
        }
        self.others.into_values()
    }

    fn is_alone(&self, key: &str) -> bool {
        self.alone
            .as_ref()
            .is_some_and(|known| known.context.id().key() == key)
    }
}
