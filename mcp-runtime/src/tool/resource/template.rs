//! Reading the variables of a template out of an address.
//!
//! A template is one of RFC 6570, as far as an address can be read back by it: `{x}`, which ends
//! at the next `/`, at most one `{+x}`, which may hold several segments, and `{?x,y}` at the end.
//! The macro refuses everything else, and two variables that nothing separates. So each literal is
//! looked for once: on the left of `{+x}` from the left, on the right of it from the right, and
//! the time that it takes is that of reading the address.

use std::borrow::Cow;

/// A piece of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piece {
    /// Text that stands as it is.
    Literal(&'static str),
    /// `{x}`: one segment of a path, or a part of it.
    Simple(&'static str),
    /// `{+x}`: segments of a path.
    Reserved(&'static str),
    /// `{?x,y}`: what follows the `?`, in any order.
    Query(&'static [&'static str]),
}

/// The variables that were found, decoded.
pub(crate) type Values = Vec<(&'static str, String)>;

/// The values of a template's variables in an address; `None` when it is not one of the
/// template's.
pub(crate) fn read(template: &[Piece], uri: &str) -> Option<Values> {
    let mut values = Values::new();
    let (path, query) = match template.split_last() {
        Some((Piece::Query(names), path)) => {
            let (uri, query) = uri.split_once('?').unwrap_or((uri, ""));
            read_query(names, query, &mut values)?;
            (path, uri)
        }
        _ => (template, uri),
    };
    read_path(path, query, &mut values)?;
    Some(values)
}

/// The names of a template's variables.
pub(crate) fn variables(template: &[Piece]) -> impl Iterator<Item = &'static str> {
    template.iter().flat_map(|piece| {
        let (one, several): (Option<&'static str>, &'static [&'static str]) = match piece {
            Piece::Literal(_) => (None, &[]),
            Piece::Simple(name) | Piece::Reserved(name) => (Some(*name), &[]),
            Piece::Query(names) => (None, names),
        };
        one.into_iter().chain(several.iter().copied())
    })
}

/// The names of the variables that an address may lack.
pub(crate) fn optional(template: &[Piece]) -> &'static [&'static str] {
    match template.last() {
        Some(Piece::Query(names)) => names,
        _ => &[],
    }
}

/// The variables of two templates that stand in the same places, when the first has, but for the
/// types of its variables, every address that the second has.
pub(crate) fn pairs(
    template: &[Piece],
    other: &[Piece],
) -> Option<Vec<(&'static str, &'static str)>> {
    let path = |pieces: &[Piece]| pieces.len() - usize::from(!optional(pieces).is_empty());
    let (ours, theirs) = (path(template), path(other));
    if ours != theirs {
        return None;
    }
    let mut pairs = Vec::new();
    for (piece, other) in template.iter().zip(other).take(ours) {
        match (*piece, *other) {
            (Piece::Literal(text), Piece::Literal(other)) if text == other => {}
            (Piece::Simple(name) | Piece::Reserved(name), Piece::Simple(other))
            | (Piece::Reserved(name), Piece::Reserved(other)) => pairs.push((name, other)),
            _ => return None,
        }
    }
    let names = optional(template);
    for name in optional(other) {
        let known = names.iter().find(|known| *known == name)?;
        pairs.push((known, name));
    }
    Some(pairs)
}

/// Whether a value could lead somewhere else than its place says, when it is taken for a path: it
/// climbs, stays where it is, or begins at the root.
pub(crate) fn climbs(value: &str) -> bool {
    let separators = ['/', '\\'];
    value.starts_with(separators)
        || value.contains('\0')
        || value.split(separators).any(|it| it == ".." || it == ".")
}

fn read_path(pieces: &[Piece], uri: &str, values: &mut Values) -> Option<()> {
    let reserved = |piece: &Piece| matches!(piece, Piece::Reserved(_));
    let Some(place) = pieces.iter().position(reserved) else {
        let rest = forwards(pieces, uri, true, values)?;
        return rest.is_empty().then_some(());
    };
    let (left, right) = pieces.split_at(place);
    let (piece, right) = right.split_first()?;
    let rest = forwards(left, uri, false, values)?;
    let asks = left.iter().any(has_question);
    let rest = backwards(right, rest, asks, values)?;
    let Piece::Reserved(name) = piece else {
        return None;
    };
    values.push((name, decoded(rest).filter(|value| !value.is_empty())?));
    Some(())
}

/// Reads pieces from the left, and gives what is left of the address. Each variable is as short
/// as it can be; the last literal of a `whole` template is its end.
fn forwards<'u>(
    pieces: &[Piece],
    uri: &'u str,
    whole: bool,
    values: &mut Values,
) -> Option<&'u str> {
    let mut rest = uri;
    let mut asks = false;
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Literal(literal) => {
                rest = rest.strip_prefix(literal)?;
                asks |= has_question(piece);
            }
            Piece::Simple(name) => {
                let end = match pieces.get(index + 1) {
                    Some(Piece::Literal(literal)) if whole && index + 2 == pieces.len() => {
                        rest.strip_suffix(literal)?.len()
                    }
                    Some(Piece::Literal(literal)) => {
                        let first = rest.chars().next()?.len_utf8();
                        first + rest.get(first..)?.find(literal)?
                    }
                    _ => rest.len(),
                };
                let (value, behind) = rest.split_at_checked(end)?;
                values.push((name, segment(value, asks)?));
                rest = behind;
            }
            Piece::Reserved(_) | Piece::Query(_) => return None,
        }
    }
    Some(rest)
}

/// Reads pieces from the right, and gives what is left of the address.
fn backwards<'u>(
    pieces: &[Piece],
    uri: &'u str,
    asks: bool,
    values: &mut Values,
) -> Option<&'u str> {
    let mut rest = uri;
    for (index, piece) in pieces.iter().enumerate().rev() {
        match piece {
            Piece::Literal(literal) => rest = rest.strip_suffix(literal)?,
            Piece::Simple(name) => {
                let before = pieces.get(..index)?;
                let Some(Piece::Literal(literal)) = before.last() else {
                    return None;
                };
                let last = rest.chars().next_back()?.len_utf8();
                let within = rest.get(..rest.len() - last)?;
                let (before_value, value) =
                    rest.split_at_checked(within.rfind(literal)? + literal.len())?;
                let asks = asks || before.iter().any(has_question);
                values.push((name, segment(value, asks)?));
                rest = before_value;
            }
            Piece::Reserved(_) | Piece::Query(_) => return None,
        }
    }
    Some(rest)
}

fn has_question(piece: &Piece) -> bool {
    matches!(piece, Piece::Literal(literal) if literal.contains('?'))
}

/// The value of `{x}`: it holds what separates addresses only where that is encoded. Behind a
/// question mark `&` does so as well.
fn segment(raw: &str, in_query: bool) -> Option<String> {
    let separates = |letter| matches!(letter, '/' | '?' | '#') || (in_query && letter == '&');
    if raw.is_empty() || raw.contains(separates) {
        return None;
    }
    decoded(raw)
}

/// `a=1&b=2`: each name at most once, and no other; a dropped filter would give wrong data as if
/// filtered.
fn read_query(names: &'static [&'static str], query: &str, values: &mut Values) -> Option<()> {
    if query.is_empty() {
        return Some(());
    }
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decoded(name)?;
        let name = names.iter().find(|known| **known == name)?;
        if value.contains('#') || values.iter().any(|(known, _)| known == name) {
            return None;
        }
        values.push((name, decoded(value)?));
    }
    Some(())
}

/// The text that `%` sequences stand for; `None` when one is broken, or gives no text.
fn decoded(raw: &str) -> Option<String> {
    let mut bytes: Cow<'_, [u8]> = raw.as_bytes().into();
    if raw.contains('%') {
        let mut plain = Vec::with_capacity(raw.len());
        let mut rest = raw.as_bytes();
        while let Some((&byte, behind)) = rest.split_first() {
            rest = behind;
            if byte != b'%' {
                plain.push(byte);
                continue;
            }
            let [high, low, behind @ ..] = rest else {
                return None;
            };
            let digit = |byte: &u8| char::from(*byte).to_digit(16);
            plain.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
            rest = behind;
        }
        bytes = plain.into();
    }
    String::from_utf8(bytes.into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::Piece::{Literal, Query, Reserved, Simple};
    use super::*;

    /// The values in the order of the pieces' names, as `a=1 b=2`; `-` where nothing matches.
    fn found(template: &[Piece], uri: &str) -> String {
        let Some(mut values) = read(template, uri) else {
            return "-".to_owned();
        };
        values.sort_unstable();
        let values: Vec<_> = values
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        values.join(" ")
    }

    fn table(template: &[Piece], cases: &[(&str, &str)]) {
        for (uri, expected) in cases {
            assert_eq!(found(template, uri), *expected, "{uri} by {template:?}");
        }
    }

    #[test]
    fn a_variable_is_one_segment_and_is_never_empty() {
        table(
            &[Literal("test://template/"), Simple("id"), Literal("/data")],
            &[
                ("test://template/123/data", "id=123"),
                ("test://template/a.b~c-d_e/data", "id=a.b~c-d_e"),
                ("test://template//data", "-"),
                ("test://template/1/2/data", "-"),
                ("test://template/1/data/data", "-"),
                ("test://template/1/data/", "-"),
                ("test://template/1/data?x=1", "-"),
                ("test://template/1?/data", "-"),
                ("test://template/1#/data", "-"),
                ("test://template/1/DATA", "-"),
                ("test://other/1/data", "-"),
                ("test://template/1", "-"),
                ("", "-"),
            ],
        );
    }

    #[test]
    fn what_separates_is_part_of_a_value_only_where_it_is_encoded() {
        table(
            &[Literal("f:///"), Simple("path")],
            &[
                ("f:///a%2Fb", "path=a/b"),
                ("f:///a%2fb%3F%23", "path=a/b?#"),
                ("f:///100%25", "path=100%"),
                ("f:///a%252Fb", "path=a%2Fb"),
                ("f:///a+b", "path=a+b"),
                ("f:///a%20b", "path=a b"),
                ("f:///a b", "path=a b"),
                ("f:///a/b", "-"),
            ],
        );
    }

    #[test]
    fn percent_sequences_give_utf_8_or_nothing() {
        table(
            &[Literal("x:"), Simple("city")],
            &[
                ("x:K%C3%B6ln", "city=Köln"),
                ("x:Köln", "city=Köln"),
                ("x:%E6%9D%B1%E4%BA%AC", "city=東京"),
                ("x:%F0%9F%8C%A7", "city=🌧"),
                ("x:%C3", "-"),
                ("x:%FF%FE", "-"),
                ("x:%ED%A0%80", "-"),
                ("x:%C0%AF", "-"),
                ("x:%", "-"),
                ("x:%4", "-"),
                ("x:%zz", "-"),
                ("x:%+1", "-"),
                ("x:%é", "-"),
            ],
        );
    }

    #[test]
    fn of_several_variables_the_earlier_is_as_short_as_it_can_be() {
        table(
            &[Literal("x:"), Simple("a"), Literal("-"), Simple("b")],
            &[
                ("x:1-2", "a=1 b=2"),
                ("x:1-2-3", "a=1 b=2-3"),
                ("x:--3", "a=- b=3"),
                ("x:-1", "-"),
                ("x:1-", "-"),
                ("x:é-ü", "a=é b=ü"),
            ],
        );
        table(
            &[
                Literal("x:"),
                Simple("a"),
                Literal("-"),
                Simple("b"),
                Literal(".txt"),
            ],
            &[("x:1-2.txt.txt", "a=1 b=2.txt"), ("x:1-.txt", "-")],
        );
    }

    #[test]
    fn a_reserved_variable_holds_segments() {
        let template = [
            Literal("repo://"),
            Simple("name"),
            Literal("/"),
            Reserved("path"),
            Literal("@"),
            Simple("version"),
        ];
        table(
            &template,
            &[
                (
                    "repo://core/src/lib.rs@main",
                    "name=core path=src/lib.rs version=main",
                ),
                ("repo://core/a@b@c", "name=core path=a@b version=c"),
                (
                    "repo://core/a%20b/c?d#e@1",
                    "name=core path=a b/c?d#e version=1",
                ),
                ("repo://core//@1", "name=core path=/ version=1"),
                ("repo://core/@1", "-"),
                ("repo://core/a@", "-"),
                ("repo://core/a@b/c", "-"),
                ("repo:///a@1", "-"),
            ],
        );
        table(
            &[Literal("docs://"), Reserved("path")],
            &[("docs://a/b/", "path=a/b/"), ("docs://", "-")],
        );
    }

    #[test]
    fn a_query_is_in_any_order_and_has_no_other_names() {
        table(
            &[Literal("x://find/"), Simple("what"), Query(&["from", "to"])],
            &[
                ("x://find/a", "what=a"),
                ("x://find/a?", "what=a"),
                ("x://find/a?from=1&to=2", "from=1 to=2 what=a"),
                ("x://find/a?to=2&from=1", "from=1 to=2 what=a"),
                ("x://find/a?to=", "to= what=a"),
                ("x://find/a?to", "to= what=a"),
                ("x://find/a?to=b%26c%3D1", "to=b&c=1 what=a"),
                ("x://find/a?to=a=b", "to=a=b what=a"),
                ("x://find/a?t%6F=1", "to=1 what=a"),
                ("x://find/a?to=1+2", "to=1+2 what=a"),
                ("x://find/a?to=/x?", "to=/x? what=a"),
                ("x://find/a?other=1", "-"),
                ("x://find/a?to=1&to=2", "-"),
                ("x://find/a?to=1&", "-"),
                ("x://find/a?to=1#top", "-"),
                ("x://find/?to=1", "-"),
            ],
        );
    }

    #[test]
    fn behind_a_question_mark_a_value_ends_at_the_next_parameter() {
        table(
            &[
                Literal("x:find?q="),
                Simple("q"),
                Literal("&most="),
                Simple("most"),
            ],
            &[
                ("x:find?q=a&most=3", "most=3 q=a"),
                ("x:find?q=a%26b&most=3", "most=3 q=a&b"),
                ("x:find?q=a&admin=1&most=3", "-"),
                ("x:find?q=a&most=3&admin=1", "-"),
            ],
        );
        table(&[Literal("x:"), Simple("a")], &[("x:R&D", "a=R&D")]);
    }

    #[test]
    fn a_value_that_leads_elsewhere_is_seen() {
        for value in [
            "..", "../a", "a/../b", "a/..", "..\\a", "/etc", "\\a", ".", "./a", "a\0",
        ] {
            assert!(climbs(value), "{value:?}");
        }
        for value in ["a..b", "...", "a/.hidden", "a/b", "", "..a", "C:"] {
            assert!(!climbs(value), "{value:?}");
        }
    }

    #[test]
    fn an_address_is_read_in_the_time_of_its_length() {
        let long = format!("x:{}", "-".repeat(1 << 20));
        let template = [
            Literal("x:"),
            Simple("a"),
            Literal("-"),
            Simple("b"),
            Literal("-"),
            Reserved("c"),
            Literal("-"),
            Simple("d"),
            Literal("+"),
        ];
        assert_eq!(read(&template, &long), None);
    }
}
