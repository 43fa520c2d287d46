//! Types of other crates, each behind a feature.

use std::collections::BTreeSet;

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use mcp_runtime::Iso;
use serde_json::json;
use url::Url;
use uuid::Uuid;

use crate::takes;

#[test]
fn a_url_has_a_scheme() {
    takes!(Url)
        .says(json!({"type": "string", "format": "uri"}))
        .reads(json!("https://example.org/a"), "Url { scheme: \"https\", cannot_be_a_base: false, username: \"\", password: None, host: Some(Domain(\"example.org\")), port: None, path: \"/a\", query: None, fragment: None }")
        .refuses(
            json!("example.org"),
            "'x' must be a URL such as https://example.com/page, got \"example.org\"",
        )
        // Keeps the form, and is no URL all the same.
        .refuses(
            json!("https://example.org:99999/"),
            "'x' must be a URL such as https://example.com/page, got \"https://example.org:99999/\"",
        );
}

#[test]
fn a_uuid_is_in_its_usual_form() {
    takes!(Uuid)
        .says(json!({"type": "string", "format": "uuid"}))
        .reads(
            json!("67e55044-10b1-426f-9247-bb680e5fe0c8"),
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
        )
        .refuses(json!("67e55044"), "'x' must be a UUID, got \"67e55044\"")
        .refuses(
            json!("67e5504410b1426f9247bb680e5fe0c8"),
            "'x' must be a UUID, got \"67e5504410b1426f9247bb680e5fe0c8\"",
        );
}

#[test]
fn dates_and_times_of_chrono_are_those_of_rfc_3339() {
    takes!(DateTime<Utc>)
        .says(json!({"type": "string", "format": "date-time"}))
        .reads(json!("2026-01-31T12:30:00+01:00"), "2026-01-31T11:30:00Z")
        .refuses(
            json!("2026-01-31"),
            "'x' must be a date and time such as 2026-01-31T12:30:00Z, got \"2026-01-31\"",
        );
    takes!(NaiveDate)
        .says(json!({"type": "string", "format": "date"}))
        .reads(json!("2026-01-31"), "2026-01-31")
        .refuses(
            json!("31.1.2026"),
            "'x' must be a date such as 2026-01-31, got \"31.1.2026\"",
        );
    takes!(NaiveDateTime)
        .says(json!({
            "type": "string", "description": "A date and time such as 2026-01-31T12:30:00.",
        }))
        .reads(json!("2026-01-31T12:30:00"), "2026-01-31T12:30:00")
        .refuses(
            json!("tomorrow"),
            "'x' must be a date and time such as 2026-01-31T12:30:00, got \"tomorrow\"",
        );
    takes!(NaiveTime)
        .says(json!({"type": "string", "description": "A time such as 12:30:00."}))
        .reads(json!("12:30:00"), "12:30:00")
        .refuses(
            json!("noon"),
            "'x' must be a time such as 12:30:00, got \"noon\"",
        );
}

#[test]
fn dates_and_times_of_jiff_are_those_of_rfc_3339() {
    takes!(jiff::Timestamp)
        .says(json!({"type": "string", "format": "date-time"}))
        .reads(json!("2026-01-31T12:30:00+01:00"), "2026-01-31T11:30:00Z")
        .refuses(
            json!("soon"),
            "'x' must be a date and time such as 2026-01-31T12:30:00Z, got \"soon\"",
        );
    takes!(jiff::civil::Date)
        .says(json!({"type": "string", "format": "date"}))
        .reads(json!("2026-01-31"), "2026-01-31")
        .refuses(
            json!("2026-02-31"),
            "'x' must be a date such as 2026-01-31, got \"2026-02-31\"",
        );
    takes!(jiff::civil::DateTime)
        .reads(json!("2026-01-31T12:30:00"), "2026-01-31T12:30:00")
        .refuses(
            json!("soon"),
            "'x' must be a date and time such as 2026-01-31T12:30:00, got \"soon\"",
        );
    takes!(jiff::SignedDuration)
        .says(json!({"type": "string", "description": "A duration such as PT1H30M."}))
        .reads(json!("PT1H30M"), "1h 30m")
        .refuses(
            json!("long"),
            "'x' must be a duration such as PT1H30M, got \"long\"",
        );
    takes!(jiff::Zoned).refuses(
        json!("soon"),
        "'x' must be a date and time such as 2026-01-31T12:30:00+01:00[Europe/Berlin], got \"soon\"",
    );
}

#[test]
fn bytes_are_base64() {
    takes!(Bytes)
        .says(json!({"type": "string", "description": "Bytes as base64."}))
        .reads(json!("aGkA"), "b\"hi\\0\"")
        .reads(json!(""), "b\"\"")
        .refuses(json!("hi!"), "'x' must be bytes as base64, got \"hi!\"")
        .refuses(
            json!([104, 105]),
            "'x' must be bytes as base64, got an array",
        );
    takes!(
        #[arg(default = Bytes::from_static(b"hi"))]
        Bytes
    )
    .says(json!({
        "type": "string", "description": "Bytes as base64.", "default": "aGk=",
    }))
    .reads(json!(null), "b\"hi\"");
    takes!(Vec<Option<Bytes>>).reads(json!(["aGk=", null]), "[Some(b\"hi\"), None]");
}

#[test]
fn dates_of_time_are_those_of_iso_8601() {
    takes!(Iso<time::Date>)
        .says(json!({"type": "string", "format": "date"}))
        .reads(json!("2026-02-28"), "Iso(2026-02-28)")
        .refuses(
            json!("2026-02-29"),
            "'x' must be a date such as 2026-01-31, got \"2026-02-29\"",
        );
    takes!(Iso<time::OffsetDateTime>)
        .says(json!({"type": "string", "format": "date-time"}))
        .reads(
            json!("2026-02-28T23:30:00.5+01:00"),
            "Iso(2026-02-28 23:30:00.5 +01:00:00)",
        )
        .refuses(
            json!("2026-02-28"),
            "'x' must be a date and time such as 2026-01-31T12:30:00Z, got \"2026-02-28\"",
        );
    takes!(Iso<time::PrimitiveDateTime>)
        .says(json!({
            "type": "string", "description": "A date and time such as 2026-01-31T12:30:00.",
        }))
        .reads(json!("2026-02-28T23:30:00"), "Iso(2026-02-28 23:30:00.0)")
        .refuses(
            json!("2026-02-28T23:30:00Z"),
            "'x' must be a date and time such as 2026-01-31T12:30:00, got \"2026-02-28T23:30:00Z\"",
        );
    takes!(
        #[arg(default = Iso(time::Time::from_hms_milli(12, 30, 0, 250).unwrap()), example = Iso(time::Time::MIDNIGHT))]
        Iso<time::Time>
    )
    .says(json!({
        "type": "string", "description": "A time such as 12:30:00.",
        "default": "12:30:00.25", "examples": ["00:00:00"],
    }))
    .reads(json!(null), "Iso(12:30:00.25)")
    .reads(json!("23:59:59"), "Iso(23:59:59.0)")
    .refuses(
        json!("12:30:00+01:00"),
        "'x' must be a time such as 12:30:00, got \"12:30:00+01:00\"",
    )
    .refuses(
        json!("25:00:00"),
        "'x' must be a time such as 12:30:00, got \"25:00:00\"",
    );
    takes!(BTreeSet<Iso<time::OffsetDateTime>>).refuses(
        json!(["2026-02-28T23:30:00Z", "2026-03-01T00:30:00+01:00"]),
        "'x' must not have the same item twice, items 1 and 2 are equal",
    );
    takes!(BTreeSet<Iso<time::Time>>)
        .reads(
            json!(["12:30:00", "12:31:00"]),
            "{Iso(12:30:00.0), Iso(12:31:00.0)}",
        )
        .refuses(
            json!(["12:30:00", "12:30:00.0"]),
            "'x' must not have the same item twice, items 1 and 2 are equal",
        );
}
