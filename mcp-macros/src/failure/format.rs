//! Format strings taken apart, so that each placeholder can be treated on its own.

/// A stretch of a format string.
#[derive(Debug, PartialEq)]
pub(crate) enum Piece {
    /// Text as it is shown: `{{` is one brace already.
    Text(String),
    /// `{..}`.
    Hole(Hole),
}

/// A placeholder.
#[derive(Debug, PartialEq)]
pub(crate) struct Hole {
    pub(crate) argument: Argument,
    pub(crate) spec: Spec,
}

/// What a placeholder, a width or a precision refers to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Argument {
    /// The next argument in order.
    Next,
    Index(usize),
    Name(String),
}

/// What stands behind the colon.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Spec {
    /// Fill, alignment, sign, `#` and `0`, as written.
    flags: String,
    pub(crate) width: Option<Count>,
    pub(crate) precision: Option<Count>,
    /// Which of the formatting traits shows the value, as written: `?`, `x`, or nothing.
    pub(crate) shown_as: String,
}

/// A width or a precision.
#[derive(Debug, PartialEq)]
pub(crate) enum Count {
    Fixed(String),
    Of(Argument),
}

impl Spec {
    /// Whether the value is shown as itself, with no wish about how.
    pub(crate) fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the value is shown for programmers.
    pub(crate) fn is_debug(&self) -> bool {
        self.shown_as.ends_with('?')
    }

    /// The trait of `std::fmt` that shows the value.
    pub(crate) fn trait_name(&self) -> &'static str {
        match self.shown_as.as_str() {
            "x" => "LowerHex",
            "X" => "UpperHex",
            "o" => "Octal",
            "b" => "Binary",
            "e" => "LowerExp",
            "E" => "UpperExp",
            "p" => "Pointer",
            _ if self.is_debug() => "Debug",
            _ => "Display",
        }
    }

    /// The placeholder for arguments called `value`, `width` and `precision`.
    pub(crate) fn to_placeholder(&self) -> String {
        let count = |count: &Option<Count>, name: &str| match count {
            None => String::new(),
            Some(Count::Fixed(digits)) => digits.clone(),
            Some(Count::Of(_)) => format!("{name}$"),
        };
        let dot = if self.precision.is_some() { "." } else { "" };
        format!(
            "{{value:{}{}{dot}{}{}}}",
            self.flags,
            count(&self.width, "width"),
            count(&self.precision, "precision"),
            self.shown_as,
        )
    }
}

/// Takes a format string apart.
pub(crate) fn parse(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        shown.push_str(before);
        if let Some(behind) = brace.strip_prefix("{{") {
            shown.push('{');
            rest = behind;
        } else if let Some(behind) = brace.strip_prefix("}}") {
            shown.push('}');
            rest = behind;
        } else if let Some(inside) = brace.strip_prefix('{') {
            let Some((hole, behind)) = inside.split_once('}') else {
                return Err("there is a `{` without its `}`".to_owned());
            };
            if !shown.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut shown)));
            }
            pieces.push(Piece::Hole(Hole::parse(hole)?));
            rest = behind;
        } else {
            return Err("there is a `}` without its `{`".to_owned());
        }
    }
    shown.push_str(rest);
    if !shown.is_empty() {
        pieces.push(Piece::Text(shown));
    }
    Ok(pieces)
}

impl Hole {
    fn parse(inside: &str) -> Result<Self, String> {
        let (argument, spec) = inside.split_once(':').unwrap_or((inside, ""));
        Ok(Self {
            argument: Argument::parse(argument.trim())
                .ok_or_else(|| format!("`{{{inside}}}` is not a placeholder"))?,
            spec: Spec::parse(spec.trim_end())
                .ok_or_else(|| format!("`{{{inside}}}` is not a placeholder"))?,
        })
    }
}

impl Argument {
    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Next);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().ok().map(Self::Index);
        }
        let mut letters = text.chars();
        let starts = |letter: char| letter.is_alphabetic() || letter == '_';
        let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
        (letters.next().is_some_and(starts) && letters.all(goes_on) && text != "_")
            .then(|| Self::Name(text.to_owned()))
    }
}

impl Spec {
    fn parse(text: &str) -> Option<Self> {
        let flags = flags(text);
        let (flags, rest) = text.split_at(flags);
        let (width, rest) = count(rest)?;
        let (precision, rest) = match rest.strip_prefix('.') {
            None => (None, rest),
            Some(star) if star.starts_with('*') => (
                Some(Count::Of(Argument::Next)),
                star.get(1..).unwrap_or_default(),
            ),
            Some(rest) => count(rest)?,
        };
        matches!(
            rest,
            "" | "?" | "x?" | "X?" | "x" | "X" | "o" | "b" | "e" | "E" | "p"
        )
        .then(|| Self {
            flags: flags.to_owned(),
            width,
            precision,
            shown_as: rest.to_owned(),
        })
    }
}

/// How many bytes fill, alignment, sign, `#` and `0` take.
fn flags(text: &str) -> usize {
    let aligns = |letter: char| matches!(letter, '<' | '^' | '>');
    let mut letters = text.chars();
    let mut length = match (letters.next(), letters.next()) {
        (Some(fill), Some(align)) if aligns(align) => fill.len_utf8() + 1,
        (Some(align), _) if aligns(align) => 1,
        _ => 0,
    };
    for flag in [['+', '-'], ['#', '#'], ['0', '0']] {
        let rest = text.get(length..).unwrap_or_default();
        // `0$` is a width.
        if rest.starts_with(flag) && !rest.starts_with("0$") {
            length += 1;
        }
    }
    length
}

/// A width or a precision, if there is one, and what stands behind it.
fn count(text: &str) -> Option<(Option<Count>, &str)> {
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let end = text.find(|letter| !word(letter)).unwrap_or(text.len());
    let (name, behind) = text.split_at(end);
    if let Some(behind) = behind.strip_prefix('$') {
        return Some((Some(Count::Of(Argument::parse(name)?)), behind));
    }
    let end = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, behind) = text.split_at(end);
    let fixed = (!digits.is_empty()).then(|| Count::Fixed(digits.to_owned()));
    Some((fixed, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholder(text: &str) -> Option<(Argument, String)> {
        match parse(text).ok()?.pop()? {
            Piece::Hole(hole) => Some((hole.argument, hole.spec.to_placeholder())),
            Piece::Text(_) => None,
        }
    }

    #[test]
    fn every_form_of_a_placeholder_keeps_its_spelling() {
        let name = |name: &str| Argument::Name(name.to_owned());
        for (written, argument, kept) in [
            ("{}", Argument::Next, "{value:}"),
            ("{0:#06x}", Argument::Index(0), "{value:#06x}"),
            ("{city}", name("city"), "{value:}"),
            ("{type}", name("type"), "{value:}"),
            ("{city:?}", name("city"), "{value:?}"),
            ("{city:#x?}", name("city"), "{value:#x?}"),
            ("{n:*^+9.2e}", name("n"), "{value:*^+9.2e}"),
            ("{n:é<4}", name("n"), "{value:é<4}"),
            ("{n:w$}", name("n"), "{value:width$}"),
            ("{n:>1$.p$}", name("n"), "{value:>width$.precision$}"),
            ("{n:0$}", name("n"), "{value:width$}"),
            ("{:.*}", Argument::Next, "{value:.precision$}"),
            ("{x:x$x}", name("x"), "{value:width$x}"),
        ] {
            assert_eq!(
                placeholder(written),
                Some((argument, kept.to_owned())),
                "{written}"
            );
        }
    }

    #[test]
    fn doubled_braces_are_text() {
        let hole = |name: &str| {
            Piece::Hole(Hole {
                argument: Argument::Name(name.to_owned()),
                spec: Spec::default(),
            })
        };
        assert_eq!(
            parse("a {{b}} {c}}}"),
            Ok(vec![
                Piece::Text("a {b} ".to_owned()),
                hole("c"),
                Piece::Text("}".to_owned())
            ])
        );
    }

    #[test]
    fn what_the_compiler_refuses_is_refused() {
        for text in ["{", "}", "{a", "{a b}", "{:y}", "{_}", "{r#a}", "{a:1$$}"] {
            assert!(parse(text).is_err(), "{text} was taken apart");
        }
    }
}
