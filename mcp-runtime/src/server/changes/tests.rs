//! Peers that read slowly, or not at all.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use super::push::Push;
use super::subscriber::{Filter, Subscriber};
use super::{Change, Hub};
use crate::protocol::changed_list::ChangedList;
use crate::protocol::notification::Notification;
use crate::protocol::request_id::RequestId;
use crate::protocol::version::ProtocolVersion;
use crate::server::connection::Connection;
use crate::tool::sink::Sink;

/// A peer that reads only while it wants to.
#[derive(Debug, Default)]
struct Slow {
    reads: AtomicBool,
    told: Mutex<Vec<String>>,
    waiting: Mutex<Vec<Waker>>,
}

impl Sink for Slow {
    fn send(&self, message: Vec<u8>) {
        let message = String::from_utf8_lossy(&message).into_owned();
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(message);
    }

    fn has_room(&self, waker: &Waker) -> bool {
        let has_room = self.reads.load(Ordering::SeqCst);
        if !has_room {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.push(waker.clone());
        }
        has_room
    }
}

impl Slow {
    fn told(&self) -> usize {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    fn read_on(&self) {
        self.reads.store(true, Ordering::SeqCst);
        let waiting = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }
}

fn filter() -> Filter {
    Filter {
        lists: ChangedList::ALL.into_iter().collect(),
        resources: ["a:1".into(), "a:2".into()].into(),
    }
}

fn change_much(hub: &Hub) {
    for _ in 0..10_000 {
        for list in ChangedList::ALL {
            hub.announce(&Change::List(list));
        }
        for uri in ["a:1", "a:2", "a:3"] {
            hub.announce(&Change::Resource {
                uri: uri.to_owned(),
            });
        }
    }
}

#[test]
fn a_session_that_does_not_read_is_told_each_change_once_when_it_reads_on() {
    let hub = Arc::new(Hub::default());
    let slow = Arc::new(Slow::default());
    let subscriber = Subscriber::new(filter());
    let sink: Arc<dyn Sink> = Arc::clone(&slow) as _;
    Push::start(&subscriber, &sink, ProtocolVersion::V2025_11_25);
    hub.join(&subscriber);
    hub.join(&subscriber);
    change_much(&hub);
    assert_eq!(slow.told(), 0);
    slow.read_on();
    assert_eq!(slow.told(), 5);
    change_much(&hub);
    assert_eq!(slow.told(), 5 + 50_000, "who reads is told at once");
}

/// Notes that it was woken.
#[derive(Debug, Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn a_listener_whose_client_does_not_read_keeps_no_more_than_it_asked_for() {
    let hub = Arc::new(Hub::default());
    let slow = Arc::new(Slow::default());
    let sink: Arc<dyn Sink> = Arc::clone(&slow) as _;
    let subscriber = Subscriber::new(filter());
    let text = Arc::from("1");
    let mut listener = super::listener::Listener {
        subscriber: Arc::clone(&subscriber),
        connection: Connection::new(Arc::clone(&sink)),
        sink,
        id: RequestId::of(&text, &text),
        version: ProtocolVersion::LATEST,
        identity: Arc::default(),
        acknowledgement: Some(Notification::Acknowledged {
            subscription: "1".to_owned(),
            notifications: "{}".to_owned(),
        }),
    };
    hub.join(&subscriber);
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let task = Context::from_waker(&waker);
    change_much(&hub);
    assert!(matches!(listener.poll(&task), Poll::Pending));
    assert_eq!(slow.told(), 0);
    change_much(&hub);
    slow.read_on();
    assert!(woken.0.load(Ordering::SeqCst));
    assert!(matches!(listener.poll(&task), Poll::Pending));
    assert_eq!(slow.told(), 6);
    let first = slow.told.lock().map(|told| told.first().cloned());
    let first = first.ok().flatten().unwrap_or_default();
    assert!(first.contains("acknowledged"), "{first}");
    drop(listener);
    change_much(&hub);
    assert_eq!(slow.told(), 6);
}
