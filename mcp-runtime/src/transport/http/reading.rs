//! The body of a request, as far as it is allowed to be long and slow.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use http_body::Body;
use hyper::body::Buf;

/// Why there is no body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    TooLong,
    Slow,
    BrokenOff,
}

/// Reads a whole body.
pub(super) async fn read<B: Body>(
    body: B,
    most: usize,
    timeout: Duration,
) -> Result<Vec<u8>, Unread> {
    let least = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if least > most {
        return Err(Unread::TooLong);
    }
    match tokio::time::timeout(timeout, collect(body, most)).await {
        Ok(read) => read,
        Err(_) => Err(Unread::Slow),
    }
}

async fn collect<B: Body>(body: B, most: usize) -> Result<Vec<u8>, Unread> {
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        let Ok(frame) = frame else {
            return Err(Unread::BrokenOff);
        };
        // What is not data is a trailer, which says nothing of interest.
        let Ok(mut data) = frame.into_data() else {
            continue;
        };
        if data.remaining() > most - bytes.len() {
            return Err(Unread::TooLong);
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            bytes.extend_from_slice(chunk);
            let length = chunk.len();
            data.advance(length);
        }
    }
    Ok(bytes)
}
