//! A counted slice of a message, so that what outlives the reading of it is not copied.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::scan::{Raw, Scanner};

/// A part of a message that keeps the message alive.
#[derive(Debug, Clone)]
pub(crate) struct Slice {
    message: Arc<str>,
    range: Range<usize>,
}

impl Slice {
    /// The part of `message` that `part` is, when it lies inside it; a copy otherwise.
    pub(crate) fn of(message: &Arc<str>, part: Raw<'_>) -> Self {
        Self::of_text(message, part.get())
    }

    /// As [`Slice::of`], for a part that is known to be JSON.
    pub(crate) fn of_text(message: &Arc<str>, part: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(message.as_ptr() as usize);
        let range = start..start.wrapping_add(part.len());
        // The same memory, not just the same text: nothing has to be compared.
        let inside = message.get(range.clone());
        if inside.is_some_and(|inside| std::ptr::eq(inside, part)) {
            Self {
                message: Arc::clone(message),
                range,
            }
        } else {
            Self {
                message: part.into(),
                range: 0..part.len(),
            }
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        self.message.get(self.range.clone()).unwrap_or_default()
    }
}

impl From<String> for Slice {
    /// A text of its own.
    fn from(text: String) -> Self {
        Self {
            range: 0..text.len(),
            message: text.into(),
        }
    }
}

/// The text of a JSON string; `None` when the value is something else, or no text in spite of its
/// form. It is known to be one JSON value.
pub(crate) fn string(json: &str) -> Option<Cow<'_, str>> {
    Scanner::new(json).string().ok()?.read().ok()
}
