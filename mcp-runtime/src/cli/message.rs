//! Lines for the person at the command line, on standard error.

use std::io::{self, Write};

use super::terminal::{colour, harmless, length, stderr_width, styled, wrapped};

/// Bold red, for what went wrong.
const RED: &str = "1;31";

/// A mistake in the command line.
pub(super) fn error(message: &str) {
    line("error", message);
}

/// A message behind a label that stands out; between words, where it has to break in a terminal.
pub(super) fn line(label: &str, message: &str) {
    let label = format!("{label}:");
    let colour = colour(&io::stderr());
    let message = match stderr_width() {
        Some(width) => laid_out(&label, &harmless(message), width),
        None => format!("{label} {message}"),
    };
    let rest = message.strip_prefix(&label).unwrap_or_default();
    text(&format!("{}{rest}\n", styled(&label, RED, colour)));
}

/// The label and the message in lines of at most a width.
fn laid_out(label: &str, message: &str, width: usize) -> String {
    let text = format!("{label} {message}");
    let lines = text.lines().map(|line| {
        if length(line) <= width {
            line.to_owned()
        } else {
            wrapped(line, width).join("\n")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text as it is; nothing can be done when nobody reads standard error.
pub(crate) fn text(text: &str) {
    let mut stderr = io::stderr().lock();
    drop(
        stderr
            .write_all(text.as_bytes())
            .and_then(|()| stderr.flush()),
    );
}

#[cfg(test)]
mod tests {
    use super::laid_out;

    #[test]
    fn long_messages_break_between_words_and_short_lines_stay() {
        assert_eq!(
            laid_out("error:", "one two three", 12),
            "error: one\ntwo three"
        );
        assert_eq!(laid_out("error:", "a\n  - b", 12), "error: a\n  - b");
    }
}
