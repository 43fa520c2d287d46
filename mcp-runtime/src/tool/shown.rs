//! What came, made safe to show: cleaned, cut, and on one line.

use super::clean;
use super::node::Node;

/// Characters of a string that are shown.
const TEXT: usize = 40;

/// Characters of a name that are shown: the longest name a tool or a parameter may have.
const NAME: usize = 128;

/// The name of a member, as it may stand in a message.
pub(crate) fn name(name: &str) -> String {
    clean(name, NAME)
}

/// A string in double quotes.
pub(crate) fn text(text: &str) -> String {
    format!("\"{}\"", clean(text, TEXT))
}

/// Words of another party, such as a type's own error.
pub(crate) fn words(words: &str) -> String {
    clean(words, 200)
}

/// What came, after "got": scalars themselves, the kind of the others.
pub(crate) fn value(node: &Node<'_>) -> String {
    match node {
        Node::Bool(value) => value.to_string(),
        Node::Unsigned(value) => value.to_string(),
        Node::Negative(value) => value.to_string(),
        Node::Float(value) => float(*value),
        Node::Large(text) => clean(text, TEXT),
        Node::String(value) => text(value),
        Node::Array(items) if items.is_empty() => "an empty array".to_owned(),
        node => node.kind().to_owned(),
    }
}

/// A number as JSON writes it, without a fraction where it has none.
pub(crate) fn float(value: f64) -> String {
    super::expected::json_number(value).to_string()
}

/// Text without what could deceive a reader or a terminal, cut at a number of characters.
fn clean(text: &str, limit: usize) -> String {
    clean::clean(text, limit).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_clean_and_on_one_line() {
        assert_eq!(text("a\u{1b}[31mb\u{202e}c\u{200b}d\ne\u{0}"), "\"abcd e\"");
    }

    #[test]
    fn what_is_shown_is_cut_between_characters() {
        let shown = text(&"\u{e9}".repeat(50));
        let cut = "\u{e9}".repeat(40);
        assert_eq!(
            shown,
            format!("\"{cut} \u{2026} (cut; 50 characters in all)\"")
        );
        assert_eq!(text(&"a".repeat(40)), format!("\"{}\"", "a".repeat(40)));
    }
}
