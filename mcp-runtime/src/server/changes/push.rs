//! Telling the peer of a session, which gets changes without a request that waits for them.

use std::sync::{Arc, Weak};
use std::task::{Wake, Waker};

use crate::protocol::version::ProtocolVersion;
use crate::tool::sink::Sink;

use super::subscriber::Subscriber;

/// Sends what is due to the peer of a session, wherever it is woken: by a change, or by room in
/// front of a peer that reads slowly.
#[derive(Debug)]
pub(crate) struct Push {
    subscriber: Weak<Subscriber>,
    sink: Arc<dyn Sink>,
    version: ProtocolVersion,
}

impl Push {
    /// From now on what is due is sent as this revision has it.
    pub(crate) fn start(
        subscriber: &Arc<Subscriber>,
        sink: &Arc<dyn Sink>,
        version: ProtocolVersion,
    ) {
        let push = Arc::new(Self {
            subscriber: Arc::downgrade(subscriber),
            sink: Arc::clone(sink),
            version,
        });
        subscriber.told_by(&Waker::from(push));
    }
}

impl Wake for Push {
    fn wake(self: Arc<Self>) {
        let Some(subscriber) = self.subscriber.upgrade() else {
            return;
        };
        let waker = Waker::from(Arc::clone(&self));
        while self.sink.has_room(&waker) {
            let Some(change) = subscriber.take() else {
                return;
            };
            self.sink.notify(change.notification(None), self.version);
        }
    }
}
