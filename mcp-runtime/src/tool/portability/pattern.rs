//! Whether a regular expression means the same to hosts.

use Foreign::{ToJavaScript, ToOpenAi};

/// What some hosts cannot read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    /// OpenAI's service refuses it.
    ToOpenAi(&'static str),
    /// It means nothing, or something else, in JavaScript.
    ToJavaScript(&'static str),
}

/// What hosts cannot read in a pattern, if there is something.
pub(super) fn foreign(pattern: &str) -> Option<Foreign> {
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(first) = rest.chars().next() {
        if let Some(escaped) = rest.strip_prefix('\\') {
            match escaped.chars().next() {
                Some('p' | 'P') => {
                    return Some(ToOpenAi("OpenAI does not know classes of Unicode (`\\p`)"));
                }
                Some('A' | 'z' | 'Z') => {
                    return Some(ToJavaScript(
                        "hosts in JavaScript do not know `\\A`, `\\z` and `\\Z`",
                    ));
                }
                Some(letter) if is_needless(letter, in_class) => {
                    return Some(ToJavaScript(
                        "hosts in JavaScript refuse a backslash before a character that does not need one, such as `\\-` outside of a class",
                    ));
                }
                _ => {}
            }
            let length = escaped.chars().next().map_or(0, char::len_utf8);
            rest = escaped.get(length..).unwrap_or_default();
            continue;
        }
        if in_class {
            if rest.starts_with("[:") || rest.starts_with("&&") || rest.starts_with("--") {
                return Some(ToJavaScript(
                    "hosts in JavaScript read classes within classes in another way",
                ));
            }
            in_class = first != ']';
        } else if first == '[' {
            in_class = true;
            // A bracket that comes first stands for itself.
            rest = rest.strip_prefix('[').unwrap_or(rest);
            rest = rest.strip_prefix('^').unwrap_or(rest);
            rest = rest.strip_prefix(']').unwrap_or(rest);
            continue;
        } else if let Some(group) = rest.strip_prefix("(?") {
            if ["=", "!", "<=", "<!"]
                .iter()
                .any(|look| group.starts_with(look))
            {
                return Some(ToOpenAi("OpenAI refuses patterns that look ahead or back"));
            }
            if !group.starts_with(':') && !group.starts_with('<') {
                return Some(ToJavaScript(
                    "hosts in JavaScript do not know flags in patterns, nor `(?P<..>`",
                ));
            }
        }
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    None
}

/// Whether a character stands for itself, and means nothing more behind a backslash.
fn is_needless(letter: char, in_class: bool) -> bool {
    match letter {
        '-' => !in_class,
        '_' => true,
        letter => {
            letter.is_ascii()
                && !letter.is_ascii_alphanumeric()
                && !"^$\\.*+?()[]{}|/".contains(letter)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::foreign;

    #[test]
    fn what_every_language_reads_passes() {
        for pattern in [
            "",
            "^[a-z]+$",
            r"^\d{4}-\d{2}$",
            "[^]x]",
            "(?:a|b)",
            "(?<year>[0-9])",
            r"\[[:]",
            r"[a\-z]\.\/",
        ] {
            assert_eq!(foreign(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_some_hosts_cannot_read_is_found() {
        for pattern in [
            "^(?!x)",
            "(?=x)",
            "(?<=x)",
            "(?<!x)",
            "(?i)a",
            "(?P<a>x)",
            r"\p{L}",
            r"\Aab\z",
            "[[:alpha:]]",
            "[a-z&&b]",
            r"^\d{4}\-\d{2}$",
            r"a\_b",
            r"[\#]",
        ] {
            assert!(foreign(pattern).is_some(), "{pattern}");
        }
    }
}
