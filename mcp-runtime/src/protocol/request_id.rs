//! The id of a request: as it came, and as it is compared.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::sync::Arc;

use super::json;
use super::text::Slice;

/// The id of a request, compared by what it says.
#[derive(Debug, Clone)]
pub(crate) struct RequestId {
    text: Slice,
    /// What it is compared by, where that is not the text.
    key: Option<String>,
}

impl RequestId {
    /// The id that stands in `message` as `text`.
    pub(crate) fn of(message: &Arc<str>, text: &str) -> Self {
        Self {
            text: Slice::of_text(message, text),
            key: match key(text) {
                Cow::Borrowed(_) => None,
                Cow::Owned(key) => Some(key),
            },
        }
    }

    /// The JSON text as it came.
    pub(crate) fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// The same for the same id, however it is written.
    pub(crate) fn key(&self) -> &str {
        self.key.as_deref().unwrap_or_else(|| self.as_str())
    }
}

impl Borrow<str> for RequestId {
    fn borrow(&self) -> &str {
        self.key()
    }
}

impl Ord for RequestId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(other.key())
    }
}

impl PartialOrd for RequestId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RequestId {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for RequestId {}

/// The id as a key: a string written with escapes is the same id as one without.
pub(crate) fn key(id: &str) -> Cow<'_, str> {
    if id.starts_with('"') && id.contains('\\') {
        if let Ok(text) = serde_json::from_str::<String>(id) {
            return Cow::Owned(json::quoted(&text));
        }
    }
    Cow::Borrowed(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_compared_by_what_it_says_and_kept_as_it_is_written() {
        for (written, key) in [
            ("7", "7"),
            ("\"7\"", "\"7\""),
            (r#""\u0061""#, r#""a""#),
            (r#""\"""#, r#""\"""#),
        ] {
            let id = RequestId::of(&Arc::from(written), written);
            assert_eq!((id.as_str(), id.key()), (written, key));
        }
    }
}
