//! Types that hold several values.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::takes;

fn byte() -> Value {
    json!({"type": "integer", "minimum": 0, "maximum": 255})
}

#[test]
fn a_map_says_what_its_names_are() {
    takes!(HashMap<String, u8>)
        .says(json!({"type": "object", "additionalProperties": byte()}))
        .reads(json!({"a b": 1}), "{\"a b\": 1}")
        .refuses(
            json!({"a b": 300}),
            "'x[\"a b\"]' must be between 0 and 255, got 300",
        );
    takes!(BTreeMap<u16, u8>)
        .says(json!({
            "type": "object", "additionalProperties": byte(),
            "description": "Each name is a whole number.",
        }))
        .reads(json!({"7": 1}), "{7: 1}")
        .refuses(
            json!({"seven": 1, "-7": "a"}),
            "'x' must be an object whose names are each a whole number, got the name \"-7\"; \
             'x.-7' must be an integer between 0 and 255, got the string \"a\"; \
             'x' must be an object whose names are each a whole number, got the name \"seven\"",
        )
        .refuses(
            json!({"70000": 1}),
            "'x' must be an object whose names are each an integer between 0 and 65535, got the name \"70000\"",
        );
    takes!(BTreeMap<i8, u8>)
        .says(json!({
            "type": "object", "additionalProperties": byte(),
            "description": "Each name is a whole number, which may be negative.",
        }))
        .reads(json!({"-7": 1}), "{-7: 1}");
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Day {
    Saturday,
    Sunday,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Season {
    /// From December.
    Winter,
    /// From June.
    Summer,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
struct Code(#[schemars(regex(pattern = "^[A-Z]{3}$"))] String);

#[test]
fn the_names_of_a_map_may_be_those_of_an_enum() {
    takes!(BTreeMap<Day, u8>)
        .says(json!({
            "type": "object",
            "properties": {"saturday": byte(), "sunday": byte()},
            "additionalProperties": false,
        }))
        .reads(json!({"sunday": 1}), "{Sunday: 1}")
        .refuses(
            json!({"sunnday": 1}),
            "'x' has no member 'sunnday', did you mean 'sunday'?",
        );
    takes!(BTreeMap<Season, u8>)
        .reads(json!({"winter": 1}), "{Winter: 1}")
        .refuses(
            json!({"spring": 1}),
            "'x' must be an object whose names are each \"winter\" or \"summer\", got the name \"spring\"",
        );
    takes!(BTreeMap<Code, u8>)
        .says(json!({
            "type": "object", "additionalProperties": byte(),
            "description": "Each name is text that matches ^[A-Z]{3}$.",
        }))
        .reads(json!({"OSL": 1}), "{Code(\"OSL\"): 1}")
        .refuses(
            json!({"osl": 1}),
            "'x' must be an object whose names are each text that matches ^[A-Z]{3}$, got the name \"osl\"",
        );
}

#[test]
fn a_set_has_no_item_twice() {
    takes!(BTreeSet<u8>)
        .says(json!({"type": "array", "items": byte(), "uniqueItems": true}))
        .reads(json!([2, 1]), "{1, 2}")
        .refuses(
            json!([1, 2, 1.0]),
            "'x' must not have the same item twice, items 1 and 3 are equal",
        );
    takes!(#[arg(length(1..=2), items(length(1..)))] HashSet<String>)
        .says(json!({
            "type": "array", "items": {"type": "string", "minLength": 1},
            "uniqueItems": true, "minItems": 1, "maxItems": 2,
        }))
        .refuses(
            json!(["", "a", "b"]),
            "'x' must have 1 to 2 items, got 3; 'x[0]' must not be empty",
        );
    takes!(VecDeque<u8>)
        .says(json!({"type": "array", "items": byte()}))
        .reads(json!([1]), "[1]");
}

#[test]
fn one_value_in_different_letters_is_not_lost_from_a_set_or_a_map() {
    use std::net::{IpAddr, Ipv6Addr, SocketAddr};
    use std::time::Duration;
    takes!(HashSet<IpAddr>)
        .reads(json!(["::1"]), "{::1}")
        .refuses(
            json!(["::1", "127.0.0.1", "0:0:0:0:0:0:0:1"]),
            "'x' must not have the same item twice, items 1 and 3 are equal",
        );
    takes!(BTreeSet<uuid::Uuid>).refuses(
        json!([
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "67E55044-10B1-426F-9247-BB680E5FE0C8"
        ]),
        "'x' must not have the same item twice, items 1 and 2 are equal",
    );
    takes!(BTreeSet<chrono::DateTime<chrono::Utc>>)
        .reads(
            json!(["2026-02-28T23:30:00Z", "2026-02-28T23:30:00.5Z"]),
            "{2026-02-28T23:30:00Z, 2026-02-28T23:30:00.500Z}",
        )
        .refuses(
            json!(["2026-02-28T23:30:00Z", "2026-03-01T00:30:00.0+01:00"]),
            "'x' must not have the same item twice, items 1 and 2 are equal",
        );
    let twice = "'x' must not have the same item twice, items 1 and 2 are equal";
    takes!(BTreeSet<SocketAddr>)
        .reads(
            json!(["127.0.0.1:80", "127.0.0.1:81"]),
            "{127.0.0.1:80, 127.0.0.1:81}",
        )
        .refuses(json!(["[::1]:80", "[0::1]:80"]), twice);
    takes!(HashSet<url::Url>).refuses(
        json!(["https://example.org", "HTTPS://example.org:443/"]),
        twice,
    );
    takes!(BTreeSet<Duration>)
        .reads(json!([1, 1.5]), "{1s, 1.5s}")
        .refuses(json!([1, 1.000_000_000_1]), twice);
    takes!(BTreeSet<chrono::NaiveTime>)
        .reads(json!(["12:30", "12:30:00.5"]), "{12:30:00, 12:30:00.500}")
        .refuses(json!(["12:30", "12:30:00.0"]), twice);
    takes!(HashSet<jiff::civil::DateTime>)
        .refuses(json!(["2026-01-31T12:30", "2026-01-31T12:30:00"]), twice);
    takes!(HashSet<jiff::SignedDuration>).refuses(json!(["PT60S", "PT1M"]), twice);
    // To a set of texts these are two.
    takes!(BTreeSet<String>).reads(json!(["::1", "0::1"]), "{\"0::1\", \"::1\"}");
    // A list may have it twice.
    takes!(Vec<IpAddr>).reads(json!(["::1", "0::1"]), "[::1, ::1]");
    let twice = "'x' has a name that is not accepted: it is '0:0:0:0:0:0:0:1' in other letters, send it once, got the name \"::1\"";
    takes!(BTreeMap<IpAddr, u8>)
        .reads(json!({"::1": 1, "::2": 2}), "{::1: 1, ::2: 2}")
        .refuses(json!({"::1": 1, "0:0:0:0:0:0:0:1": 2}), twice);
    takes!(HashMap<Ipv6Addr, u8>).refuses(json!({"::1": 1, "0:0:0:0:0:0:0:1": 2}), twice);
    takes!(BTreeMap<SocketAddr, u8>).refuses(
        json!({"[::1]:80": 1, "[0::1]:80": 2}),
        "'x' has a name that is not accepted: it is '[0::1]:80' in other letters, send it once, got the name \"[::1]:80\"",
    );
    takes!(BTreeMap<url::Url, u8>).refuses(
        json!({"https://example.org": 1, "https://example.org/": 2}),
        "'x' has a name that is not accepted: it is 'https://example.org' in other letters, send it once, got the name \"https://example.org/\"",
    );
    takes!(HashMap<uuid::Uuid, u8>).refuses(
        json!({"67e55044-10b1-426f-9247-bb680e5fe0c8": 1, "67e5504410b1426f9247bb680e5fe0c8": 2}),
        "'x' has a name that is not accepted: it is '67e55044-10b1-426f-9247-bb680e5fe0c8' in other letters, send it once, got the name \"67e5504410b1426f9247bb680e5fe0c8\"",
    );
}

#[test]
fn a_list_of_a_fixed_length_says_it() {
    takes!([u8; 2])
        .says(json!({"type": "array", "items": byte(), "minItems": 2, "maxItems": 2}))
        .reads(json!([1, 2]), "[1, 2]")
        .refuses(json!([1]), "'x' must have exactly 2 items, got 1");
    takes!((u8, String))
        .says(json!({
            "type": "array",
            "items": {"anyOf": [byte(), {"type": "string"}]},
            "minItems": 2,
            "maxItems": 2,
            "description": "In this order: an integer between 0 and 255, a string.",
        }))
        .reads(json!([1, "a"]), "(1, \"a\")")
        .refuses(
            json!(["a", 1]),
            "'x[0]' must be an integer between 0 and 255, got the string \"a\"; \
             'x[1]' must be a string, got 1",
        );
    takes!(
        #[arg(items(range(0.0..=1.0)))]
        (f64, f64)
    )
    .says(json!({
        "type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1},
        "minItems": 2, "maxItems": 2,
    }))
    .reads(json!([0, 1]), "(0.0, 1.0)")
    .refuses(json!([0, 2]), "'x[1]' must be between 0 and 1, got 2");
}

#[test]
fn null_is_a_value_where_nothing_can_be_left_out() {
    takes!(Vec<Option<u8>>)
        .says(json!({
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 255, "description": "May be null."},
        }))
        .reads(json!([1, null]), "[Some(1), None]");
    takes!(BTreeMap<String, Option<bool>>).reads(json!({"a": null}), "{\"a\": None}");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read through Debug")]
struct Change {
    /// `None` leaves it, `Some(None)` takes it away.
    #[serde(default)]
    note: Option<Option<String>>,
}

#[test]
fn an_option_of_an_option_has_one_null() {
    takes!(Vec<Option<Option<u8>>>).reads(json!([1, null]), "[Some(Some(1)), None]");
    takes!(Change)
        .reads(json!({}), "Change { note: None }")
        .reads(json!({"note": null}), "Change { note: None }")
        .reads(json!({"note": "a"}), "Change { note: Some(Some(\"a\")) }");
}
