//! What a client is told on one response stream: kept until it is read, and in a session for a
//! while longer.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::protocol::notification::Notification;
use crate::protocol::version::ProtocolVersion;
use crate::tool::sink::Sink;

/// How many bytes that were read already are kept for a reader that has to come again.
const KEPT_AFTER_READING: usize = 256 * 1024;

/// How many bytes may be unread before what can wait does.
const READ_AHEAD: usize = 16 * 1024;

/// How long a client waits before it comes again for the rest of a stream, in milliseconds.
const RETRY: u32 = 1000;

/// The messages of one stream of server-sent events.
#[derive(Debug)]
pub(super) struct Stream {
    state: Mutex<State>,
    /// How many unread bytes there may be before what is not an answer is dropped.
    most: usize,
}

#[derive(Debug, Default)]
struct State {
    /// The stream's name in its session; a stream without one cannot be resumed.
    name: Option<u64>,
    messages: VecDeque<Vec<u8>>,
    /// How many messages were there before the first that is kept.
    gone: u64,
    /// How many messages have been read.
    read: u64,
    read_bytes: usize,
    unread_bytes: usize,
    ended: bool,
    /// The reader has an event to come back from, even if it has read nothing yet.
    primed: bool,
    /// The reader is to be let go.
    lets_go: bool,
    /// How many messages a slow reader has lost.
    dropped: u64,
    /// How many readers there have been; the last one reads.
    readers: u64,
    reader: Option<Waker>,
    /// Who has something to send that can wait for room.
    senders: Vec<Waker>,
}

impl State {
    fn written(&self) -> u64 {
        self.gone + u64::try_from(self.messages.len()).unwrap_or(u64::MAX)
    }

    fn wake(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    fn push(&mut self, message: Vec<u8>) {
        self.unread_bytes += message.len();
        self.messages.push_back(message);
        self.wake();
    }

    /// Forgets the oldest messages that were read, as far as they take too much room.
    fn trim(&mut self) {
        let keep = match self.name {
            Some(_) => KEPT_AFTER_READING,
            None => 0,
        };
        while self.gone < self.read && (self.read_bytes > keep || self.name.is_none()) {
            let Some(message) = self.messages.pop_front() else {
                return;
            };
            self.read_bytes = self.read_bytes.saturating_sub(message.len());
            self.gone += 1;
        }
    }
}

/// What there is to read.
#[derive(Debug)]
pub(super) enum Read {
    /// Events, as they go over the wire.
    Events(Vec<u8>),
    /// The stream is over, for this reader.
    End,
}

impl Stream {
    /// A stream that holds at most so many unread bytes, answers aside.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            most,
        })
    }

    /// From now on the stream can be resumed, under this name.
    pub(super) fn call(&self, name: u64) {
        self.lock().name = Some(name);
    }

    /// The last message.
    pub(super) fn answer(&self, message: Vec<u8>) {
        let mut state = self.lock();
        if !state.ended {
            state.push(message);
            state.ended = true;
        }
    }

    /// No message comes any more.
    pub(super) fn end(&self) {
        let senders = {
            let mut state = self.lock();
            state.ended = true;
            state.wake();
            std::mem::take(&mut state.senders)
        };
        // They may be the last that hold what they would wake.
        drop(senders);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.lock().ended
    }

    /// Something is there that was not read yet.
    pub(super) fn is_unread(&self) -> bool {
        let state = self.lock();
        state.read < state.written()
    }

    /// Ready when something is unread, or nothing comes any more.
    pub(super) fn poll_unread(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        let lets_go = state.lets_go && state.name.is_some();
        if state.ended || lets_go || state.read < state.written() {
            return Poll::Ready(());
        }
        state.reader = Some(cx.waker().clone());
        Poll::Pending
    }

    /// How many bytes are kept.
    pub(super) fn size(&self) -> usize {
        let state = self.lock();
        state.read_bytes + state.unread_bytes
    }

    /// Takes the only message of a stream that has ended; `None` when it is not that.
    pub(super) fn take_only(&self) -> Option<Vec<u8>> {
        let mut state = self.lock();
        if !state.ended || state.written() != 1 {
            return None;
        }
        let message = state.messages.pop_front()?;
        state.unread_bytes = 0;
        state.gone = 1;
        state.read = 1;
        Some(message)
    }

    /// The messages but the first so many are for a new reader; whoever read until now has read
    /// all. `None` when there never were so many.
    pub(super) fn reader(self: &Arc<Self>, after: Option<u64>) -> Option<Reader> {
        let mut state = self.lock();
        if let Some(after) = after {
            if after > state.written() {
                return None;
            }
            let from = after.max(state.gone);
            let skipped = usize::try_from(from - state.gone).unwrap_or(usize::MAX);
            let size = |messages: &mut dyn Iterator<Item = &Vec<u8>>| -> usize {
                messages.map(Vec::len).sum()
            };
            state.read_bytes = size(&mut state.messages.iter().take(skipped));
            state.unread_bytes = size(&mut state.messages.iter().skip(skipped));
            state.read = from;
        }
        state.readers += 1;
        state.wake();
        Some(Reader {
            number: state.readers,
            stream: Arc::clone(self),
        })
    }

    /// An event without data, from which a client can resume when nothing else has come yet.
    pub(super) fn first_event(&self) -> Vec<u8> {
        let mut state = self.lock();
        state.primed = true;
        let mut event = Vec::new();
        if let Some(name) = state.name {
            let _ = write!(
                event,
                "id: {name}-{}\nretry: {RETRY}\ndata:\n\n",
                state.read
            );
        }
        event
    }

    fn add(&self, message: Vec<u8>) {
        let mut state = self.lock();
        if state.ended {
            return;
        }
        if state.unread_bytes + message.len() > self.most {
            state.dropped += 1;
            if state.dropped == 1 {
                tracing::warn!(
                    bytes = self.most,
                    "a client reads a stream too slowly: messages to it are dropped, its answers are not"
                );
            }
            return;
        }
        state.push(message);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Stream {
    fn send(&self, message: Vec<u8>) {
        self.add(message);
    }

    fn notify(&self, notification: Notification, version: ProtocolVersion) {
        self.add(notification.message(version));
    }

    fn let_go(&self) {
        let mut state = self.lock();
        state.lets_go = true;
        state.wake();
    }

    fn has_room(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        let has_room = state.unread_bytes <= READ_AHEAD.min(self.most / 2);
        let known = &mut state.senders;
        if !has_room && !known.iter().any(|sender| sender.will_wake(waker)) {
            known.push(waker.clone());
        }
        has_room
    }
}

/// Who reads a stream, until another does.
#[derive(Debug)]
pub(super) struct Reader {
    number: u64,
    pub(super) stream: Arc<Stream>,
}

impl Reader {
    /// Everything that has not been read, in one piece.
    pub(super) fn poll_read(&self, cx: &mut Context<'_>) -> Poll<Read> {
        let mut state = self.stream.lock();
        if state.readers != self.number {
            return Poll::Ready(Read::End);
        }
        if state.read == state.written() {
            if state.ended {
                return Poll::Ready(Read::End);
            }
            let can_come_back = state.name.is_some() && (state.primed || state.read > 0);
            if state.lets_go && can_come_back {
                state.lets_go = false;
                return Poll::Ready(Read::End);
            }
            state.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        let skipped = usize::try_from(state.read - state.gone).unwrap_or(usize::MAX);
        let mut events = Vec::with_capacity(state.unread_bytes + 64);
        for (number, message) in (state.read + 1..).zip(state.messages.iter().skip(skipped)) {
            write_event(&mut events, state.name.map(|name| (name, number)), message);
        }
        state.read = state.written();
        state.read_bytes += std::mem::take(&mut state.unread_bytes);
        state.trim();
        let senders = std::mem::take(&mut state.senders);
        drop(state);
        // They may send at once.
        senders.into_iter().for_each(Waker::wake);
        Poll::Ready(Read::Events(events))
    }
}

/// One event. A line break in JSON stands between tokens, where a blank does as well.
fn write_event(out: &mut Vec<u8>, id: Option<(u64, u64)>, message: &[u8]) {
    if let Some((name, number)) = id {
        let _ = writeln!(out, "id: {name}-{number}");
    }
    out.extend_from_slice(b"data: ");
    out.extend(message.iter().map(|&byte| match byte {
        b'\n' | b'\r' => b' ',
        byte => byte,
    }));
    out.extend_from_slice(b"\n\n");
}

/// The event that a client saw last, by its id: the stream's name, and how many of its messages
/// the client has.
pub(super) fn read_event_id(id: &str) -> Option<(u64, u64)> {
    let (name, number) = id.split_once('-')?;
    Some((name.parse().ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use super::*;

    fn read(reader: &Reader) -> Option<String> {
        match reader.poll_read(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Read::Events(events)) => Some(String::from_utf8(events).unwrap()),
            Poll::Ready(Read::End) => Some("end".to_owned()),
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_stream_can_be_read_again_from_any_event() {
        let stream = Stream::new(1000);
        stream.call(7);
        stream.send(b"1".to_vec());
        stream.send(b"2".to_vec());
        let first = stream.reader(None).unwrap();
        assert_eq!(
            read(&first).unwrap(),
            "id: 7-1\ndata: 1\n\nid: 7-2\ndata: 2\n\n"
        );
        assert_eq!(read(&first), None);
        let second = stream.reader(Some(1)).unwrap();
        assert_eq!(read(&first).unwrap(), "end");
        stream.answer(b"3".to_vec());
        assert_eq!(
            read(&second).unwrap(),
            "id: 7-2\ndata: 2\n\nid: 7-3\ndata: 3\n\n"
        );
        assert_eq!(read(&second).unwrap(), "end");
        assert!(stream.reader(Some(4)).is_none());
    }

    #[test]
    fn a_slow_reader_loses_messages_and_never_the_answer() {
        let stream = Stream::new(4);
        for message in ["aa", "bb", "cc"] {
            stream.send(message.into());
        }
        stream.answer(b"answer".to_vec());
        let reader = stream.reader(None).unwrap();
        assert_eq!(
            read(&reader).unwrap(),
            "data: aa\n\ndata: bb\n\ndata: answer\n\n"
        );
        assert_eq!(stream.size(), 0);
    }

    #[test]
    fn what_can_wait_waits_until_a_slow_reader_reads() {
        struct Woken(std::sync::atomic::AtomicUsize);
        impl std::task::Wake for Woken {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            }
        }

        let woken = Arc::new(Woken(0.into()));
        let waker = Waker::from(Arc::clone(&woken));
        let stream = Stream::new(100);
        let reader = stream.reader(None).unwrap();
        stream.send(vec![b'a'; 50]);
        assert!(stream.has_room(&waker));
        stream.send(b"b".to_vec());
        assert!(!stream.has_room(&waker));
        assert!(!stream.has_room(&waker));
        assert!(read(&reader).is_some());
        assert!(stream.has_room(&waker));
        assert_eq!(woken.0.load(std::sync::atomic::Ordering::SeqCst), 1);
    }

    #[test]
    fn an_event_is_one_line() {
        let mut event = Vec::new();
        write_event(&mut event, None, b"{\n}");
        assert_eq!(event, b"data: { }\n\n");
    }

    #[test]
    fn only_our_own_event_ids_are_read() {
        assert_eq!(read_event_id("3-12"), Some((3, 12)));
        for id in ["", "3", "3-", "-3", "a-1", "1-2-3"] {
            assert_eq!(read_event_id(id), None, "{id}");
        }
    }
}
