//! The buffer that a thread keeps for its next message, so that most messages allocate nothing.

use std::cell::Cell;

/// What an answer to a small call fits into.
const USUAL: usize = 512;

/// How much memory a thread keeps between messages.
const KEPT: usize = 64 * 1024;

thread_local! {
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// An empty buffer.
pub(crate) fn take() -> Vec<u8> {
    let mut buffer = SPARE.try_with(Cell::take).unwrap_or_default();
    buffer.clear();
    buffer.reserve(USUAL);
    buffer
}

/// Keeps a buffer that is no longer needed for the thread's next message.
pub(crate) fn give_back(buffer: Vec<u8>) {
    if buffer.capacity() <= KEPT {
        // A thread that is ending keeps nothing.
        let _ = SPARE.try_with(|spare| spare.set(buffer));
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, give_back, take};

    #[test]
    fn what_is_given_back_is_taken_next_and_empty() {
        let mut buffer = take();
        buffer.extend_from_slice(b"{}");
        let place = buffer.as_ptr();
        give_back(buffer);
        let (again, other) = (take(), take());
        assert_eq!((again.as_ptr(), again.len()), (place, 0));
        assert_ne!(other.as_ptr(), place, "it is lent once");
    }

    #[test]
    fn a_large_buffer_is_not_kept() {
        give_back(Vec::with_capacity(KEPT + 1));
        assert!(take().capacity() <= KEPT);
    }
}
