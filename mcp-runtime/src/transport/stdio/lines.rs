//! From bytes to lines: each line is one message.

use std::sync::Arc;

/// How much is read at once, and how much memory an idle reader keeps.
const CHUNK: usize = 64 * 1024;

/// One line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A message.
    Text(Arc<str>),
    /// Bytes that are not UTF-8.
    NotText,
    /// A line longer than the limit; its bytes are dropped.
    TooLong,
}

/// Splits what arrives into lines and holds what is not yet a line.
///
/// Blank lines are skipped, and a byte order mark or a carriage return around a line is dropped:
/// neither is part of a message.
#[derive(Debug)]
pub(super) struct Lines {
    /// Initialised throughout, so that a read costs no clearing; what has arrived ends at
    /// `filled`.
    buffer: Vec<u8>,
    /// Where the next line starts.
    start: usize,
    /// How far what has arrived is known to hold no line end.
    searched: usize,
    filled: usize,
    limit: usize,
    /// The rest of a line that was too long is still arriving.
    skipping: bool,
}

impl Lines {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            filled: 0,
            limit,
            skipping: false,
        }
    }

    /// Appends what `read` puts into the spare room it is given; it returns how many bytes that
    /// were, 0 at the end of input.
    pub(super) fn fill<E>(
        &mut self,
        read: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        self.make_room();
        let spare = self.buffer.get_mut(self.filled..).unwrap_or_default();
        let count = read(spare)?;
        self.filled += count;
        Ok(count)
    }

    /// Moves the line that is arriving to the front, and sees to it that a chunk fits behind it.
    fn make_room(&mut self) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.filled, 0);
            self.searched -= self.start;
            self.filled -= self.start;
            self.start = 0;
        }
        if self.filled < CHUNK && self.buffer.len() > 4 * CHUNK {
            self.shrink();
        }
        if self.buffer.len() < self.filled + CHUNK {
            // In small steps: what a long line leaves over is memory for nothing.
            let more = (self.filled / 4).max(2 * CHUNK);
            let length = self.filled + more;
            self.buffer.reserve_exact(length - self.buffer.len());
            self.buffer.resize(length, 0);
        }
    }

    /// Gives back what a large line took.
    fn shrink(&mut self) {
        self.buffer.truncate(2 * CHUNK);
        self.buffer.shrink_to_fit();
    }

    /// The next whole line that has arrived.
    pub(super) fn next_line(&mut self) -> Option<Line> {
        loop {
            let unsearched = self.buffer.get(self.searched..self.filled);
            let Some(length) = memchr::memchr(b'\n', unsearched.unwrap_or_default()) else {
                self.searched = self.filled;
                return self.too_long_already();
            };
            let end = self.searched + length;
            let line = self.take(end, end + 1);
            if line.is_some() {
                return line;
            }
        }
    }

    /// What is left at the end of input: a last line without a line end.
    pub(super) fn last_line(&mut self) -> Option<Line> {
        let end = self.filled;
        self.take(end, end)
    }

    /// Takes the line that ends at `end`; the next one starts at `next`.
    fn take(&mut self, end: usize, next: usize) -> Option<Line> {
        let bytes = self.buffer.get(self.start..end).unwrap_or_default();
        let line = if self.skipping {
            None
        } else if bytes.len() > self.limit {
            Some(Line::TooLong)
        } else {
            text(bytes)
        };
        self.skipping = false;
        self.start = next;
        self.searched = next;
        // The line is held elsewhere now, and may be large.
        if next == self.filled && self.buffer.len() > 4 * CHUNK {
            self.forget();
            self.shrink();
        }
        line
    }

    /// Refuses a line as soon as it is too long, and forgets what has arrived of it.
    fn too_long_already(&mut self) -> Option<Line> {
        if self.skipping {
            self.forget();
            return None;
        }
        if self.filled - self.start <= self.limit {
            return None;
        }
        self.forget();
        self.skipping = true;
        Some(Line::TooLong)
    }

    fn forget(&mut self) {
        (self.start, self.searched, self.filled) = (0, 0, 0);
    }
}

fn text(bytes: &[u8]) -> Option<Line> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    Some(match std::str::from_utf8(bytes) {
        Ok(text) => Line::Text(Arc::from(text.trim_ascii())),
        Err(_) => Line::NotText,
    })
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        reason = "tests may panic"
    )]

    use super::{Line, Lines};

    fn read(lines: &mut Lines, bytes: &[u8]) -> Vec<Line> {
        lines
            .fill(|spare| {
                spare[..bytes.len()].copy_from_slice(bytes);
                Ok::<_, ()>(bytes.len())
            })
            .unwrap();
        std::iter::from_fn(|| lines.next_line()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn a_line_may_arrive_in_pieces() {
        let mut lines = Lines::new(100);
        assert_eq!(read(&mut lines, b"{\"a\""), []);
        assert_eq!(
            read(&mut lines, b":1}\n{}\n["),
            [text("{\"a\":1}"), text("{}")]
        );
        assert_eq!(read(&mut lines, b"]"), []);
        assert_eq!(lines.last_line(), Some(text("[]")));
        assert_eq!(lines.last_line(), None);
    }

    #[test]
    fn blank_lines_carriage_returns_and_byte_order_marks_are_not_part_of_a_message() {
        let mut lines = Lines::new(100);
        let read = read(&mut lines, b"\xEF\xBB\xBF{}\r\n\r\n  \n\n1\n");
        assert_eq!(read, [text("{}"), text("1")]);
    }

    #[test]
    fn bytes_that_are_not_text_cost_one_line() {
        let mut lines = Lines::new(100);
        assert_eq!(
            read(&mut lines, b"\"\xFF\"\n{}\n"),
            [Line::NotText, text("{}")]
        );
    }

    #[test]
    fn a_line_over_the_limit_is_refused_once_and_the_next_one_is_read() {
        let mut lines = Lines::new(4);
        assert_eq!(read(&mut lines, b"1234\n"), [text("1234")]);
        assert_eq!(read(&mut lines, b"12345"), [Line::TooLong]);
        assert_eq!(read(&mut lines, b"6789"), []);
        assert_eq!(
            read(&mut lines, b"0\nok\n123456\n"),
            [text("ok"), Line::TooLong]
        );
    }

    #[test]
    fn memory_is_given_back_after_a_long_line() {
        let mut lines = Lines::new(1 << 24);
        for _ in 0..200 {
            assert_eq!(read(&mut lines, &vec![b'x'; 60_000]), []);
        }
        assert_eq!(read(&mut lines, b"\n").len(), 1);
        assert_eq!(read(&mut lines, b"{}\n"), [text("{}")]);
        assert!(
            lines.buffer.capacity() < 1 << 20,
            "{}",
            lines.buffer.capacity()
        );
    }
}
