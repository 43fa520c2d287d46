//! One that wants to be told of changes, and the changes that it was not told of yet.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use crate::protocol::changed_list::ChangedList;

use super::Change;

/// Which changes are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) lists: BTreeSet<ChangedList>,
    pub(crate) resources: BTreeSet<Arc<str>>,
}

/// Why a subscription is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// The client wants no more.
    Cancelled,
    /// The server tells no more.
    Closed,
}

/// One that wants to be told of changes.
///
/// A change is due at most once, so what is due is never more than what is wanted.
#[derive(Debug, Default)]
pub(crate) struct Subscriber(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    wanted: Filter,
    due: Filter,
    /// Who tells it.
    waker: Option<Waker>,
    over: Option<Over>,
}

impl Subscriber {
    pub(crate) fn new(wanted: Filter) -> Arc<Self> {
        let state = State {
            wanted,
            ..State::default()
        };
        Arc::new(Self(Mutex::new(state)))
    }

    /// Whom to wake once something is due.
    pub(crate) fn told_by(&self, waker: &Waker) {
        let mut state = self.lock();
        match &mut state.waker {
            Some(known) => known.clone_from(waker),
            none => *none = Some(waker.clone()),
        }
    }

    /// Notes a change; whom to wake, if it is wanted and was not due yet.
    pub(crate) fn note(&self, change: &Change) -> Option<Waker> {
        let state = &mut *self.lock();
        if state.over.is_some() {
            return None;
        }
        let is_new = match change {
            Change::List(list) => {
                state.wanted.lists.contains(list) && state.due.lists.insert(*list)
            }
            Change::Resource { uri } => match state.wanted.resources.get(&**uri) {
                Some(uri) => state.due.resources.insert(Arc::clone(uri)),
                None => false,
            },
        };
        state.waker.clone().filter(|_| is_new)
    }

    /// Takes a change that is due.
    pub(crate) fn take(&self) -> Option<Change> {
        let due = &mut self.lock().due;
        if let Some(list) = due.lists.pop_first() {
            return Some(Change::List(list));
        }
        let uri = due.resources.pop_first()?;
        Some(Change::Resource {
            uri: uri.as_ref().to_owned(),
        })
    }

    /// Wants these lists from now on, and no others.
    pub(crate) fn want_lists(&self, lists: BTreeSet<ChangedList>) {
        let mut state = self.lock();
        state.due.lists.retain(|list| lists.contains(list));
        state.wanted.lists = lists;
    }

    /// Wants this resource as well.
    pub(crate) fn want(&self, uri: &str) {
        self.lock().wanted.resources.insert(uri.into());
    }

    /// Does not want this resource any more, if it did.
    pub(crate) fn forget(&self, uri: &str) {
        let mut state = self.lock();
        state.wanted.resources.remove(uri);
        state.due.resources.remove(uri);
    }

    /// How many resources it wants.
    pub(crate) fn resources(&self) -> usize {
        self.lock().wanted.resources.len()
    }

    /// Ends it, unless it is over; whether this ended it. Who tells it is woken.
    pub(crate) fn end(&self, over: Over) -> bool {
        let waker = {
            let mut state = self.lock();
            if state.over.is_some() {
                return false;
            }
            state.over = Some(over);
            state.due = Filter::default();
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    pub(crate) fn over(&self) -> Option<Over> {
        self.lock().over
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
