//! Messages on their way out: queued by anybody, written by one thread at a time.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

use crate::protocol::buffer;

/// How much memory an idle queue keeps.
const KEPT: usize = 64 * 1024;

/// The queue of whole lines in front of the output.
///
/// Writing blocks when the peer does not read. So only one thread writes at a time; the others
/// leave their messages in the queue, and it takes them along.
pub(super) struct Output {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Held only by the thread that set [`Queue::writing`].
    writer: Mutex<Box<dyn Write + Send>>,
    /// Queued bytes from which on no more input is read.
    limit: usize,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    /// Bytes that the writing thread has taken along.
    taken: usize,
    writing: bool,
    closed: bool,
    /// Threads that wait for a change; without any, none is announced, which is a system call.
    waiting: usize,
    /// Who has something to send that can wait for room.
    wakers: Vec<Waker>,
}

impl Queue {
    fn is_full(&self, limit: usize) -> bool {
        !self.closed && self.bytes.len() + self.taken > limit
    }
}

impl Output {
    pub(super) fn new(writer: Box<dyn Write + Send>, limit: usize) -> Self {
        Self {
            queue: Mutex::default(),
            changed: Condvar::new(),
            writer: Mutex::new(writer),
            limit,
        }
    }

    /// Queues one message.
    pub(super) fn push(&self, message: Vec<u8>) {
        let mut queue = self.lock();
        if queue.closed {
            return;
        }
        if queue.bytes.is_empty() && message.len() > queue.bytes.capacity() {
            // A large message becomes the queue: nothing is copied.
            queue.bytes = message;
            queue.bytes.push(b'\n');
            return;
        }
        queue.bytes.extend_from_slice(&message);
        queue.bytes.push(b'\n');
        drop(queue);
        buffer::give_back(message);
    }

    /// Writes what is queued, unless another thread is writing: that one takes it along.
    ///
    /// Returns `false` once nobody reads the output any more.
    pub(super) fn flush(&self) -> bool {
        let mut queue = self.lock();
        if queue.writing {
            return !queue.closed;
        }
        let mut batch = Vec::new();
        while !queue.bytes.is_empty() && !queue.closed {
            std::mem::swap(&mut batch, &mut queue.bytes);
            queue.writing = true;
            queue.taken = batch.len();
            drop(queue);
            let written = self.write(&batch);
            batch.clear();
            batch.shrink_to(KEPT);
            queue = self.lock();
            queue.writing = false;
            queue.taken = 0;
            if written.is_err() {
                queue.closed = true;
            }
            if queue.waiting > 0 {
                self.changed.notify_all();
            }
            if !queue.wakers.is_empty() && !queue.is_full(self.limit) {
                let wakers = std::mem::take(&mut queue.wakers);
                drop(queue);
                // Each may send something, and so come here again.
                wakers.into_iter().for_each(Waker::wake);
                queue = self.lock();
                if queue.writing {
                    return !queue.closed;
                }
            }
        }
        if queue.closed {
            queue.bytes = Vec::new();
        } else if queue.bytes.capacity() < batch.capacity() {
            queue.bytes = batch;
        }
        !queue.closed
    }

    /// Whether there is room for what can wait; `waker` is woken once there is.
    pub(super) fn has_room(&self, waker: &Waker) -> bool {
        let mut queue = self.lock();
        let has_room = !queue.is_full(self.limit);
        if !has_room && !queue.wakers.iter().any(|known| known.will_wake(waker)) {
            queue.wakers.push(waker.clone());
        }
        has_room
    }

    /// So much is queued that no more input is to be read.
    pub(super) fn is_full(&self) -> bool {
        self.lock().is_full(self.limit)
    }

    /// Something is queued, and no thread is writing.
    pub(super) fn is_stranded(&self) -> bool {
        let queue = self.lock();
        !queue.bytes.is_empty() && !queue.writing && !queue.closed
    }

    /// Waits while the queue is full. Returns `false` once nobody reads the output any more.
    pub(super) fn wait_for_room(&self) -> bool {
        let mut queue = self.lock();
        queue.waiting += 1;
        let full = |queue: &mut Queue| queue.is_full(self.limit);
        queue = self
            .changed
            .wait_while(queue, full)
            .unwrap_or_else(PoisonError::into_inner);
        queue.waiting -= 1;
        !queue.closed
    }

    /// Waits until everything is written, for as long as `patience`.
    pub(super) fn drain(&self, patience: Duration) {
        let end = Instant::now() + patience;
        loop {
            let mut queue = self.lock();
            let left = end.saturating_duration_since(Instant::now());
            if queue.closed || (queue.bytes.is_empty() && !queue.writing) || left.is_zero() {
                return;
            }
            if queue.writing {
                queue.waiting += 1;
                let (mut queue, _) = self
                    .changed
                    .wait_timeout(queue, left)
                    .unwrap_or_else(PoisonError::into_inner);
                queue.waiting -= 1;
            } else {
                drop(queue);
                self.flush();
            }
        }
    }

    /// Nobody reads the output any more: drops what is queued and ends all waiting.
    pub(super) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.bytes = Vec::new();
        let wakers = std::mem::take(&mut queue.wakers);
        drop(queue);
        // They may be the last that hold what they would wake.
        drop(wakers);
        self.changed.notify_all();
    }

    fn write(&self, batch: &[u8]) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(batch)?;
        writer.flush()
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output")
            .field("queue", &self.queue)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use std::io::{self, Read, Write};
    use std::os::unix::net::UnixStream;
    use std::sync::{Arc, Mutex, mpsc};
    use std::task::{Wake, Waker};
    use std::thread;
    use std::time::Duration;

    use super::Output;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<Vec<u8>>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_queued_is_written_at_once() {
        let written = Written::default();
        let output = Output::new(Box::new(written.clone()), 100);
        output.push(b"1".to_vec());
        output.push(b"2".to_vec());
        assert!(output.flush());
        assert!(output.flush());
        assert_eq!(*written.0.lock().unwrap(), [b"1\n2\n".to_vec()]);
    }

    #[test]
    fn a_peer_that_is_gone_ends_the_output() {
        let (reader, writer) = UnixStream::pair().unwrap();
        drop(reader);
        let output = Output::new(Box::new(writer), 100);
        output.push(b"1".to_vec());
        assert!(!output.flush());
        assert!(!output.wait_for_room());
        output.drain(Duration::from_secs(60));
    }

    #[test]
    fn who_waits_for_room_is_woken_once_there_is_some() {
        struct Woken(mpsc::Sender<()>);
        impl Wake for Woken {
            fn wake(self: Arc<Self>) {
                self.0.send(()).unwrap();
            }
        }

        let (mut peer, writer) = UnixStream::pair().unwrap();
        let output = Arc::new(Output::new(Box::new(writer), 1000));
        let (sender, woken) = mpsc::channel();
        let waker = Waker::from(Arc::new(Woken(sender)));
        assert!(output.has_room(&waker));
        output.push(vec![b'a'; 2_000_000]);
        assert!(!output.has_room(&waker));
        assert!(!output.has_room(&waker));
        let flushing = thread::spawn({
            let output = Arc::clone(&output);
            move || output.flush()
        });
        let mut all = vec![0; 2_000_001];
        peer.read_exact(&mut all).unwrap();
        woken.recv().unwrap();
        assert!(flushing.join().unwrap());
        assert!(output.has_room(&waker));
        assert!(woken.try_recv().is_err(), "once is enough");
    }

    #[test]
    fn a_slow_reader_holds_only_the_writer_until_the_queue_is_full() {
        let (mut peer, writer) = UnixStream::pair().unwrap();
        let output = Arc::new(Output::new(Box::new(writer), 1000));
        output.push(vec![b'a'; 2_000_000]);
        let flushing = thread::spawn({
            let output = Arc::clone(&output);
            move || output.flush()
        });
        while !output.lock().writing {
            thread::yield_now();
        }
        output.push(b"b".to_vec());
        assert!(output.flush(), "returns while another thread writes");

        let (sender, has_room) = mpsc::channel();
        let waiting = thread::spawn({
            let output = Arc::clone(&output);
            move || sender.send(output.wait_for_room())
        });
        assert!(has_room.recv_timeout(Duration::from_millis(50)).is_err());
        let mut all = vec![0; 2_000_003];
        peer.read_exact(&mut all).unwrap();
        assert!(has_room.recv().unwrap());
        assert!(flushing.join().unwrap());
        waiting.join().unwrap().unwrap();
        assert!(
            all.ends_with(b"a\nb\n"),
            "what was queued meanwhile is taken along"
        );
    }
}
