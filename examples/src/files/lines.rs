//! The lines of a file, read in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of a line that are kept.
const LINE: usize = 2_000;

/// The lines of a file, the first of which has number 1.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    /// How many lines have been read.
    pub(super) read: u64,
}

/// A line without its end.
pub(super) struct Line {
    pub(super) text: String,
    /// It is longer than what is in `text`.
    pub(super) is_cut: bool,
    /// It has bytes that are not UTF-8; each is shown as `U+FFFD`.
    pub(super) is_mended: bool,
}

impl<R: Read> Lines<R> {
    /// The lines, or `None` when the file begins like binary data: text has no NUL.
    pub(super) fn of(file: R) -> io::Result<Option<Self>> {
        let mut reader = BufReader::new(file);
        let is_binary = reader.fill_buf()?.contains(&0);
        Ok((!is_binary).then_some(Self { reader, read: 0 }))
    }

    /// The next line.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut start = self.reader.by_ref().take(LINE as u64);
        if start.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let mut is_cut = false;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else {
            let mut rest = Vec::new();
            let mut more = self.reader.by_ref().take(1);
            more.read_to_end(&mut rest)?;
            match rest.first() {
                None | Some(b'\n') => {}
                Some(_) => {
                    self.reader.skip_until(b'\n')?;
                    is_cut = true;
                }
            }
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if is_cut {
            // Not in the middle of a character.
            let broken = bytes
                .utf8_chunks()
                .last()
                .map_or(0, |last| last.invalid().len());
            bytes.truncate(bytes.len() - broken);
        }
        self.read += 1;
        let is_mended = std::str::from_utf8(&bytes).is_err();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(Line {
            text,
            is_cut,
            is_mended,
        }))
    }

    /// Reads past a line.
    pub(super) fn skip(&mut self) -> io::Result<bool> {
        let there = self.reader.skip_until(b'\n')? > 0;
        self.read += u64::from(there);
        Ok(there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &[u8]) -> Vec<(String, bool, bool)> {
        let mut all = Vec::new();
        let Ok(Some(mut lines)) = Lines::of(file) else {
            return all;
        };
        while let Ok(Some(line)) = lines.next() {
            all.push((line.text, line.is_cut, line.is_mended));
        }
        all
    }

    #[test]
    fn lines_end_in_either_way_and_the_last_one_may_lack_its_end() {
        let whole = |text: &str| (text.to_owned(), false, false);
        assert_eq!(lines(b"a\r\n\nb"), [whole("a"), whole(""), whole("b")]);
        assert_eq!(lines(b"a\n"), [whole("a")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_long_line_is_cut_between_characters_and_counts_as_one() {
        let text = format!("{}ä\nnext", "x".repeat(LINE - 1));
        let cut = ("x".repeat(LINE - 1), true, false);
        assert_eq!(
            lines(text.as_bytes()),
            [cut, ("next".to_owned(), false, false)]
        );
        let exact = format!("{}\nnext", "x".repeat(LINE));
        assert_eq!(lines(exact.as_bytes()).len(), 2);
    }

    #[test]
    fn bytes_that_are_no_text_are_marked() {
        let mended = ("caf\u{fffd}".to_owned(), false, true);
        assert_eq!(lines(b"caf\xe9"), [mended]);
    }
}
