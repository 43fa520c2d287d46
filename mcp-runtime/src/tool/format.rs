//! The forms of text that a schema names with `format`, checked: a type that is told by its form
//! reads more or less than that, and a plain `String` everything.

/// Whether a text is of a form, for the forms that are advertised; `None` for others, which the
/// type that reads them decides about.
pub(crate) fn fits(format: &str, text: &str) -> Option<bool> {
    Some(match format {
        "uuid" => is_uuid(text),
        "date" => is_date(text),
        "time" => is_time(text),
        "date-time" => text
            .split_once(['T', 't'])
            .is_some_and(|(date, time)| is_date(date) && is_time(time)),
        "email" => is_email(text),
        "hostname" => is_host(text),
        "ip" => text.parse::<std::net::IpAddr>().is_ok(),
        "ipv4" => text.parse::<std::net::Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<std::net::Ipv6Addr>().is_ok(),
        "uri" => is_uri(text),
        "base64" => super::base64::decode(text).is_some(),
        _ => return None,
    })
}

/// The one way to write what a text of a form means, for the forms that have several.
pub(crate) fn normal(format: &str, text: &str) -> Option<String> {
    match format {
        "ip" | "ipv4" | "ipv6" => {
            let address = text.parse::<std::net::IpAddr>().ok()?;
            Some(address.to_string())
        }
        "socket" => {
            let address = text.parse::<std::net::SocketAddr>().ok()?;
            Some(address.to_string())
        }
        "uuid" => {
            let digits = text.trim_start_matches("urn:uuid:").chars();
            let digits = digits.filter(char::is_ascii_hexdigit);
            Some(digits.map(|it| it.to_ascii_lowercase()).collect())
        }
        "date-time" => instant(text),
        "partial-date-time" => Some(civil(text)),
        _ => None,
    }
}

/// The digits of a time without an offset, a date before it or not, down to its seconds, and the
/// fraction.
fn civil(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    if matches!(digits.len(), 4 | 12) {
        digits.push_str("00");
    }
    format!("{digits}.{}", fraction.trim_end_matches('0'))
}

/// The minute since the year 0, the second in it, and its fraction.
fn instant(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', 't'])?;
    if !is_date(date) || !is_time(time) {
        return None;
    }
    let part = |from: usize, count: usize| digits(text.get(from..from + count)?, count);
    let (year, month, day) = (part(0, 4)?, part(5, 2)?, part(8, 2)?);
    let (hour, minute, second) = (part(11, 2)?, part(14, 2)?, part(17, 2)?);
    let at = time.find(['Z', 'z', '+', '-'])?;
    let (time, offset) = time.split_at(at);
    let fraction = time.split_once('.').map_or("", |(_, fraction)| fraction);
    // Years begin in March, so that the day of a leap year is the last one.
    let (year, month) = match month {
        1 | 2 => (i64::from(year) - 1, month + 9),
        _ => (i64::from(year), month - 3),
    };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = year * 365 + leaps + i64::from((month * 153 + 2) / 5 + day);
    let minutes = days * 24 * 60 + i64::from(hour * 60 + minute) - offset_minutes(offset)?;
    Some(format!(
        "{minutes} {second} {}",
        fraction.trim_end_matches('0')
    ))
}

fn is_uuid(text: &str) -> bool {
    let lengths = [8, 4, 4, 4, 12];
    let mut parts = text.split('-');
    let fit = lengths.iter().all(|length| {
        parts.next().is_some_and(|part| {
            part.len() == *length && part.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    });
    fit && parts.next().is_none()
}

/// A number of exactly so many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    let all = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| all)
}

fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let mut next = |count| parts.next().and_then(|part| digits(part, count));
    let (Some(year), Some(month), Some(day)) = (next(4), next(2), next(2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// A time of day with its offset (RFC 3339); a leap second is where one can be.
fn is_time(text: &str) -> bool {
    let Some(at) = text.find(['Z', 'z', '+', '-']) else {
        return false;
    };
    let (time, offset) = text.split_at(at);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let mut parts = time.splitn(3, ':');
    let mut next = || parts.next().and_then(|part| digits(part, 2));
    let (Some(hour), Some(minute), Some(second)) = (next(), next(), next()) else {
        return false;
    };
    let Some(ahead) = offset_minutes(offset) else {
        return false;
    };
    let of_day = i64::from(hour * 60 + minute) - ahead;
    let leap = second == 60 && of_day.rem_euclid(24 * 60) == 23 * 60 + 59;
    hour < 24 && minute < 60 && (second < 60 || leap)
}

/// How far ahead of UTC an offset is.
fn offset_minutes(offset: &str) -> Option<i64> {
    if matches!(offset, "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = offset.split_at_checked(1)?;
    let (hours, minutes) = rest.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    let ahead = i64::from(hours * 60 + minutes);
    (hours < 24 && minutes < 60).then_some(if sign == "-" { -ahead } else { ahead })
}

/// `name@host`, with a name of plain characters, or in quotes.
fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else {
        return false;
    };
    let plain = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    let quoted = name.len() > 2
        && name.starts_with('"')
        && name.ends_with('"')
        && !name.contains(char::is_control);
    let dotted = name
        .split('.')
        .all(|part| !part.is_empty() && part.chars().all(plain));
    let literal = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .map(|rest| rest.strip_prefix("IPv6:").unwrap_or(rest));
    let host = match literal {
        Some(address) => address.parse::<std::net::IpAddr>().is_ok(),
        None => is_host(host) || is_international(host),
    };
    name.len() <= 64 && (quoted || dotted) && host
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
}

fn is_host(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.len() <= 253
        && text
            .split('.')
            .all(|label| is_label(label) && label.chars().all(plain))
}

fn is_international(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c == '-';
    text.split('.')
        .all(|label| is_label(label) && label.chars().all(plain))
}

/// A scheme, a colon, and what may stand behind it (RFC 3986, and RFC 3987 beyond ASCII: what
/// models write is escaped by the type that reads it).
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let begins = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let in_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    if !begins || !scheme.chars().all(in_scheme) {
        return false;
    }
    if let Some(place) = rest.strip_prefix("//") {
        if !is_authority(place.split(['/', '?', '#']).next().unwrap_or_default()) {
            return false;
        }
    }
    let allowed = |c: char| {
        c.is_ascii_alphanumeric()
            || "-._~:/?#[]@!$&'()*+,;=%".contains(c)
            || (!c.is_ascii() && !c.is_control() && !c.is_whitespace())
    };
    let escaped = rest.split('%').skip(1).all(|after| {
        after
            .get(..2)
            .is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))
    });
    rest.chars().all(allowed) && escaped && rest.matches('#').count() <= 1
}

/// A host, what is before its `@`, and its port.
fn is_authority(text: &str) -> bool {
    let host = text.rsplit_once('@').map_or(text, |(_, host)| host);
    let (host, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if address.parse::<std::net::Ipv6Addr>().is_ok() => ("", port),
        Some(_) => return false,
        None => match host.split_once(':') {
            Some((host, port)) => (host, port),
            None => (host, ""),
        },
    };
    let port = port.strip_prefix(':').unwrap_or(port);
    !host.contains(['[', ']']) && port.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(format: &str, texts: &[&str], not: &[&str]) {
        for (text, expected) in texts
            .iter()
            .map(|text| (text, true))
            .chain(not.iter().map(|text| (text, false)))
        {
            assert_eq!(fits(format, text), Some(expected), "{format} {text:?}");
            let schema = serde_json::json!({"type": "string", "format": format});
            let judge = jsonschema::options()
                .should_validate_formats(true)
                .build(&schema);
            if !matches!(format, "base64" | "ip") {
                let judged = judge.is_ok_and(|judge| judge.is_valid(&(*text).into()));
                assert_eq!(judged, expected, "the judge about {format} {text:?}");
            }
        }
    }

    #[test]
    fn a_uuid_is_in_the_form_with_hyphens() {
        reads(
            "uuid",
            &[
                "67e55044-10b1-426f-9247-bb680e5fe0c8",
                "67E55044-10B1-426F-9247-BB680E5FE0C8",
            ],
            &[
                "",
                "67e5504410b1426f9247bb680e5fe0c8",
                "67e55044-10b1-426f-9247-bb680e5fe0cg",
                "67e55044-10b1-426f-9247-bb680e5fe0c8-",
            ],
        );
    }

    #[test]
    fn dates_and_times_are_those_of_rfc_3339() {
        reads(
            "date",
            &["2026-01-31", "2024-02-29", "2000-02-29"],
            &[
                "",
                "2026-1-31",
                "2026-02-29",
                "1900-02-29",
                "2026-13-01",
                "2026-00-01",
                "2026-01-00",
                "2026-04-31",
                "31.01.2026",
                "2026-01-31Z",
            ],
        );
        reads(
            "time",
            &[
                "12:30:00Z",
                "12:30:00.5z",
                "23:59:60Z",
                "00:59:60+01:00",
                "12:30:00-08:00",
            ],
            &[
                "12:30:00",
                "12:30Z",
                "24:00:00Z",
                "12:60:00Z",
                "12:30:60Z",
                "12:30:00.Z",
                "12:30:00+1:00",
                "12:30:00+24:00",
            ],
        );
        reads(
            "date-time",
            &[
                "2026-01-31T12:30:00Z",
                "2026-01-31t12:30:00.123456789+02:00",
            ],
            &[
                "2026-01-31",
                "2026-01-31 12:30:00Z",
                "2026-01-31T12:30:00",
                "2026-02-31T12:30:00Z",
            ],
        );
    }

    #[test]
    fn addresses_are_those_of_the_internet() {
        reads(
            "email",
            &[
                "ann@example.org",
                "a.b+c@example.co.uk",
                "a@[127.0.0.1]",
                "\"a b\"@example.org",
            ],
            &[
                "",
                "ann",
                "@example.org",
                "ann@",
                "a b@example.org",
                "a..b@example.org",
                "ann@exa mple.org",
                "ann@-a.org",
            ],
        );
        reads(
            "hostname",
            &["example.org", "localhost", "a-b.c"],
            &["", "-a.org", "a..b", "a_b.org", "exa mple.org"],
        );
        reads(
            "ip",
            &["127.0.0.1", "::1"],
            &["localhost", "127.0.0.256", "1.2.3"],
        );
        reads("ipv4", &["127.0.0.1"], &["::1", "127.0.0.01"]);
        reads("ipv6", &["::1", "fe80::1:2"], &["127.0.0.1", ":::1"]);
    }

    #[test]
    fn a_url_has_a_scheme_and_no_blanks() {
        reads(
            "uri",
            &[
                "https://example.org/a%20b?c=d#e",
                "mailto:ann@example.org",
                "urn:isbn:0451450523",
                "http://[::1]:8000/",
                "file:///a/b",
            ],
            &[
                "",
                "example.org",
                "/a/b",
                "https://exa mple.org",
                "https://example.org/%zz",
                "1a:b",
                "https://[1/",
                "https://example.org:port/",
                "a:<b>",
            ],
        );
        assert_eq!(fits("uri", "https://example.org/\u{e9}"), Some(true));
    }

    #[test]
    fn a_form_that_is_not_advertised_is_decided_elsewhere() {
        assert_eq!(fits("partial-date-time", "x"), None);
        assert_eq!(fits("base64", "aGk="), Some(true));
        assert_eq!(fits("base64", "aGk"), Some(false));
    }
}
