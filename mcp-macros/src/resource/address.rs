//! An address, or a template of addresses, taken apart.
//!
//! A template is one of RFC 6570, as far as an address can be read back by it: which variable got
//! which text must be clear from the address alone.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::quote;

use crate::names::Root;

/// An address, or a template of addresses.
#[derive(Debug, Default)]
pub(crate) struct Address {
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text that stands as it is.
    Literal(String),
    /// `{x}`.
    Simple(String),
    /// `{+x}`.
    Reserved(String),
    /// `{?x,y}`.
    Query(Vec<String>),
}

/// What is wrong with an address, and the edit that cures it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong(pub(crate) String, pub(crate) String);

fn wrong(what: impl Display, edit: impl Display) -> Wrong {
    Wrong(what.to_string(), edit.to_string())
}

impl Address {
    /// Takes an address apart; everything that is wrong with it is noted.
    pub(crate) fn read(text: &str, problems: &mut Vec<Wrong>) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(['{', '}']).unwrap_or(rest.len());
            let (literal, behind) = rest.split_at(end);
            if !literal.is_empty() {
                characters(literal, problems);
                pieces.push(Piece::Literal(literal.to_owned()));
            }
            rest = behind;
            if rest.is_empty() {
                break;
            }
            let closing = rest
                .strip_prefix('{')
                .and_then(|inside| inside.split_once('}'));
            let Some((inside, behind)) = closing else {
                problems.push(wrong(
                    "a brace in the address has no other that belongs to it",
                    "write `{name}` for a variable, and `%7B` or `%7D` for a brace",
                ));
                break;
            };
            pieces.extend(expression(inside, problems));
            rest = behind;
        }
        let address = Self { pieces };
        address.has_scheme(problems);
        address.can_be_read_back(problems);
        address
    }

    /// The names of its variables, in the order written.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.pieces
            .iter()
            .flat_map(|piece| match piece {
                Piece::Literal(_) => &[],
                Piece::Simple(name) | Piece::Reserved(name) => std::slice::from_ref(name),
                Piece::Query(names) => names.as_slice(),
            })
            .map(String::as_str)
    }

    /// Its pieces as an expression; `None` when it is fixed.
    pub(crate) fn template(&self, root: &Root) -> Option<TokenStream> {
        self.variables().next()?;
        let private = root.private();
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Literal(text) => quote!(#private::Piece::Literal(#text)),
            Piece::Simple(name) => quote!(#private::Piece::Simple(#name)),
            Piece::Reserved(name) => quote!(#private::Piece::Reserved(#name)),
            Piece::Query(names) => quote!(#private::Piece::Query(&[#(#names),*])),
        });
        Some(quote!(&[#(#pieces),*]))
    }

    /// A URI begins with a scheme (RFC 3986, section 3.1).
    fn has_scheme(&self, problems: &mut Vec<Wrong>) {
        let scheme = match self.pieces.first() {
            Some(Piece::Literal(text)) => text.split_once(':').map(|(scheme, _)| scheme),
            _ => None,
        };
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
        };
        if !scheme.is_some_and(is_scheme) {
            problems.push(wrong(
                "an address begins with a scheme",
                "write one of your own, as in `notes://today`, or `file://` for what is like files",
            ));
        }
    }

    /// Which variable got which text must be clear.
    fn can_be_read_back(&self, problems: &mut Vec<Wrong>) {
        let pairs = self.pieces.iter().zip(self.pieces.iter().skip(1));
        for (left, right) in pairs {
            if let (Some(left), Some(right)) = (left.in_path(), right.in_path()) {
                problems.push(wrong(
                    format_args!("nothing separates `{left}` from `{right}` in the address"),
                    format_args!("put a character between them, as in `{{{left}}}/{{{right}}}`"),
                ));
            }
        }
        let reserved = self
            .pieces
            .iter()
            .filter(|it| matches!(it, Piece::Reserved(_)));
        if reserved.count() > 1 {
            problems.push(wrong(
                "an address can have one `{+name}`: where the first of two ends is not clear",
                "write `{name}` for those that are one segment",
            ));
        }
        let query = self
            .pieces
            .iter()
            .position(|it| matches!(it, Piece::Query(_)));
        if query.is_some_and(|place| place + 1 < self.pieces.len()) {
            problems.push(wrong(
                "`{?..}` is the end of an address",
                "move it to the end, and write all its variables into one, as in `{?a,b}`",
            ));
        }
        let asks = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.contains('?'));
        if query.is_some() && self.pieces.iter().any(asks) {
            problems.push(wrong(
                "the address has a `?` already, and `{?..}` brings its own",
                "name all that follows the `?` in `{?..}`",
            ));
        }
        let mut seen: Vec<&str> = Vec::new();
        for name in self.variables() {
            if seen.contains(&name) {
                problems.push(wrong(
                    format_args!("`{name}` is twice in the address"),
                    "give each variable a name of its own",
                ));
            }
            seen.push(name);
        }
    }
}

impl Piece {
    /// The variable that it is, when it stands in the path.
    fn in_path(&self) -> Option<&str> {
        match self {
            Self::Simple(name) | Self::Reserved(name) => Some(name),
            Self::Literal(_) | Self::Query(_) => None,
        }
    }
}

/// The characters of a URI (RFC 3986, section 2).
fn characters(literal: &str, problems: &mut Vec<Wrong>) {
    let allowed =
        |letter: char| letter.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(letter);
    if let Some(letter) = literal.chars().find(|letter| !allowed(*letter)) {
        let mut bytes = [0; 4];
        let bytes = letter.encode_utf8(&mut bytes).bytes();
        let encoded: Vec<_> = bytes.map(|byte| format!("%{byte:02X}")).collect();
        let encoded = encoded.concat();
        problems.push(wrong(
            format_args!("an address cannot have {letter:?} in it"),
            format_args!("write `{encoded}`"),
        ));
    }
    let is_hex = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_hexdigit());
    let broken = literal.match_indices('%').any(|(place, _)| {
        let mut behind = literal.get(place + 1..).unwrap_or_default().chars();
        !is_hex(behind.next()) || !is_hex(behind.next())
    });
    if broken {
        problems.push(wrong(
            "a `%` in an address stands before two hexadecimal digits",
            "write `%25` for a percent sign",
        ));
    }
}

/// What stands between braces.
fn expression(inside: &str, problems: &mut Vec<Wrong>) -> Option<Piece> {
    let names = |list: &str, problems: &mut Vec<Wrong>| {
        let names: Vec<_> = list.split(',').map(|it| name(it, problems)).collect();
        names.into_iter().collect::<Option<Vec<String>>>()
    };
    let Some(first) = inside.chars().next() else {
        problems.push(wrong(
            "`{}` in an address names no variable",
            "write the name of a parameter between the braces",
        ));
        return None;
    };
    let rest = inside.get(first.len_utf8()..).unwrap_or_default();
    let written = format!("`{{{inside}}}`");
    let refused = |why: &str, edit: String| Some(wrong(format!("{written} {why}"), edit));
    let problem = match first {
        '?' => return names(rest, problems).map(Piece::Query),
        '&' => refused(
            "has no place of its own here",
            format!("write all variables behind the `?` into one, as in `{{?{rest}}}`"),
        ),
        '#' => refused(
            "is a fragment, which clients do not send",
            "put the variable into the path or behind a `?`".to_owned(),
        ),
        '/' | '.' => refused("is not needed", format!("write `{first}{{{rest}}}`")),
        ';' => refused("is not needed", format!("write `;{rest}={{{rest}}}`")),
        '=' | ',' | '!' | '@' | '|' => refused(
            "is kept by RFC 6570 for later",
            "write `{name}`, `{+name}` or `{?name,other}`".to_owned(),
        ),
        _ => None,
    };
    if let Some(problem) = problem {
        problems.push(problem);
        return None;
    }
    let (reserved, list) = match inside.strip_prefix('+') {
        Some(list) => (true, list),
        None => (false, inside),
    };
    let names = names(list, problems)?;
    match <[String; 1]>::try_from(names) {
        Ok([name]) if reserved => Some(Piece::Reserved(name)),
        Ok([name]) => Some(Piece::Simple(name)),
        Err(names) => {
            let apart: Vec<_> = names.iter().map(|name| format!("{{{name}}}")).collect();
            problems.push(wrong(
                format_args!("{written} has several variables, and their values may have commas"),
                format_args!("write `{}`", apart.join("/")),
            ));
            None
        }
    }
}

/// A variable's name, without the modifiers that no address can be read back by.
fn name(written: &str, problems: &mut Vec<Wrong>) -> Option<String> {
    if let Some(name) = written.strip_suffix('*') {
        problems.push(wrong(
            format_args!("`{written}` would be a list, and a variable is one value here"),
            format_args!("write `{name}`"),
        ));
        return None;
    }
    if let Some((name, _)) = written.split_once(':') {
        problems.push(wrong(
            format_args!("`{written}` cuts the value, and what was cut cannot be read back"),
            format_args!("write `{name}`, and use `#[arg(length(..))]` on the parameter"),
        ));
        return None;
    }
    let is_name = !written.is_empty()
        && written
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_name {
        problems.push(wrong(
            format_args!("`{written}` is not the name of a variable"),
            "write the name of a parameter: letters, digits and `_`",
        ));
        return None;
    }
    Some(written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Piece>, Vec<String>) {
        let mut problems = Vec::new();
        let address = Address::read(text, &mut problems);
        let said = problems.into_iter().map(|Wrong(what, _)| what).collect();
        (address.pieces, said)
    }

    fn literal(text: &str) -> Piece {
        Piece::Literal(text.to_owned())
    }

    #[test]
    fn every_form_that_can_be_read_back_is_taken_apart() {
        let (pieces, said) = read("repo://{name}/{+path}@v{version}{?depth,tags}");
        assert_eq!(said, [""; 0]);
        assert_eq!(
            pieces,
            [
                literal("repo://"),
                Piece::Simple("name".into()),
                literal("/"),
                Piece::Reserved("path".into()),
                literal("@v"),
                Piece::Simple("version".into()),
                Piece::Query(vec!["depth".into(), "tags".into()]),
            ]
        );
        assert_eq!(read("a+b.c-1:x%20[y]?z=1").1, [""; 0]);
    }

    #[test]
    fn every_other_form_is_refused() {
        for (text, first) in [
            ("", "an address begins with a scheme"),
            ("notes", "an address begins with a scheme"),
            ("{x}://a", "an address begins with a scheme"),
            ("1x:a", "an address begins with a scheme"),
            ("x:a b", "an address cannot have ' ' in it"),
            ("x:ü", "an address cannot have 'ü' in it"),
            (
                "x:50%",
                "a `%` in an address stands before two hexadecimal digits",
            ),
            ("x:%é1", "an address cannot have 'é' in it"),
            (
                "x:{a",
                "a brace in the address has no other that belongs to it",
            ),
            (
                "x:a}",
                "a brace in the address has no other that belongs to it",
            ),
            ("x:{}", "`{}` in an address names no variable"),
            (
                "x:{a*}",
                "`a*` would be a list, and a variable is one value here",
            ),
            (
                "x:{a:3}",
                "`a:3` cuts the value, and what was cut cannot be read back",
            ),
            ("x:{a-b}", "`a-b` is not the name of a variable"),
            ("x:{+}", "`` is not the name of a variable"),
            (
                "x:{a,b}",
                "`{a,b}` has several variables, and their values may have commas",
            ),
            ("x:{#a}", "`{#a}` is a fragment, which clients do not send"),
            ("x:{/a}", "`{/a}` is not needed"),
            ("x:{.a}", "`{.a}` is not needed"),
            ("x:{;a}", "`{;a}` is not needed"),
            ("x:{&a}", "`{&a}` has no place of its own here"),
            ("x:{|a}", "`{|a}` is kept by RFC 6570 for later"),
            ("x:{a}{b}", "nothing separates `a` from `b` in the address"),
            ("x:{a}{+b}", "nothing separates `a` from `b` in the address"),
            (
                "x:{+a}/{+b}",
                "an address can have one `{+name}`: where the first of two ends is not clear",
            ),
            ("x:{?a}/b", "`{?..}` is the end of an address"),
            (
                "x:a?b=1{?a}",
                "the address has a `?` already, and `{?..}` brings its own",
            ),
            ("x:{a}/{a}", "`a` is twice in the address"),
            ("x:{a}{?b,a}", "`a` is twice in the address"),
        ] {
            assert_eq!(
                read(text).1.first().map(String::as_str),
                Some(first),
                "{text}"
            );
        }
    }

    #[test]
    fn several_mistakes_are_all_said() {
        assert_eq!(read("a b/{x*}{").1.len(), 4);
    }
}
