//! Lines for the person at the command line, on standard error.

use std::io::{self, Write};

use super::terminal::{colour, harmless, styled};

/// Bold red, for what went wrong.
const RED: &str = "1;31";

/// A mistake in the command line.
pub(super) fn error(message: &str) {
    line("error", message);
}

/// One line, or a few, behind a label that stands out.
pub(super) fn line(label: &str, message: &str) {
    let stderr = io::stderr();
    let label = styled(&format!("{label}:"), RED, colour(&stderr));
    text(&format!("{label} {}\n", harmless(message)));
}

/// A text as it is; nothing can be done when nobody reads standard error.
pub(super) fn text(text: &str) {
    let mut stderr = io::stderr().lock();
    drop(
        stderr
            .write_all(text.as_bytes())
            .and_then(|()| stderr.flush()),
    );
}
