//! Requests of ours that a peer has not answered yet: sent in a session, each with an id of ours.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use serde_json::Value;

use crate::protocol::json;
use crate::tool::node;
use crate::tool::sink::Sink;

/// What came back for a request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// The peer's result, or why it cannot be read.
    Result(Result<Value, String>),
    /// The peer's error: its code, where it has one, and its message.
    Error(Option<i64>, String),
    /// Nothing will come any more.
    Closed,
}

impl Reply {
    /// A result, as JSON text.
    pub(crate) fn result(text: &str) -> Self {
        Self::Result(node::value(text))
    }

    /// An error, as JSON text.
    pub(crate) fn error(text: &str) -> Self {
        let error: Value = serde_json::from_str(text).unwrap_or_default();
        let message = error.get("message").and_then(Value::as_str);
        Self::Error(
            error.get("code").and_then(Value::as_i64),
            message.unwrap_or_default().to_owned(),
        )
    }
}

/// The open requests to one peer.
#[derive(Debug, Default)]
pub(crate) struct OpenRequests {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    waiting: BTreeMap<u64, Slot>,
    /// The last id that was given to a request.
    last: u64,
    /// The peer is gone.
    closed: bool,
}

/// Where a reply goes, and who waits for it.
#[derive(Debug, Default)]
struct Slot {
    reply: Option<Reply>,
    waker: Option<Waker>,
}

impl OpenRequests {
    /// Opens a request, which whoever calls this sends with the id that it gets; `None` when the
    /// peer is gone.
    pub(crate) fn open(self: &Arc<Self>, sink: &Arc<dyn Sink>) -> Option<Waiting> {
        let mut state = self.lock();
        if state.closed {
            return None;
        }
        state.last += 1;
        let id = state.last;
        state.waiting.insert(id, Slot::default());
        drop(state);
        Some(Waiting {
            id,
            requests: Arc::clone(self),
            sink: Arc::clone(sink),
        })
    }

    /// Hands a reply to whoever waits for it. One that nobody waits for is dropped: it is late,
    /// comes a second time, or answers nothing of ours.
    pub(crate) fn reply(&self, id: &str, reply: impl FnOnce() -> Reply) {
        let Ok(id) = id.parse::<u64>() else { return };
        let waker = {
            let mut state = self.lock();
            let Some(slot) = state.waiting.get_mut(&id) else {
                return;
            };
            if slot.reply.is_some() {
                return;
            }
            slot.reply = Some(reply());
            slot.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The peer is gone: what is open ends, and so does what is opened later.
    pub(crate) fn close(&self) {
        let wakers: Vec<Waker> = {
            let mut state = self.lock();
            state.closed = true;
            let slots = state.waiting.values_mut();
            slots
                .filter_map(|slot| {
                    slot.reply.get_or_insert(Reply::Closed);
                    slot.waker.take()
                })
                .collect()
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that waits for its reply. Dropped before that, it tells the peer that nobody waits
/// any more.
#[derive(Debug)]
pub(crate) struct Waiting {
    id: u64,
    requests: Arc<OpenRequests>,
    sink: Arc<dyn Sink>,
}

impl Waiting {
    pub(crate) fn id(&self) -> u64 {
        self.id
    }
}

impl Future for Waiting {
    type Output = Reply;

    fn poll(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Reply> {
        let mut state = self.requests.lock();
        let Some(slot) = state.waiting.get_mut(&self.id) else {
            return Poll::Ready(Reply::Closed);
        };
        if slot.reply.is_some() {
            let slot = state.waiting.remove(&self.id);
            return Poll::Ready(slot.and_then(|slot| slot.reply).unwrap_or(Reply::Closed));
        }
        slot.waker = Some(task.waker().clone());
        Poll::Pending
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let slot = self.requests.lock().waiting.remove(&self.id);
        if slot.is_some_and(|slot| slot.reply.is_none()) {
            self.sink.send(cancelled(self.id));
        }
    }
}

/// Tells a peer that nobody waits for its answer any more.
fn cancelled(id: u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(128);
    json::object(&mut out, |notification| {
        notification.string("jsonrpc", "2.0");
        notification.string("method", "notifications/cancelled");
        notification.object("params", |params| {
            params.unsigned("requestId", id);
            params.string("reason", "the call that asked has ended");
        });
    });
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use std::task::Wake;

    use serde_json::json;

    use super::*;

    #[derive(Debug, Default)]
    struct Sent(Mutex<Vec<String>>);

    impl Sink for Sent {
        fn send(&self, message: Vec<u8>) {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(json::into_string(message));
        }
    }

    struct Asleep;

    impl Wake for Asleep {
        fn wake(self: Arc<Self>) {}
    }

    fn poll(waiting: &mut Waiting) -> Poll<Reply> {
        let waker = Waker::from(Arc::new(Asleep));
        Pin::new(waiting).poll(&mut Context::from_waker(&waker))
    }

    fn peer() -> (Arc<Sent>, Arc<dyn Sink>, Arc<OpenRequests>) {
        let sent = Arc::new(Sent::default());
        (Arc::clone(&sent), sent, Arc::default())
    }

    fn sent(sent: &Sent) -> usize {
        sent.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    #[test]
    fn a_reply_goes_to_the_request_it_answers_and_only_the_first_one() {
        let (told, sink, requests) = peer();
        let (mut first, mut second) =
            (requests.open(&sink).unwrap(), requests.open(&sink).unwrap());
        assert_ne!(first.id(), second.id());
        assert_eq!(poll(&mut second), Poll::Pending);
        let id = second.id().to_string();
        requests.reply(&id, || Reply::Result(Ok(json!(1))));
        requests.reply(&id, || Reply::Result(Ok(json!(2))));
        requests.reply("99", || Reply::Result(Ok(json!(3))));
        requests.reply("\"1\"", || Reply::Result(Ok(json!(4))));
        assert_eq!(poll(&mut first), Poll::Pending);
        let answered = Poll::Ready(Reply::Result(Ok(json!(1))));
        assert_eq!(poll(&mut second), answered);
        drop(second);
        assert_eq!(sent(&told), 0);
    }

    #[test]
    fn a_request_that_is_given_up_is_cancelled_once() {
        let (told, sink, requests) = peer();
        let waiting = requests.open(&sink).unwrap();
        let id = waiting.id().to_string();
        drop(waiting);
        requests.reply(&id, || Reply::Result(Ok(json!(1))));
        assert_eq!(sent(&told), 1);
    }

    #[test]
    fn what_is_open_ends_with_the_connection_and_so_does_what_comes_later() {
        let (told, sink, requests) = peer();
        let mut before = requests.open(&sink).unwrap();
        requests.close();
        assert!(requests.open(&sink).is_none());
        assert_eq!(poll(&mut before), Poll::Ready(Reply::Closed));
        drop(before);
        assert_eq!(sent(&told), 0);
    }
}
