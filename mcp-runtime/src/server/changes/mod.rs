//! Changes of what a server offers: who is told of them, and by whom they are made known.
//!
//! A change is noted for each subscriber that wants it, at most once until it is told: however
//! many there are and however slowly a peer reads, what waits for it stays as small as what it
//! asked for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::task::Waker;

pub(crate) mod listener;
pub(crate) mod push;
#[cfg(feature = "redis")]
pub(crate) mod redis;
pub(crate) mod subscriber;
pub(crate) mod switch;
pub(crate) mod updates;

use crate::protocol::changed_list::ChangedList;
use crate::protocol::notification::Notification;

use subscriber::Subscriber;

/// A change of what a server offers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Change {
    /// A list has other items, or says something else of one.
    List(ChangedList),
    /// A resource has other contents.
    Resource {
        /// Its address.
        uri: String,
    },
}

impl Change {
    /// The notification of it: on a subscription, or in a session.
    pub(crate) fn notification(&self, subscription: Option<&str>) -> Notification {
        let subscription = subscription.map(str::to_owned);
        match self {
            Self::List(list) => Notification::ListChanged {
                list: *list,
                subscription,
            },
            Self::Resource { uri } => Notification::ResourceUpdated {
                uri: uri.clone(),
                subscription,
            },
        }
    }
}

/// Carries changes between the replicas of a server, so that a client that listens to one hears
/// of what happens at another; see [`ServerBuilder::broadcast`](crate::ServerBuilder::broadcast).
///
/// The feature `redis` brings `RedisBroadcast`, one that is ready.
///
/// Only the news travels. Replicas that switch tools on and off have to agree by themselves on
/// which are on.
pub trait Broadcast: Send + Sync + 'static {
    /// Told of each change in this process, to pass it on to the others. It is called where the
    /// change is made, so it must not block.
    fn send(&self, change: &Change);

    /// Given once, when the server is built: what to tell of changes elsewhere. A change of this
    /// process that comes back does no harm.
    fn connect(&self, changes: Changes);
}

/// Tells the clients of a server of changes elsewhere; given to a [`Broadcast`].
#[derive(Debug, Clone)]
pub struct Changes(Weak<Hub>);

impl Changes {
    /// Tells the clients that listen for this change. Nothing happens once the server is gone.
    pub fn tell(&self, change: &Change) {
        if let Some(hub) = self.0.upgrade() {
            hub.tell(change);
        }
    }
}

/// Where changes are made known.
#[derive(Default)]
pub(crate) struct Hub {
    /// Which lists may change, in the order of [`ChangedList::ALL`].
    lists: [AtomicBool; ChangedList::ALL.len()],
    /// Resources may be told to have changed.
    resources: AtomicBool,
    subscribers: Mutex<Vec<Weak<Subscriber>>>,
    broadcast: OnceLock<Arc<dyn Broadcast>>,
}

impl Hub {
    /// From now on clients are told that this list may change.
    pub(crate) fn offer_list(&self, list: ChangedList) {
        if let Some(offered) = self.lists.get(list as usize) {
            offered.store(true, Ordering::Release);
        }
    }

    /// From now on clients are told that resources may change.
    pub(crate) fn offer_resources(&self) {
        self.resources.store(true, Ordering::Release);
    }

    pub(crate) fn offers_list(&self, list: ChangedList) -> bool {
        let offered = self.lists.get(list as usize);
        offered.is_some_and(|offered| offered.load(Ordering::Acquire))
    }

    pub(crate) fn offers_resources(&self) -> bool {
        self.resources.load(Ordering::Acquire)
    }

    pub(crate) fn connect(self: &Arc<Self>, broadcast: &Arc<dyn Broadcast>) {
        if self.broadcast.set(Arc::clone(broadcast)).is_ok() {
            broadcast.connect(Changes(Arc::downgrade(self)));
        }
    }

    /// From now on this one is told. Twice is once.
    pub(crate) fn join(&self, subscriber: &Arc<Subscriber>) {
        let mut subscribers = self.lock();
        subscribers.retain(|known| known.strong_count() > 0);
        let known = Arc::downgrade(subscriber);
        if !subscribers.iter().any(|other| other.ptr_eq(&known)) {
            subscribers.push(known);
        }
    }

    /// Makes a change of this process known.
    pub(crate) fn announce(&self, change: &Change) {
        self.tell(change);
        if let Some(broadcast) = self.broadcast.get() {
            broadcast.send(change);
        }
    }

    fn tell(&self, change: &Change) {
        let woken: Vec<Waker> = {
            let mut subscribers = self.lock();
            let mut woken = Vec::new();
            subscribers.retain(|subscriber| {
                let Some(subscriber) = subscriber.upgrade() else {
                    return false;
                };
                woken.extend(subscriber.note(change));
                true
            });
            woken
        };
        // Waking may write to a peer that reads slowly, so nothing is held meanwhile.
        woken.into_iter().for_each(Waker::wake);
    }

    /// How many are told.
    fn subscribers(&self) -> usize {
        let subscribers = self.lock();
        let alive = subscribers.iter().filter(|known| known.strong_count() > 0);
        alive.count()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Weak<Subscriber>>> {
        self.subscribers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub")
            .field("lists", &self.lists)
            .field("resources", &self.resources)
            .field("subscribers", &self.subscribers())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
