//! What came, made safe to show: cleaned, cut, and on one line.

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

/// A number as JSON writes it.
pub(crate) fn float(value: f64) -> String {
    serde_json::Number::from_f64(value).map_or_else(|| value.to_string(), |n| n.to_string())
}

/// Text without what could deceive a reader or a terminal, cut at a number of characters.
fn clean(text: &str, limit: usize) -> String {
    let mut clean = String::new();
    let mut kept = 0;
    for c in text.chars() {
        let c = match c {
            '\n' | '\r' | '\t' => ' ',
            c if hidden(c) => continue,
            c => c,
        };
        if kept == limit {
            clean.push('\u{2026}');
            break;
        }
        clean.push(c);
        kept += 1;
    }
    clean
}

/// Control characters (an escape sequence loses its ESC and with it its effect), bidirectional
/// controls, and characters without width.
fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_cleaned() {
        assert_eq!(
            text("a\u{1b}[31mb\u{202e}c\u{200b}d\ne\u{0}"),
            "\"a[31mbcd e\""
        );
    }

    #[test]
    fn what_is_shown_is_cut_between_characters() {
        let shown = text(&"\u{e9}".repeat(50));
        assert_eq!(shown, format!("\"{}\u{2026}\"", "\u{e9}".repeat(40)));
        assert_eq!(text(&"a".repeat(40)), format!("\"{}\"", "a".repeat(40)));
    }
}
