//! Types of the standard library that are one value.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroI32, NonZeroU8};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Number, Value, json};

use crate::takes;

/// A whole number beyond what `json!` takes.
fn number(text: &str) -> Value {
    let number: Number = serde_json::from_str(text).unwrap();
    Value::Number(number)
}

#[test]
fn a_duration_is_a_number_of_seconds() {
    takes!(Duration)
        .says(json!({"type": "number", "minimum": 0, "maximum": 9_007_199_254_740_991_u64, "description": "In seconds."}))
        .reads(json!(10), "10s")
        .reads(json!(1.5), "1.5s")
        .reads(json!(0), "0ns")
        .reads(json!(0.000_000_001), "1ns")
        .refuses(json!(-1), "'x' must be between 0 and 9007199254740991, got -1")
        .refuses(
            json!("10s"),
            "'x' must be a number of seconds between 0 and 9007199254740991, got the string \"10s\"",
        )
        .refuses(
            json!({"secs": 1, "nanos": 0}),
            "'x' must be a number of seconds between 0 and 9007199254740991, got an object",
        )
        .refuses(
            json!(1e300),
            "'x' must be between 0 and 9007199254740991, got 1e+300",
        );
    takes!(
        /// How long to wait.
        #[arg(range(1..=60), default = Duration::from_millis(2500), example = Duration::from_secs(3))]
        Duration
    )
    .says(json!({
        "type": "number", "minimum": 1, "maximum": 60,
        "description": "How long to wait.\nIn seconds.", "default": 2.5, "examples": [3],
    }))
    .reads(json!(null), "2.5s")
    .refuses(json!(61), "'x' must be between 1 and 60, got 61");
    takes!(Option<Vec<Duration>>).reads(json!([1, 0.5]), "Some([1s, 500ms])");
}

#[test]
fn an_address_is_a_text_of_its_form() {
    takes!(IpAddr)
        .says(json!({"type": "string", "description": "An IP address."}))
        .reads(json!("127.0.0.1"), "127.0.0.1")
        .reads(json!("::1"), "::1")
        .refuses(
            json!("localhost"),
            "'x' must be an IP address, got \"localhost\"",
        )
        .refuses(json!(127), "'x' must be an IP address, got 127");
    takes!(Ipv4Addr)
        .says(json!({"type": "string", "format": "ipv4"}))
        .reads(json!("127.0.0.1"), "127.0.0.1")
        .refuses(json!("::1"), "'x' must be an IPv4 address, got \"::1\"");
    takes!(Ipv6Addr)
        .says(json!({"type": "string", "format": "ipv6"}))
        .reads(json!("::1"), "::1")
        .refuses(
            json!("127.0.0.1"),
            "'x' must be an IPv6 address, got \"127.0.0.1\"",
        );
    takes!(SocketAddr)
        .says(json!({"type": "string"}))
        .reads(json!("127.0.0.1:80"), "127.0.0.1:80")
        .refuses(
            json!("127.0.0.1"),
            "'x' must be an IP address with a port, such as 127.0.0.1:8080, got \"127.0.0.1\"",
        );
}

#[test]
fn a_path_is_a_text() {
    takes!(PathBuf)
        .says(json!({"type": "string"}))
        .reads(json!("/a b"), "\"/a b\"")
        .refuses(json!(["/a"]), "'x' must be a string, got an array");
    takes!(&Path)
        .says(json!({"type": "string"}))
        .reads(json!("a/b"), "\"a/b\"");
    takes!(#[arg(pattern = "^[^/]")] Option<&Path>)
        .says(json!({"type": "string", "pattern": "^[^/]"}))
        .reads(json!("a"), "Some(\"a\")")
        .refuses(json!("/a"), "'x' must match the pattern ^[^/], got \"/a\"");
}

#[test]
fn a_character_is_a_text_of_one() {
    takes!(char)
        .says(json!({"type": "string", "minLength": 1, "maxLength": 1}))
        .reads(json!("\u{1f600}"), "'\u{1f600}'")
        .refuses(json!("ab"), "'x' must have exactly 1 character, got 2")
        .refuses(json!(""), "'x' must have exactly 1 character, but is empty");
}

#[test]
fn a_number_other_than_zero_says_so() {
    takes!(NonZeroU8)
        .says(json!({"type": "integer", "minimum": 1, "maximum": 255}))
        .reads(json!(3.0), "3")
        .refuses(json!(0), "'x' must be between 1 and 255, got 0");
    takes!(NonZeroI32)
        .reads(json!(-1), "-1")
        .refuses(json!(0), "'x' must be other than 0, got 0");
}

#[test]
fn wide_integers_are_exact() {
    takes!(i128)
        .says(json!({"type": "integer"}))
        .reads(json!(-1e2), "-100")
        .refuses(json!("1"), "'x' must be an integer, got the string \"1\"");
    takes!(u128)
        .says(json!({"type": "integer", "minimum": 0}))
        .reads(json!(u64::MAX), "18446744073709551615")
        .reads(number("3e38"), "300000000000000000000000000000000000000")
        .refuses(json!(-1), "'x' must be at least 0, got -1");
    takes!(u64)
        .says(json!({"type": "integer", "minimum": 0}))
        .reads(json!(u64::MAX), "18446744073709551615");
}

#[test]
fn what_wraps_a_value_is_that_value() {
    takes!(Box<u8>)
        .says(json!({"type": "integer", "minimum": 0, "maximum": 255}))
        .reads(json!(1), "1");
    takes!(Cow<'static, str>)
        .says(json!({"type": "string"}))
        .reads(json!("a"), "\"a\"");
    takes!(Option<Box<str>>)
        .says(json!({"type": "string"}))
        .reads(json!(null), "None");
    takes!(Arc<str>)
        .says(json!({"type": "string"}))
        .reads(json!("a"), "\"a\"");
}

#[test]
fn a_range_is_its_ends() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    takes!(Range<u8>)
        .says(json!({
            "type": "object",
            "properties": {"start": byte, "end": byte},
            "required": ["start", "end"],
            "additionalProperties": false,
        }))
        .reads(json!({"start": 1, "end": 3.0}), "1..3")
        .refuses(
            json!({"start": 1}),
            "'x.end' is required and must be an integer between 0 and 255",
        );
}

#[test]
fn anything_is_asked_for_in_words() {
    takes!(Value)
        .says(json!({
            "type": ["string", "number", "boolean", "object", "array", "null"],
            "items": {},
            "description": "Any JSON value.",
        }))
        .reads(
            json!({"a": [1, null]}),
            "Object {\"a\": Array [Number(1), Null]}",
        )
        .reads(json!("[1]"), "String(\"[1]\")")
        .reads(json!(null), "Null");
}
