//! A stream of server-sent events, as the body of a response.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use super::call::Call;
use super::phase::Reached;
use super::sessions::InUse;
use super::stream::{Read, Reader};

/// What a client or a proxy sees of a stream that has nothing to say.
const COMMENT: &[u8] = b": still here\n\n";

/// A body that gives what a stream has, and comments while it has nothing.
#[derive(Debug)]
pub(super) struct Events {
    first: Vec<u8>,
    reader: Reader,
    source: Source,
    comment: Pin<Box<Sleep>>,
    interval: Duration,
    _in_use: Option<InUse>,
}

/// Where the messages come from.
pub(super) enum Source {
    /// From a call that is polled here, and cancelled when nobody reads any more.
    Call(Box<Call>, Reached),
    /// From elsewhere, and the stream ends by itself.
    Elsewhere,
    /// From elsewhere until this completes.
    Until(Reached),
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Call(..) => "Call",
            Self::Elsewhere => "Elsewhere",
            Self::Until(_) => "Until",
        })
    }
}

impl Events {
    pub(super) fn new(reader: Reader, source: Source, interval: Duration) -> Self {
        Self {
            first: Vec::new(),
            reader,
            source,
            comment: Box::pin(tokio::time::sleep(interval)),
            interval,
            _in_use: None,
        }
    }

    /// Begins with an event from which the stream can be resumed.
    pub(super) fn primed(mut self) -> Self {
        self.first = self.reader.stream.first_event();
        self
    }

    /// Keeps the session in use as long as the stream is open.
    pub(super) fn in_use(self, in_use: InUse) -> Self {
        Self {
            _in_use: Some(in_use),
            ..self
        }
    }

    /// The next piece; `None` at the end.
    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
        if !self.first.is_empty() {
            return Poll::Ready(Some(std::mem::take(&mut self.first)));
        }
        let stream = &self.reader.stream;
        match &mut self.source {
            Source::Elsewhere => {}
            Source::Until(end) => {
                if end.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(None);
                }
            }
            Source::Call(call, stop) => {
                let ended = if stop.as_mut().poll(cx).is_ready() {
                    Poll::Ready(call.abandon())
                } else {
                    call.poll(cx)
                };
                if let Poll::Ready(answer) = ended {
                    match answer {
                        Some(answer) => stream.answer(answer.json),
                        None => stream.end(),
                    }
                    self.source = Source::Elsewhere;
                }
            }
        }
        match self.reader.poll_read(cx) {
            Poll::Ready(Read::Events(events)) => {
                self.comment.as_mut().reset(Instant::now() + self.interval);
                return Poll::Ready(Some(events));
            }
            Poll::Ready(Read::End) => return Poll::Ready(None),
            Poll::Pending => {}
        }
        if self.comment.as_mut().poll(cx).is_ready() {
            self.comment.as_mut().reset(Instant::now() + self.interval);
            return Poll::Ready(Some(COMMENT.to_vec()));
        }
        Poll::Pending
    }
}
