//! Enums in each of serde's representations, below the root of the schema.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::takes;

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read through Debug")]
enum External {
    Unit,
    New(u8),
    Pair(u8, String),
    Fields { a: u8 },
}

#[test]
fn an_enum_of_units_and_data_is_read_encoded_twice_as_well() {
    takes!(External)
        .reads(json!("Unit"), "Unit")
        .reads(json!({"New": 1}), "New(1)")
        .reads(json!({"Pair": [1.0, "a"]}), "Pair(1, \"a\")")
        .reads(json!({"Fields": {"a": 1}}), "Fields { a: 1 }")
        .reads(json!("{\"New\": 1}"), "New(1)")
        .reads(json!(" {\"Fields\":{\"a\":1e1}} "), "Fields { a: 10 }")
        .refuses(
            json!("{\"New\": 300}"),
            "'x.New' must be between 0 and 255, got 300",
        )
        .refuses(
            json!("{\"New\": 1"),
            "'x' must be \"Unit\", an object with 'New', an object with 'Pair' or an object with 'Fields', \
             got the string \"{\"New\": 1\", which is not valid JSON: it breaks off at character 9",
        )
        .refuses(json!("Unite"), "'x' must be \"Unit\", got \"Unite\", did you mean \"Unit\"?")
        .refuses(
            json!("something else"),
            "'x' must be \"Unit\", an object with 'New', an object with 'Pair' or an object with 'Fields', \
             got the string \"something else\"",
        )
        .refuses(
            json!({"New": 1, "Pair": [1, "a"]}),
            "'x' must be \"Unit\", an object with 'New', an object with 'Pair' or an object with 'Fields', got an object \
             ('x' has no member 'Pair' (its members are 'New'))",
        );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "read through Debug")]
enum Internal {
    Circle { radius: u32 },
    Wait { time: std::time::Duration },
    Point,
}

#[test]
fn an_enum_with_its_tag_inside_is_told_by_it() {
    takes!(Vec<Internal>)
        .reads(
            json!([{"radius": 2.0, "kind": "circle"}, {"kind": "point"}, {"kind": "wait", "time": 1.5}]),
            "[Circle { radius: 2 }, Point, Wait { time: 1.5s }]",
        )
        .refuses(
            json!([{"kind": "circle", "radius": -1}, {"kind": "pont"}, {"radius": 1}]),
            "'x[0].radius' must be at least 0, got -1; \
             'x[1].kind' must be one of \"circle\", \"wait\", \"point\", got \"pont\", did you mean \"point\"?; \
             'x[2].kind' is required and must be one of \"circle\", \"wait\", \"point\"",
        );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
#[expect(dead_code, reason = "read through Debug")]
enum Adjacent {
    One(u8),
    Two { x: i64 },
    Three,
}

#[test]
fn an_enum_with_its_tag_beside_is_told_by_it() {
    takes!(Adjacent)
        .reads(json!({"c": {"x": -1}, "t": "Two"}), "Two { x: -1 }")
        .reads(json!({"t": "Three"}), "Three")
        .refuses(
            json!({"t": "One", "c": "1"}),
            "'x.c' must be an integer between 0 and 255, got the string \"1\"",
        )
        .refuses(
            json!({"t": "One"}),
            "'x.c' is required and must be an integer between 0 and 255",
        );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read through Debug")]
enum Untagged {
    Id(u32),
    Name(String),
    Both { id: u32, name: String },
}

#[test]
fn an_enum_without_a_tag_is_the_first_that_fits() {
    takes!(Untagged)
        .reads(json!(3.0), "Id(3)")
        .reads(json!("a"), "Name(\"a\")")
        .reads(json!("{\"id\": 1, \"name\": \"a\"}"), "Name(\"{\\\"id\\\": 1, \\\"name\\\": \\\"a\\\"}\")")
        .reads(json!({"id": 1, "name": "a"}), "Both { id: 1, name: \"a\" }")
        .refuses(json!(-3), "'x' must be at least 0, got -3")
        .refuses(json!({"id": 1}), "'x.name' is required and must be a string")
        .refuses(
            json!(true),
            "'x' must be an integer of at least 0, a string or an object with 'id', 'name', got true",
        );
}

/// A number of cents that is told by its own rules.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
#[expect(dead_code, reason = "read through Debug")]
struct Price(u64);

impl TryFrom<String> for Price {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let cents = text.replace('.', "").parse();
        cents
            .map(Self)
            .map_err(|_| "write it as 12.50, without a currency".to_owned())
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read through Debug")]
enum Cost {
    Price(Price),
    Free(bool),
}

#[test]
fn the_words_of_a_type_of_ones_own_reach_the_caller_and_those_of_serde_do_not() {
    takes!(Price).reads(json!("12.50"), "Price(1250)").refuses(
        json!("12 EUR"),
        "'x' is not accepted: write it as 12.50, without a currency, got \"12 EUR\"",
    );
    takes!(Cost).refuses(
        json!("12 EUR"),
        "'x' must be a string or true or false, got \"12 EUR\"",
    );
}
