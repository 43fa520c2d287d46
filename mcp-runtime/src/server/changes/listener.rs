//! `subscriptions/listen` while it lasts: a request whose answer is its end.
//!
//! [Specification, 2026-07-28, "Subscriptions"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions).

use std::sync::Arc;
use std::task::{Context, Poll};

use crate::protocol::meta;
use crate::protocol::notification::Notification;
use crate::protocol::request_id::RequestId;
use crate::protocol::version::ProtocolVersion;
use crate::server::answer::{self, Answer};
use crate::server::connection::Connection;
use crate::server::identity::Identity;
use crate::tool::sink::Sink;

use super::subscriber::{Over, Subscriber};

/// A subscription that is told of changes as long as it is polled.
#[derive(Debug)]
pub(crate) struct Listener {
    pub(crate) subscriber: Arc<Subscriber>,
    pub(crate) connection: Arc<Connection>,
    /// Where the changes go.
    pub(crate) sink: Arc<dyn Sink>,
    pub(crate) id: RequestId,
    pub(crate) version: ProtocolVersion,
    pub(crate) identity: Arc<Identity>,
    /// What is sent before all else: which of the wishes are granted.
    pub(crate) acknowledgement: Option<Notification>,
}

impl Listener {
    /// Tells what is due. `Ready(None)` once the client has cancelled, and the answer once the
    /// server tells no more.
    pub(crate) fn poll(&mut self, task: &Context<'_>) -> Poll<Option<Answer>> {
        self.subscriber.told_by(task.waker());
        loop {
            match self.subscriber.over() {
                Some(Over::Cancelled) => return Poll::Ready(None),
                Some(Over::Closed) => return Poll::Ready(Some(self.close())),
                None => {}
            }
            if !self.sink.has_room(task.waker()) {
                return Poll::Pending;
            }
            let next = self.acknowledgement.take().or_else(|| {
                let change = self.subscriber.take()?;
                Some(change.notification(Some(self.id.as_str())))
            });
            match next {
                Some(notification) => self.sink.notify(notification, self.version),
                None => return Poll::Pending,
            }
        }
    }

    /// Ends it because the server stops; the answer, unless it was over.
    #[cfg(feature = "http")]
    pub(crate) fn abandon(&mut self) -> Option<Answer> {
        let ends = self.subscriber.end(Over::Closed);
        ends.then(|| self.close())
    }

    fn close(&mut self) -> Answer {
        if let Some(acknowledgement) = self.acknowledgement.take() {
            self.sink.notify(acknowledgement, self.version);
        }
        let ended = ended(self.id.as_str());
        self.sink.notify(ended, self.version);
        Answer::of(result(self.id.as_str(), self.version, &self.identity))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.subscriber.end(Over::Cancelled);
        self.connection.forget_listener(&self.id, &self.subscriber);
    }
}

/// The notification that the server ends a subscription.
pub(crate) fn ended(id: &str) -> Notification {
    Notification::SubscriptionEnded {
        subscription: id.to_owned(),
    }
}

/// The answer to a subscription that the server ends.
pub(crate) fn result(id: &str, version: ProtocolVersion, identity: &Identity) -> Vec<u8> {
    answer::with_meta(id, version, identity, |meta| {
        meta.raw(meta::SUBSCRIPTION_ID, id);
    })
}
