//! What becomes of clients for whom there is no room, and how often the log says so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

/// How many clients are told at once; more are hung up on.
const TOLD: usize = 64;
/// How long a client may take to read why it was turned away.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long the log is silent about what it has said.
const SILENCE: Duration = Duration::from_secs(10);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
Content-Type: text/plain; charset=utf-8\r\n\
Content-Length: 52\r\n\
Retry-After: 10\r\n\
Connection: close\r\n\
\r\n\
as many connections are open as may be: retry later\n";

/// The clients that are being turned away.
#[derive(Debug)]
pub(super) struct Crowd(Arc<Semaphore>);

impl Default for Crowd {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(TOLD)))
    }
}

impl Crowd {
    /// Tells a client that there is no room, and closes its connection.
    pub(super) fn turn_away(&self, mut stream: TcpStream) {
        let Ok(place) = Arc::clone(&self.0).try_acquire_owned() else {
            return;
        };
        tokio::spawn(async move {
            let told = async {
                stream.write_all(FULL).await?;
                stream.shutdown().await?;
                // Closing with its request unread would take the response back.
                let mut unread = [0; 4096];
                while stream.read(&mut unread).await? > 0 {}
                Ok::<(), std::io::Error>(())
            };
            // It may be gone, or not listen.
            drop(tokio::time::timeout(PATIENCE, told).await);
            drop(place);
        });
    }
}

/// Something that happens often and is said now and then.
#[derive(Debug, Default)]
pub(super) struct Seldom {
    last: Option<Instant>,
    times: u64,
}

impl Seldom {
    /// Whether to say it now: how often it has happened since it was said last.
    pub(super) fn now(&mut self) -> Option<u64> {
        self.times += 1;
        if self.last.is_some_and(|last| last.elapsed() < SILENCE) {
            return None;
        }
        self.last = Some(Instant::now());
        Some(std::mem::take(&mut self.times))
    }
}

#[cfg(test)]
mod tests {
    use super::FULL;

    #[test]
    fn the_length_is_that_of_the_text() {
        let text = String::from_utf8_lossy(FULL);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", body.len())));
    }
}
