//! A log that holds up nobody who writes to it.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tracing_subscriber::fmt::MakeWriter;

/// How much waits to be written before lines are dropped.
const LIMIT: usize = 1 << 20;

/// Lines on their way to a writer that may block: a host need not read standard error, and a full
/// pipe there must not stop the calls that log into it.
///
/// One thread writes. Lines that come while too much is waiting are dropped and counted.
#[derive(Debug, Clone)]
pub(crate) struct PatientLog(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    dropped: u64,
    writing: bool,
}

impl PatientLog {
    /// A log whose thread writes to `writer`.
    pub(crate) fn to(writer: impl Write + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let written = Arc::clone(&shared);
        thread::Builder::new()
            .name("mcp-log".into())
            .spawn(move || written.write_on(writer))?;
        Ok(Self(shared))
    }

    /// Waits until what was logged is written, for as long as `patience`.
    pub(crate) fn flush(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut queue = self.0.lock();
        while !queue.bytes.is_empty() || queue.writing {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            (queue, _) = self
                .0
                .changed
                .wait_timeout(queue, left)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Shared {
    fn write_on(&self, mut writer: impl Write) {
        let mut queue = self.lock();
        loop {
            while queue.bytes.is_empty() {
                queue.writing = false;
                self.changed.notify_all();
                queue = self
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            queue.writing = true;
            let mut batch = std::mem::take(&mut queue.bytes);
            let dropped = std::mem::take(&mut queue.dropped);
            drop(queue);
            if dropped > 0 {
                let lost = format!("{dropped} lines of the log were dropped: nobody read it\n");
                batch.extend_from_slice(lost.as_bytes());
            }
            // A log that is closed is no reason to end anything.
            let _ = writer.write_all(&batch);
            queue = self.lock();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'log> MakeWriter<'log> for PatientLog {
    type Writer = &'log Self;

    fn make_writer(&'log self) -> &'log Self {
        self
    }
}

impl Write for &PatientLog {
    /// Takes one line, or drops it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut queue = self.0.lock();
        if queue.bytes.len() + line.len() > LIMIT {
            queue.dropped += 1;
        } else {
            queue.bytes.extend_from_slice(line);
        }
        drop(queue);
        self.0.changed.notify_all();
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use super::{LIMIT, PatientLog};

    #[test]
    fn a_log_that_nobody_reads_holds_up_nobody_and_says_what_is_missing() {
        let (mut reader, writer) = UnixStream::pair().unwrap();
        let log = PatientLog::to(writer).unwrap();
        let line = [b'x'; 1000];
        for _ in 0..10 * LIMIT / line.len() {
            (&log).write_all(&line).unwrap();
        }
        log.flush(Duration::from_millis(10));
        let reading = std::thread::spawn(move || {
            let mut all = String::new();
            let mut chunk = [0; 4096];
            while !all.contains("were dropped") {
                let count = reader.read(&mut chunk).unwrap();
                all.push_str(std::str::from_utf8(chunk.get(..count).unwrap()).unwrap());
            }
            all.len()
        });
        assert!(reading.join().unwrap() > LIMIT - line.len());
        log.flush(Duration::from_secs(60));
    }
}
