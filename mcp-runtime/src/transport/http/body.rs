//! The body of a response: an answer, or a stream of events.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use http_body::{Body, Frame, SizeHint};
use hyper::body::Bytes;

use super::events::Events;

/// The body of a response of [`HttpService`](crate::HttpService): JSON, or a stream of
/// server-sent events.
pub struct HttpBody(Kind);

enum Kind {
    Whole(Option<Bytes>),
    Events(Box<Events>),
}

impl HttpBody {
    pub(super) fn whole(bytes: Vec<u8>) -> Self {
        Self(Kind::Whole(
            Some(bytes.into()).filter(|bytes: &Bytes| !bytes.is_empty()),
        ))
    }

    pub(super) fn events(events: Events) -> Self {
        Self(Kind::Events(Box::new(events)))
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            Kind::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Events(events) => events
                .poll_next(cx)
                .map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes.into())))),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.0, Kind::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(bytes) => {
                let length = bytes.as_ref().map_or(0, Bytes::len);
                SizeHint::with_exact(u64::try_from(length).unwrap_or(u64::MAX))
            }
            Kind::Events(_) => SizeHint::default(),
        }
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpBody")
            .field("streams", &matches!(self.0, Kind::Events(_)))
            .finish()
    }
}
