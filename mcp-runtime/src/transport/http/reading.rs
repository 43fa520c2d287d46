//! The body of a request, as far as it is allowed to be long and slow, and as far as there is room
//! for it beside those of others.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use http_body::Body;
use hyper::body::{Buf, Bytes};

/// Why there is no body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    TooLong,
    Slow,
    BrokenOff,
    NoRoom,
}

/// The room for bodies that are arriving, for all requests together.
#[derive(Debug)]
pub(super) struct Room {
    taken: AtomicUsize,
    most: usize,
}

impl Room {
    pub(super) fn new(most: usize) -> Self {
        Self {
            taken: AtomicUsize::new(0),
            most,
        }
    }
}

/// What one body takes of the room, until it has been read.
struct Taken<'room> {
    room: &'room Room,
    bytes: usize,
}

impl Taken<'_> {
    fn more(&mut self, bytes: usize) -> Result<(), Unread> {
        self.bytes += bytes;
        let before = self.room.taken.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > self.room.most {
            return Err(Unread::NoRoom);
        }
        Ok(())
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.room.taken.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Reads a whole body.
pub(super) async fn read<B: Body>(
    body: B,
    most: usize,
    timeout: Duration,
    room: &Room,
) -> Result<Bytes, Unread> {
    let least = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if least > most {
        return Err(Unread::TooLong);
    }
    let mut collecting = pin!(collect(body, most, room));
    let mut late = None;
    poll_fn(|cx| match collecting.as_mut().poll(cx) {
        Poll::Ready(read) => Poll::Ready(read),
        // Most bodies are there at once, and need no timer.
        Poll::Pending => {
            let late = late.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
            late.as_mut().poll(cx).map(|()| Err(Unread::Slow))
        }
    })
    .await
}

async fn collect<B: Body>(body: B, most: usize, room: &Room) -> Result<Bytes, Unread> {
    let mut taken = Taken { room, bytes: 0 };
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
        taken.more(data.remaining())?;
        if bytes.is_empty() && body.is_end_stream() {
            return Ok(data.copy_to_bytes(data.remaining()));
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            bytes.extend_from_slice(chunk);
            let length = chunk.len();
            data.advance(length);
        }
    }
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::{Room, Unread, read};
    use std::time::Duration;

    #[tokio::test]
    async fn bodies_share_the_room_that_there_is_and_give_it_back() {
        let room = Room::new(10);
        let body = |length| read("a".repeat(length), 20, Duration::from_secs(20), &room);
        assert_eq!(body(10).await.map(|bytes| bytes.len()), Ok(10));
        assert_eq!(body(11).await, Err(Unread::NoRoom));
        assert_eq!(body(21).await, Err(Unread::TooLong));
        assert_eq!(body(10).await.map(|bytes| bytes.len()), Ok(10));
    }
}
