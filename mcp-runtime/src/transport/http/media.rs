//! What a client sends and takes: the headers `Content-Type` and `Accept`.

use http::HeaderMap;
use http::header::{ACCEPT, CONTENT_TYPE};

/// The forms of an answer that a client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Accepts {
    pub(super) json: bool,
    pub(super) events: bool,
}

/// What nearly every client sends, letter by letter.
const BOTH: &str = "application/json, text/event-stream";

impl Accepts {
    /// The specification wants clients to name both. One that says nothing takes both, and one
    /// that names one gets that. Of several ranges the most exact one decides
    /// ([RFC 9110, section 12.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1)).
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let (mut json, mut events) = (Best::default(), Best::default());
        let mut is_silent = true;
        for value in headers.get_all(ACCEPT) {
            if value == BOTH {
                return Self {
                    json: true,
                    events: true,
                };
            }
            for range in value.to_str().unwrap_or_default().split(',') {
                let (kind, parameters) = range.split_once(';').unwrap_or((range, ""));
                let kind = kind.trim();
                if kind.is_empty() && parameters.is_empty() {
                    continue;
                }
                is_silent = false;
                let taken = !is_refused(parameters);
                json.hear(kind, ["application/json", "application/*", "*/*"], taken);
                events.hear(kind, ["text/event-stream", "text/*", "*/*"], taken);
            }
        }
        Self {
            json: json.0.map_or(is_silent, |(_, taken)| taken),
            events: events.0.map_or(is_silent, |(_, taken)| taken),
        }
    }
}

/// The most exact range that names a form so far: how exact, counted from 0, and whether it is taken.
#[derive(Default)]
struct Best(Option<(usize, bool)>);

impl Best {
    /// Looks at one more range, by the names of the form from the most exact one on.
    fn hear(&mut self, kind: &str, names: [&str; 3], taken: bool) {
        let Some(rank) = names.iter().position(|it| it.eq_ignore_ascii_case(kind)) else {
            return;
        };
        self.0 = match self.0 {
            Some((best, before)) if best < rank => Some((best, before)),
            Some((best, before)) if best == rank => Some((rank, before || taken)),
            _ => Some((rank, taken)),
        };
    }
}

/// Whether the parameters of a range say `q=0`.
fn is_refused(parameters: &str) -> bool {
    !parameters.is_empty()
        && parameters.split(';').any(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            name.trim().eq_ignore_ascii_case("q") && value.trim().parse() == Ok(0.0_f32)
        })
}

/// Whether the body is said to be JSON in UTF-8.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return false;
    };
    if value == "application/json" {
        return true;
    }
    let value = value.to_str().unwrap_or_default();
    let (kind, parameters) = value.split_once(';').unwrap_or((value, ""));
    kind.trim().eq_ignore_ascii_case("application/json")
        && parameters.split(';').all(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = value.trim().trim_matches('"');
            !name.trim().eq_ignore_ascii_case("charset")
                || value.eq_ignore_ascii_case("utf-8")
                || value.eq_ignore_ascii_case("utf8")
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use super::*;

    fn accepts(value: Option<&str>) -> (bool, bool) {
        let mut headers = HeaderMap::new();
        if let Some(value) = value {
            headers.insert(ACCEPT, value.parse().unwrap());
        }
        let accepts = Accepts::read(&headers);
        (accepts.json, accepts.events)
    }

    #[test]
    fn accept_is_read_liberally() {
        for (value, expected) in [
            (None, (true, true)),
            (Some(""), (true, true)),
            (Some("*/*"), (true, true)),
            (Some("application/json, text/event-stream"), (true, true)),
            (Some("Application/JSON;charset=utf-8"), (true, false)),
            (Some("text/event-stream; q=0.5"), (false, true)),
            (Some("text/html"), (false, false)),
            (Some("text/html, */*;q=0.8"), (true, true)),
            (
                Some("application/json, text/event-stream;q=0"),
                (true, false),
            ),
            (Some("application/json;q=0, */*"), (false, true)),
            (Some("*/*;q=0, text/event-stream"), (false, true)),
            (Some("text/*;q=0, */*;q=0.1"), (true, false)),
        ] {
            assert_eq!(accepts(value), expected, "{value:?}");
        }
    }

    #[test]
    fn a_body_is_json_in_utf_8() {
        let json = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, value.parse().unwrap());
            is_json(&headers)
        };
        assert!(!is_json(&HeaderMap::new()));
        for value in [
            "application/json",
            "application/json; charset=utf-8",
            "APPLICATION/JSON;Charset=\"UTF-8\"",
        ] {
            assert!(json(value), "{value}");
        }
        for value in [
            "text/plain",
            "application/json-seq",
            "application/json; charset=latin1",
            "application/x-www-form-urlencoded",
        ] {
            assert!(!json(value), "{value}");
        }
    }
}
