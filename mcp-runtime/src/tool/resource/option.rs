//! What the options of `#[resource(..)]` may be: asked in constants, so that a wrong one does not
//! compile, wherever its text comes from.

/// What is wrong with a media type: a type and a subtype, and perhaps parameters (RFC 9110,
/// section 8.3.1).
#[must_use]
pub const fn media_type_fault(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let slash = token(bytes, 0);
    if slash > 0 && is(bytes, slash, b'/') {
        let end = token(bytes, slash + 1);
        if end > slash + 1 && are_parameters(bytes, end) {
            return None;
        }
    }
    Some(
        "this is not a media type, by which hosts know what to do with what they read\n\nhelp: write a type and a subtype, such as `text/markdown` or `application/json; charset=utf-8`",
    )
}

/// What is wrong with a moment: a date and a time of day with its offset (RFC 3339).
#[must_use]
pub const fn moment_fault(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let whole = is_date(bytes)
        && (is(bytes, 10, b'T') || is(bytes, 10, b't'))
        && is_time(bytes, 11)
        && is_offset(bytes, fraction(bytes, 19));
    if whole {
        return None;
    }
    Some(
        "this is not a moment, by which hosts know what is new to them\n\nhelp: write a date and a time with its offset, such as `2026-07-28T09:00:00Z`",
    )
}

/// What is wrong with how much a resource matters.
#[must_use]
pub const fn priority_fault(priority: f64) -> Option<&'static str> {
    if priority >= 0.0 && priority <= 1.0 {
        return None;
    }
    Some("a priority is a number from 0 to 1\n\nhelp: write `priority = 0.8`")
}

/// The byte at a place; 0 behind the end.
#[allow(
    clippy::indexing_slicing,
    reason = "the index is below the length, and `get` is not for constants yet"
)]
const fn at(bytes: &[u8], place: usize) -> u8 {
    if place < bytes.len() { bytes[place] } else { 0 }
}

const fn is(bytes: &[u8], place: usize, byte: u8) -> bool {
    at(bytes, place) == byte
}

/// Where a token that begins at a place ends.
const fn token(bytes: &[u8], mut place: usize) -> usize {
    while at(bytes, place).is_ascii_alphanumeric()
        || matches!(
            at(bytes, place),
            b'!' | b'#'
                | b'$'
                | b'%'
                | b'&'
                | b'\''
                | b'*'
                | b'+'
                | b'-'
                | b'.'
                | b'^'
                | b'_'
                | b'`'
                | b'|'
                | b'~'
        )
    {
        place += 1;
    }
    place
}

/// Whether nothing but `;name=value` follows, each value a token or in quotation marks.
const fn are_parameters(bytes: &[u8], mut place: usize) -> bool {
    while place < bytes.len() {
        place = blanks(bytes, place);
        if !is(bytes, place, b';') {
            return false;
        }
        let name = blanks(bytes, place + 1);
        let equals = token(bytes, name);
        if equals == name || !is(bytes, equals, b'=') {
            return false;
        }
        let value = equals + 1;
        place = if is(bytes, value, b'"') {
            let mut end = value + 1;
            while end < bytes.len() && !is(bytes, end, b'"') {
                end += if is(bytes, end, b'\\') { 2 } else { 1 };
            }
            end + 1
        } else {
            token(bytes, value)
        };
        if place == value || place > bytes.len() {
            return false;
        }
    }
    true
}

const fn blanks(bytes: &[u8], mut place: usize) -> usize {
    while is(bytes, place, b' ') || is(bytes, place, b'\t') {
        place += 1;
    }
    place
}

/// The number that some digits are; `None` where one is none.
const fn number(bytes: &[u8], place: usize, digits: usize) -> Option<u32> {
    let mut number = 0;
    let mut read = 0;
    while read < digits {
        let byte = at(bytes, place + read);
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number * 10 + (byte - b'0') as u32;
        read += 1;
    }
    Some(number)
}

/// Whether digits are a number between two others.
const fn within(bytes: &[u8], place: usize, least: u32, greatest: u32) -> bool {
    match number(bytes, place, 2) {
        Some(number) => least <= number && number <= greatest,
        None => false,
    }
}

const fn is_date(bytes: &[u8]) -> bool {
    let Some(year) = number(bytes, 0, 4) else {
        return false;
    };
    let Some(month) = number(bytes, 5, 2) else {
        return false;
    };
    let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leaps => 29,
        2 => 28,
        _ => return false,
    };
    is(bytes, 4, b'-') && is(bytes, 7, b'-') && within(bytes, 8, 1, days)
}

/// `09:00:00`; a leap second is one.
const fn is_time(bytes: &[u8], place: usize) -> bool {
    within(bytes, place, 0, 23)
        && is(bytes, place + 2, b':')
        && within(bytes, place + 3, 0, 59)
        && is(bytes, place + 5, b':')
        && within(bytes, place + 6, 0, 60)
}

/// Where a fraction of a second that may stand at a place ends.
const fn fraction(bytes: &[u8], place: usize) -> usize {
    if !is(bytes, place, b'.') {
        return place;
    }
    let mut end = place + 1;
    while at(bytes, end).is_ascii_digit() {
        end += 1;
    }
    // A point without digits is no fraction.
    if end == place + 1 { place } else { end }
}

const fn is_offset(bytes: &[u8], place: usize) -> bool {
    if is(bytes, place, b'Z') || is(bytes, place, b'z') {
        return bytes.len() == place + 1;
    }
    (is(bytes, place, b'+') || is(bytes, place, b'-'))
        && within(bytes, place + 1, 0, 23)
        && is(bytes, place + 3, b':')
        && within(bytes, place + 4, 0, 59)
        && bytes.len() == place + 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::format;

    #[test]
    fn a_media_type_is_a_type_and_a_subtype() {
        for text in [
            "text/plain",
            "application/vnd.api+json",
            "text/html;profile=mcp-app",
            "text/plain; charset=utf-8",
            "text/plain ; a=b;c=\"d; \\\" e\"",
        ] {
            assert_eq!(media_type_fault(text), None, "{text}");
        }
        for text in [
            "",
            "text",
            "/plain",
            "text/",
            "text/plain/x",
            "text /plain",
            "text/pl ain",
            "text/plain;",
            "text/plain; charset",
            "text/plain; =x",
            "text/plain; a=",
            "text/plain; a=\"b",
            "text/plain; a=\"b\\",
            "text/plain, text/html",
            "téxt/plain",
        ] {
            assert!(media_type_fault(text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_moment_is_what_the_format_date_time_says() {
        for text in [
            "2026-07-28T09:00:00Z",
            "2026-07-28t09:00:00z",
            "2024-02-29T23:59:59.123+05:30",
            "2000-02-29T00:00:00-00:00",
        ] {
            assert_eq!(moment_fault(text), None, "{text}");
            assert_ne!(format::fits("date-time", text), Some(false), "{text}");
        }
        for text in [
            "",
            "2026-07-28",
            "2026-07-28T09:00:00",
            "2026-07-28 09:00:00Z",
            "2026-7-28T09:00:00Z",
            "2026-02-29T09:00:00Z",
            "1900-02-29T09:00:00Z",
            "2026-13-01T09:00:00Z",
            "2026-04-31T09:00:00Z",
            "2026-07-28T24:00:00Z",
            "2026-07-28T09:60:00Z",
            "2026-07-28T09:00:00.Z",
            "2026-07-28T09:00:00+5:30",
            "2026-07-28T09:00:00Z ",
            "2026-07-28T09:00:00+24:00",
            "yesterday",
        ] {
            assert!(moment_fault(text).is_some(), "{text}");
            assert_eq!(format::fits("date-time", text), Some(false), "{text}");
        }
    }

    #[test]
    fn a_priority_lies_between_0_and_1() {
        for priority in [0.0, 0.5, 1.0] {
            assert_eq!(priority_fault(priority), None);
        }
        for priority in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(priority_fault(priority).is_some());
        }
    }
}
