//! A text of a failure, which knows where values stand in it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::quoted::{Quoted, data};
use super::{FailureKind, clean};

/// The most characters of one value in a message.
const VALUE: usize = 500;

/// A message, or a piece of advice.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) whole: Cow<'static, str>,
    holds: Holds,
}

/// What in a text is not its author's own words.
#[derive(Debug, Clone)]
enum Holds {
    Nothing,
    /// It was put together elsewhere, so nobody knows.
    Unknown,
    Values(Vec<Value>),
}

#[derive(Debug, Clone)]
struct Value {
    place: Range<usize>,
    field: &'static str,
    /// As it stands there, but without quotation marks.
    plain: String,
    is_quoted: bool,
}

/// A stretch of a text that is put together.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// Words of the author.
    Words(&'static str),
    /// What a field holds.
    Value(&'static str, &'a dyn fmt::Display),
    /// What a field holds, as data.
    Quoted(&'static str, &'a dyn fmt::Display),
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.debug_tuple("Words").field(words).finish(),
            Self::Value(field, _) => f.debug_tuple("Value").field(field).finish(),
            Self::Quoted(field, _) => f.debug_tuple("Quoted").field(field).finish(),
        }
    }
}

/// A value in the text of a failure, before it is sent: what
/// [`ServerBuilder::redact`](crate::ServerBuilder::redact) is asked about.
#[derive(Debug, Clone, Copy)]
pub struct ShownValue<'a> {
    tool: &'a str,
    kind: FailureKind,
    field: Option<&'a str>,
    text: &'a str,
}

impl<'a> ShownValue<'a> {
    pub(crate) fn new(
        tool: &'a str,
        kind: FailureKind,
        field: Option<&'a str>,
        text: &'a str,
    ) -> Self {
        Self {
            tool,
            kind,
            field,
            text,
        }
    }

    /// The tool that failed.
    #[must_use]
    pub fn tool(&self) -> &'a str {
        self.tool
    }

    /// The kind of the failure.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The field that the value comes from, of a failure that derives `ToolFailure`: its name, or
    /// its number in a tuple. `None` when [`text`](Self::text) is a whole message or piece of
    /// advice that was put together elsewhere.
    #[must_use]
    pub fn field(&self) -> Option<&'a str> {
        self.field
    }

    /// The value as it would be sent, without the quotation marks of untrusted text.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }
}

impl Text {
    /// Words alone: there is nothing in them to redact.
    pub(crate) fn words(words: String) -> Self {
        Self {
            whole: Cow::Owned(words),
            holds: Holds::Nothing,
        }
    }

    /// A text from its parts.
    pub(crate) fn of(parts: &[Part<'_>]) -> Self {
        if let [Part::Words(words)] = parts {
            return Cow::Borrowed(*words).into();
        }
        let mut whole = String::new();
        let mut values = Vec::new();
        for part in parts {
            let (field, value, is_quoted) = match *part {
                Part::Words(words) => {
                    whole.push_str(words);
                    continue;
                }
                Part::Value(field, value) => (field, value, false),
                Part::Quoted(field, value) => (field, value, true),
            };
            let plain = value.to_string();
            let plain = if is_quoted {
                data(&plain)
            } else {
                one_line(&plain)
            };
            let start = whole.len();
            push(&mut whole, &plain, is_quoted);
            values.push(Value {
                place: start..whole.len(),
                field,
                plain,
                is_quoted,
            });
        }
        Self {
            whole: Cow::Owned(whole),
            holds: Holds::Values(values),
        }
    }

    /// Asks about each value, and puts what is answered in its place; `None` where nothing is.
    pub(crate) fn redacted(
        &self,
        ask: &mut dyn FnMut(Option<&str>, &str) -> Option<String>,
    ) -> Option<Self> {
        let values = match &self.holds {
            Holds::Nothing => return None,
            Holds::Unknown => {
                let shown = clean(&self.whole, usize::MAX);
                return ask(None, &shown).map(Self::words);
            }
            Holds::Values(values) => values,
        };
        let mut whole = String::new();
        let mut changed = false;
        let mut end = 0;
        for value in values {
            whole.push_str(self.whole.get(end..value.place.start).unwrap_or_default());
            end = value.place.end;
            match ask(Some(value.field), &value.plain) {
                Some(instead) => {
                    changed = true;
                    push(&mut whole, &one_line(&instead), value.is_quoted);
                }
                None => whole.push_str(self.whole.get(value.place.clone()).unwrap_or_default()),
            }
        }
        whole.push_str(self.whole.get(end..).unwrap_or_default());
        changed.then(|| Self::words(whole))
    }
}

impl From<Cow<'static, str>> for Text {
    /// A literal holds no values; what is made while the program runs may.
    fn from(whole: Cow<'static, str>) -> Self {
        let holds = match whole {
            Cow::Borrowed(_) => Holds::Nothing,
            Cow::Owned(_) => Holds::Unknown,
        };
        Self { whole, holds }
    }
}

fn push(whole: &mut String, plain: &str, is_quoted: bool) {
    if is_quoted {
        whole.push_str(&Quoted(plain).to_string());
    } else {
        whole.push_str(plain);
    }
}

/// A value in the middle of a sentence: a line break in it would end the sentence for its reader.
fn one_line(value: &str) -> String {
    let cleaned = clean(value, VALUE);
    if !cleaned.contains(['\n', '\t']) {
        return cleaned.into_owned();
    }
    let pieces = cleaned.split(['\n', '\t']);
    let mut line = String::new();
    for piece in pieces.map(str::trim).filter(|piece| !piece.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(piece);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_on_the_line_and_quoted_ones_show_where_it_breaks() {
        for (value, plain, quoted) in [
            ("Oslo", "Oslo", r#""Oslo""#),
            ("Os\nlo", "Os lo", r#""Os\nlo""#),
            ("\n a\t\r\n\u{2028} b \n", "a b", r#""a\t\n\n b""#),
            ("  two  blanks", "  two  blanks", r#""two  blanks""#),
            ("\n\t", "", r#""""#),
            ("a\u{1b}[1m\nb", "a b", r#""a\nb""#),
        ] {
            assert_eq!(Text::of(&[Part::Value("x", &value)]).whole, plain);
            assert_eq!(Text::of(&[Part::Quoted("x", &value)]).whole, quoted);
        }
    }

    #[test]
    fn each_value_is_asked_about_and_replaced_in_its_place() {
        let parts = [
            Part::Words("no "),
            Part::Value("city", &"Ur"),
            Part::Words(" for "),
            Part::Quoted("0", &"a\"b\nc"),
            Part::Words("!"),
        ];
        let text = Text::of(&parts);
        assert_eq!(text.whole, r#"no Ur for "a\"b\nc"!"#);
        let mut asked = Vec::new();
        let same = text.redacted(&mut |field, value| {
            asked.push((field.map(ToOwned::to_owned), value.to_owned()));
            None
        });
        assert!(same.is_none());
        let expected = [("city", "Ur"), ("0", "a\"b\nc")];
        let expected = expected.map(|(field, value)| (Some(field.to_owned()), value.to_owned()));
        assert_eq!(asked, expected);
        let hidden = text.redacted(&mut |_, value| Some(format!("{}\n\"\u{202e}", value.len())));
        assert_eq!(
            hidden.map(|text| text.whole).as_deref(),
            Some(r#"no 2 " for "5 \""!"#)
        );
    }

    #[test]
    fn literals_hold_nothing_and_what_was_made_elsewhere_is_asked_about_whole() {
        let text = |whole: Cow<'static, str>| {
            let mut asked = 0;
            let redacted = Text::from(whole).redacted(&mut |field, _| {
                asked += 1;
                assert_eq!(field, None);
                Some("(hidden)".to_owned())
            });
            (asked, redacted.map(|text| text.whole.into_owned()))
        };
        assert_eq!(text("no city".into()), (0, None));
        let made = String::from("no Ur").into();
        assert_eq!(text(made), (1, Some("(hidden)".to_owned())));
    }
}
