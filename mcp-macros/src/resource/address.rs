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
            let piece = expression(inside, &pieces, problems);
            pieces.extend(piece);
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

    /// Whether a variable stands behind the `?`.
    pub(crate) fn may_lack(&self, variable: &str) -> bool {
        let lacks = |piece: &Piece| match piece {
            Piece::Query(names) => names.iter().any(|name| name == variable),
            Piece::Literal(_) | Piece::Simple(_) | Piece::Reserved(_) => false,
        };
        self.pieces.iter().any(lacks)
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
            if let (Some((left, first)), Some((right, second))) = (left.in_path(), right.in_path())
            {
                problems.push(wrong(
                    format_args!("nothing separates `{left}` from `{right}` in the address"),
                    format_args!("put a character between them, as in `{first}/{second}`"),
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
    /// The variable that it is, when it stands in the path, and how it is written.
    fn in_path(&self) -> Option<(&str, String)> {
        match self {
            Self::Simple(name) => Some((name, format!("{{{name}}}"))),
            Self::Reserved(name) => Some((name, format!("{{+{name}}}"))),
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

/// What stands between braces, behind these pieces.
fn expression(inside: &str, before: &[Piece], problems: &mut Vec<Wrong>) -> Option<Piece> {
    if inside.is_empty() {
        problems.push(wrong(
            "`{}` in an address names no variable",
            "write the name of a parameter between the braces",
        ));
        return None;
    }
    let (operator, list) = match inside.chars().next() {
        Some(first) if OPERATORS.contains(first) => (Some(first), inside.get(1..)?),
        _ => (None, inside),
    };
    let variables: Vec<Variable<'_>> = list.split(',').map(Variable::read).collect();
    let mut nameless = variables.iter().filter(|it| !it.has_name()).peekable();
    if nameless.peek().is_some() {
        problems.extend(nameless.map(|variable| {
            wrong(
                format_args!("`{}` is not the name of a variable", variable.written),
                "write the name of a parameter: letters, digits and `_`",
            )
        }));
        return None;
    }
    let problem = not_read_back(inside, operator, &variables, before)
        .or_else(|| modified(operator, &variables));
    if let Some(problem) = problem {
        problems.push(problem);
        return None;
    }
    let mut names = variables.iter().map(|it| it.name.to_owned());
    match operator {
        Some('?') => Some(Piece::Query(names.collect())),
        Some(_) => names.next().map(Piece::Reserved),
        None => names.next().map(Piece::Simple),
    }
}

/// The first letter of an expression that is not a name's (RFC 6570, section 2.2).
const OPERATORS: &str = "+#./;?&=,!@|";

/// A form of RFC 6570 whose variables cannot be told from the address, or one that is not needed.
fn not_read_back(
    inside: &str,
    operator: Option<char>,
    variables: &[Variable<'_>],
    before: &[Piece],
) -> Option<Wrong> {
    let names: Vec<&str> = variables.iter().map(|it| it.name).collect();
    let all = names.join(",");
    let pairs = |separator: &str| {
        let pairs = names
            .iter()
            .map(|name| format!("{separator}{name}={{{name}}}"));
        pairs.collect::<String>()
    };
    let wrong = |why: &str, edit: String| Some(wrong(format_args!("`{{{inside}}}` {why}"), edit));
    match operator {
        Some('&') => wrong(
            "has no place of its own here",
            follow_up(before, &all, &pairs("&")),
        ),
        Some('#') => wrong(
            "is a fragment, which clients do not send",
            format!(
                "write `{}`, or put the variable into the path",
                pairs("&").replacen('&', "?", 1)
            ),
        ),
        Some(separator @ ('/' | '.')) => {
            let separator = separator.to_string();
            wrong(
                "is not needed",
                format!("write `{separator}{}`", apart(variables, &separator)),
            )
        }
        Some(';') => wrong("is not needed", format!("write `{}`", pairs(";"))),
        Some('=' | ',' | '!' | '@' | '|') => wrong(
            "is kept by RFC 6570 for later",
            format!("write `{}`", apart(variables, "/")),
        ),
        Some('+') | None if variables.len() > 1 => wrong(
            "has several variables, and their values may have commas",
            format!("write `{}`", apart(variables, "/")),
        ),
        _ => None,
    }
}

/// What `{&..}` is to be: the address has a `?` already, in one of two ways, or none.
fn follow_up(before: &[Piece], all: &str, pairs: &str) -> String {
    let asks = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.contains('?'));
    if before.iter().any(asks) {
        return format!("write `{pairs}`");
    }
    if let Some(Piece::Query(names)) = before.last() {
        let first = names.join(",");
        return format!("write `{{?{first},{all}}}` in the place of both");
    }
    let pairs = pairs.replacen('&', "?", 1);
    format!("write `{pairs}`, or `{{?{all}}}` where they may be left out")
}

/// Each variable in braces of its own; the last may hold several segments where it is a list.
fn apart(variables: &[Variable<'_>], separator: &str) -> String {
    let last = variables.len().saturating_sub(1);
    let apart = variables.iter().enumerate().map(|(place, variable)| {
        let segments = place == last && variable.is_list() && separator == "/";
        let plus = if segments { "+" } else { "" };
        format!("{{{plus}{}}}", variable.name)
    });
    apart.collect::<Vec<_>>().join(separator)
}

/// A modifier, by which no address can be read back.
fn modified(operator: Option<char>, variables: &[Variable<'_>]) -> Option<Wrong> {
    let variable = variables.iter().find(|it| it.name != it.written)?;
    let names: Vec<&str> = variables.iter().map(|it| it.name).collect();
    let operator = operator.map(String::from).unwrap_or_default();
    let without = format!("{{{operator}{}}}", names.join(","));
    let written = variable.written;
    Some(if variable.is_list() {
        let segments = match &*operator {
            "" => format!(", or `{{+{}}}` for several segments", variable.name),
            _ => String::new(),
        };
        wrong(
            format_args!("`{written}` would be a list, and a variable is one value here"),
            format_args!("write `{without}`{segments}"),
        )
    } else {
        wrong(
            format_args!("`{written}` cuts the value, and what was cut cannot be read back"),
            format_args!("write `{without}`, and use `#[arg(length(..))]` on the parameter"),
        )
    })
}

/// A variable as it was written in an expression.
struct Variable<'a> {
    written: &'a str,
    /// Without its modifier.
    name: &'a str,
}

impl<'a> Variable<'a> {
    fn read(written: &'a str) -> Self {
        let name = written.strip_suffix('*').unwrap_or(written);
        let name = name.split_once(':').map_or(name, |(name, _)| name);
        Self { written, name }
    }

    fn is_list(&self) -> bool {
        self.written.ends_with('*')
    }

    fn has_name(&self) -> bool {
        let mut letters = self.name.chars();
        !self.name.is_empty() && letters.all(|it| it.is_ascii_alphanumeric() || it == '_')
    }
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

    /// What is written and what the help says to write in its place.
    #[test]
    fn the_help_mends_the_address() {
        for (text, from, to) in [
            ("x:{a*}", "{a*}", "{a}"),
            ("x:{a*}", "{a*}", "{+a}"),
            ("x:{+a*}", "{+a*}", "{+a}"),
            ("x:{?a*,b}", "{?a*,b}", "{?a,b}"),
            ("x:{a:3}", "{a:3}", "{a}"),
            ("x:{?a:3}", "{?a:3}", "{?a}"),
            ("x:{a,b}", "{a,b}", "{a}/{b}"),
            ("x:{+a,b*}", "{+a,b*}", "{a}/{+b}"),
            ("x:y{/a}", "{/a}", "/{a}"),
            ("x:y{/a,b}", "{/a,b}", "/{a}/{b}"),
            ("x:y{/a*}", "{/a*}", "/{+a}"),
            ("x:y{/a:3}", "{/a:3}", "/{a}"),
            ("x:y{.a*}", "{.a*}", ".{a}"),
            ("x:y{;a,b*}", "{;a,b*}", ";a={a};b={b}"),
            ("x:y{#a*}", "{#a*}", "?a={a}"),
            ("x:y{&a*,b}", "{&a*,b}", "?a={a}&b={b}"),
            ("x:y{&a*}", "{&a*}", "{?a}"),
            ("x:y?z=1{&a,b}", "{&a,b}", "&a={a}&b={b}"),
            ("x:y{?z}{&a}", "{?z}{&a}", "{?z,a}"),
            ("x:y/{|a}", "{|a}", "{a}"),
            ("x:y/{=a,b}", "{=a,b}", "{a}/{b}"),
            ("x:a b", " ", "%20"),
            ("x:50%", "%", "%25"),
            ("x:{a}{b}", "{a}{b}", "{a}/{b}"),
            ("x:{a}{+b}", "{a}{+b}", "{a}/{+b}"),
        ] {
            let mut problems = Vec::new();
            Address::read(text, &mut problems);
            let helps = |Wrong(_, help): &Wrong| help.contains(&format!("`{to}`"));
            assert!(problems.iter().any(helps), "{text}: {problems:?}");
            assert_eq!(read(&text.replace(from, to)).1, [""; 0], "{text}");
        }
    }

    #[test]
    fn several_mistakes_are_all_said() {
        assert_eq!(read("a b/{x*}{").1.len(), 4);
    }
}
