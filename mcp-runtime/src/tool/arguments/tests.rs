#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    missing_docs,
    reason = "tests"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;
use crate::tool::result::Kind;
use crate::tool::schema::{Bound, InputSchema, Parameter, to_value};

/// A tool, as far as its arguments go.
struct Tool {
    rules: Rules,
    hold: fn(&mut Arguments<'_>) -> Option<String>,
}

impl Tool {
    fn new(
        name: &'static str,
        input: fn(InputSchema) -> InputSchema,
        hold: fn(&mut Arguments<'_>) -> Option<String>,
    ) -> Self {
        let input = match input(InputSchema::default()).finish(true) {
            Ok(input) => input,
            Err(errors) => panic!("{errors:?}"),
        };
        Self {
            rules: Rules {
                tool: name.into(),
                input,
                conversions: Conversions::default(),
                unknown: UnknownArguments::default(),
                levels: 128,
                texts: false,
            },
            hold,
        }
    }

    /// One argument named `x`.
    fn of<T: Argument + std::fmt::Debug>() -> Self {
        Self::new(
            "t",
            |schema| schema.property::<T>(Parameter::new("x", "")),
            |arguments| arguments.hold::<T>("x").map(|value| format!("{value:?}")),
        )
    }

    fn scalars(mut self) -> Self {
        self.rules.conversions = Conversions::Scalars;
        self
    }

    fn call(&self, text: Option<&str>) -> Result<String, (String, Value)> {
        let mut arguments = Arguments::read(&self.rules, text);
        let held = (self.hold)(&mut arguments);
        match (arguments.finish(), held) {
            (false, Some(held)) => Ok(held),
            (false, None) => panic!("nothing held, and no finding"),
            (true, _) => match arguments.refuse().0 {
                Kind::Refused(refusal) => Err((
                    refusal.message,
                    serde_json::from_str(&refusal.data.unwrap()).unwrap(),
                )),
                _ => panic!("not refused"),
            },
        }
    }

    #[track_caller]
    fn gives(&self, arguments: &str, held: &str) {
        assert_eq!(
            self.call(Some(arguments))
                .map_err(|(message, _)| message)
                .as_deref(),
            Ok(held),
            "{arguments}"
        );
    }

    #[track_caller]
    fn refuses(&self, arguments: &str, message: &str) {
        let full = format!("Invalid arguments for '{}': {message}", self.rules.tool);
        match self.call(Some(arguments)) {
            Ok(held) => panic!("{arguments} was taken as {held}"),
            Err((found, _)) => assert_eq!(found, full, "{arguments}"),
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Units {
    Metric,
    Imperial,
}

fn weather() -> Tool {
    Tool::new(
        "get_weather",
        |schema| {
            schema
                .borrowed::<&str>(Parameter::new("city", "City name.").length(Some(1), Some(100)))
                .property::<Units>(Parameter::new("units", "").default(|| to_value(&Units::Metric)))
                .property::<Option<u8>>(
                    Parameter::new("days", "")
                        .range(Some(Bound::Integer(1)), Some(Bound::Integer(16))),
                )
        },
        |arguments| {
            let city = arguments.hold_borrowed::<&str>("city");
            let units = arguments.hold_or::<Units>("units", || Units::Metric);
            let days = arguments.hold::<Option<u8>>("days");
            Some(format!("{} {:?} {:?}", city?, units?, days?))
        },
    )
}

#[test]
fn all_findings_are_in_one_message() {
    weather().refuses(
        r#"{"days":300,"units":"kelvin","unit":"metric"}"#,
        "'city' is required and must be a string of 1 to 100 characters; \
         'units' must be \"metric\" or \"imperial\", got \"kelvin\"; \
         'days' must be between 1 and 16, got 300; \
         unknown argument 'unit', did you mean 'units'?",
    );
}

#[test]
fn findings_are_given_to_programs_as_well() {
    let (_, data) = weather()
        .call(Some(r#"{"city":"Oslo","days":300,"unit":"metric"}"#))
        .unwrap_err();
    assert_eq!(
        data,
        json!({"errors": [
            {
                "path": "/days",
                "problem": "out_of_range",
                "message": "'days' must be between 1 and 16, got 300",
                "expected": {"type": "integer", "minimum": 1, "maximum": 16},
                "received": "300",
            },
            {
                "path": "/unit",
                "problem": "unknown",
                "message": "unknown argument 'unit', did you mean 'units'?",
                "suggestion": "units",
            },
        ]})
    );
}

#[test]
fn a_valid_call_is_held() {
    let weather = weather();
    weather.gives(r#"{"city":"Oslo"}"#, "Oslo Metric None");
    weather.gives(
        r#"{"days":3.0,"city":"Os\"lo","units":"imperial"}"#,
        "Os\"lo Imperial Some(3)",
    );
    weather.gives(
        r#"{"city":"Oslo","units":null,"days":null}"#,
        "Oslo Metric None",
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
struct Filter {
    state: State,
    #[serde(default)]
    limit: u32,
    note: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

// A1

#[test]
fn an_array_or_object_encoded_twice_is_read() {
    let filter = Tool::of::<Filter>();
    filter.gives(
        r#"{"x":"{\"state\":\"open\",\"limit\":2.0}"}"#,
        "Filter { state: Open, limit: 2, note: None, tags: [] }",
    );
    Tool::of::<Vec<u32>>().gives(r#"{"x":" [1,2] "}"#, "[1, 2]");
    Tool::of::<Option<Vec<u32>>>().gives(r#"{"x":"[1,2]"}"#, "Some([1, 2])");
    Tool::of::<HashMap<String, u8>>().gives(r#"{"x":"{\"a\":1}"}"#, r#"{"a": 1}"#);
}

#[test]
fn a_string_keeps_its_text() {
    Tool::of::<String>().gives(r#"{"x":"[1,2]"}"#, r#""[1,2]""#);
    Tool::of::<Value>().gives(r#"{"x":"[1,2]"}"#, r#"String("[1,2]")"#);
    Tool::of::<Named>().gives(r#"{"x":"[1,2]"}"#, r#"Name("[1,2]")"#);
}

#[test]
fn only_the_whole_argument_is_decoded_twice() {
    Tool::of::<Vec<Vec<u8>>>().refuses(
        r#"{"x":["[1]"]}"#,
        r#"'x[0]' must be an array, got the string "[1]""#,
    );
    Tool::of::<Vec<u8>>().refuses(
        r#"{"x":"\"[1]\""}"#,
        r#"'x' must be an array, got the string ""[1]"", which holds a JSON value of another type"#,
    );
}

#[test]
fn what_is_wrong_inside_twice_encoded_json_is_told() {
    Tool::of::<Filter>().refuses(
        r#"{"x":"{\"state\":\"opn\"}"}"#,
        r#"'x.state' must be "open" or "closed", got "opn", did you mean "open"?"#,
    );
    Tool::of::<Filter>().refuses(
        r#"{"x":"{\"state\":\"open\""}"#,
        r#"'x' must be an object, got the string "{"state":"open"", which is not valid JSON: it breaks off at character 15"#,
    );
    Tool::of::<Filter>().refuses(
        r#"{"x":"[1]"}"#,
        r#"'x' must be an object, got the string "[1]", which holds an array"#,
    );
    Tool::of::<Filter>().refuses(
        r#"{"x":"state: open"}"#,
        r#"'x' must be an object, got the string "state: open""#,
    );
}

#[test]
fn nothing_is_converted_without_conversions() {
    let mut tool = Tool::of::<Vec<u32>>();
    tool.rules.conversions = Conversions::None;
    tool.refuses(
        r#"{"x":"[1]"}"#,
        r#"'x' must be an array, got the string "[1]""#,
    );
}

// A2

#[test]
fn numbers_and_booleans_are_not_read_from_text() {
    let tool = Tool::of::<u8>();
    tool.refuses(
        r#"{"x":"3"}"#,
        r#"'x' must be an integer between 0 and 255, got the string "3""#,
    );
    tool.refuses(
        r#"{"x":""}"#,
        r#"'x' must be an integer between 0 and 255, got the string """#,
    );
    Tool::of::<bool>().refuses(
        r#"{"x":"true"}"#,
        r#"'x' must be true or false, got the string "true""#,
    );
}

#[test]
fn scalars_are_read_from_exact_text_on_request() {
    let days = Tool::of::<u8>().scalars();
    days.gives(r#"{"x":"3"}"#, "3");
    days.gives(r#"{"x":"3.0"}"#, "3");
    for text in [
        "three", "", " 3", "3 ", "0x3", "+3", "03", "3.", "NaN", "true",
    ] {
        days.refuses(
            &format!(r#"{{"x":"{text}"}}"#),
            &format!(r#"'x' must be an integer between 0 and 255, got the string "{text}""#),
        );
    }
    days.refuses(r#"{"x":"300"}"#, "'x' must be between 0 and 255, got 300");
    let all = Tool::of::<bool>().scalars();
    all.gives(r#"{"x":"true"}"#, "true");
    all.refuses(
        r#"{"x":"True"}"#,
        r#"'x' must be true or false, got the string "True""#,
    );
    all.refuses(r#"{"x":1}"#, "'x' must be true or false, got 1");
    Tool::of::<Vec<u8>>()
        .scalars()
        .gives(r#"{"x":["1",2]}"#, "[1, 2]");
    Tool::of::<u64>()
        .scalars()
        .gives(r#"{"x":"18446744073709551615"}"#, "18446744073709551615");
}

#[test]
fn nothing_is_ever_converted_to_text() {
    Tool::of::<String>()
        .scalars()
        .refuses(r#"{"x":3}"#, "'x' must be a string, got 3");
    Tool::of::<String>()
        .scalars()
        .gives(r#"{"x":"3"}"#, r#""3""#);
    Tool::of::<Named>()
        .scalars()
        .gives(r#"{"x":"3"}"#, r#"Name("3")"#);
}

// A3

#[test]
fn whole_numbers_are_integers_however_they_are_written() {
    let tool = Tool::of::<u8>();
    tool.gives(r#"{"x":3.0}"#, "3");
    tool.gives(r#"{"x":1e2}"#, "100");
    tool.gives(r#"{"x":-0.0}"#, "0");
    tool.refuses(
        r#"{"x":3.5}"#,
        "'x' must be an integer between 0 and 255, got 3.5",
    );
    tool.refuses(
        r#"{"x":true}"#,
        "'x' must be an integer between 0 and 255, got true",
    );
    Tool::of::<Vec<(i8, u64)>>().gives(r#"{"x":[[-3.0,1e2]]}"#, "[(-3, 100)]");
    Tool::of::<f64>().gives(r#"{"x":3}"#, "3.0");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "read through Debug")]
enum Named {
    Number(u64),
    Name(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code, reason = "read through Debug")]
enum Shape {
    Circle { radius: u32 },
    Square(Side),
    Point,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
struct Side {
    side: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
struct Page {
    page: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
struct Flat {
    id: u8,
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    shape: Option<Shape>,
}

#[test]
fn whole_numbers_are_integers_inside_every_kind_of_enum() {
    Tool::of::<Named>().gives(r#"{"x":3.0}"#, "Number(3)");
    Tool::of::<Shape>().gives(
        r#"{"x":{"kind":"circle","radius":3.0}}"#,
        "Circle { radius: 3 }",
    );
    Tool::of::<Shape>().gives(
        r#"{"x":{"side":1e1,"kind":"square"}}"#,
        "Square(Side { side: 10 })",
    );
    Tool::of::<Flat>().gives(
        r#"{"x":{"id":1.0,"page":2.0,"kind":"circle","radius":3.0}}"#,
        "Flat { id: 1, page: Page { page: 2 }, shape: Some(Circle { radius: 3 }) }",
    );
    Tool::of::<External>().gives(r#"{"x":{"Pair":[3.0,"a"]}}"#, r#"Pair(3, "a")"#);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
enum External {
    Unit,
    New(u32),
    Pair(u8, String),
    Fields { a: u8, b: Option<String> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
#[allow(dead_code, reason = "read through Debug")]
enum Adjacent {
    One(u8),
    Two { x: i64 },
    Three,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "k")]
#[allow(dead_code, reason = "read through Debug")]
enum Tagged {
    A { x: u8 },
    B { y: Option<u8> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
struct MaybeTagged {
    #[serde(flatten)]
    tagged: Option<Tagged>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
enum Mixed {
    All,
    None,
    Only(Vec<String>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "read through Debug")]
enum Either {
    One { a: u8, b: u8 },
    Other { c: u8, d: u8 },
}

#[test]
fn an_optional_flattened_enum_is_held_to_the_variant_that_is_named() {
    let tool = Tool::of::<MaybeTagged>();
    tool.gives(
        r#"{"x":{"k":"B"}}"#,
        "MaybeTagged { tagged: Some(B { y: None }) }",
    );
    tool.gives(r#"{"x":{}}"#, "MaybeTagged { tagged: None }");
    tool.refuses(
        r#"{"x":{"k":"A"}}"#,
        "'x.x' is required and must be an integer between 0 and 255",
    );
    tool.refuses(r#"{"x":{"k":"Z"}}"#, r#"'x.k' must be "A" or "B", got "Z""#);
}

#[test]
fn a_variant_in_the_form_of_another_is_told_the_form_of_each() {
    let tool = Tool::of::<Mixed>();
    let forms = r#"'x' must be "All" or "None" or an object with 'Only', got"#;
    tool.refuses(
        r#"{"x":"Only"}"#,
        &format!(r#"{forms} the string "Only" alone"#),
    );
    tool.refuses(
        r#"{"x":{"All":{}}}"#,
        &format!("{forms} an object with 'All'"),
    );
}

#[test]
fn an_object_that_is_none_of_several_is_told_what_the_nearest_misses() {
    Tool::of::<Either>().refuses(
        r#"{"x":{"a":1}}"#,
        "'x' must be an object with 'a', 'b' or an object with 'c', 'd', got an object \
         ('x.b' is required and must be an integer between 0 and 255)",
    );
}

#[test]
fn a_missing_object_is_told_with_its_members() {
    Tool::of::<Page>().refuses(
        "{}",
        "'x' is required and must be an object with 'page' (an integer of at least 0)",
    );
}

#[test]
fn a_name_that_its_type_refuses_is_what_is_told() {
    Tool::of::<BTreeMap<std::net::IpAddr, u8>>().refuses(
        r#"{"x":{"999":1}}"#,
        r#"'x' must be an object whose names are each an IP address, got the name "999""#,
    );
}

#[test]
fn every_representation_of_an_enum_is_read() {
    let external = Tool::of::<External>();
    external.gives(r#"{"x":"Unit"}"#, "Unit");
    external.gives(r#"{"x":{"New":1}}"#, "New(1)");
    external.gives(r#"{"x":{"Fields":{"a":1}}}"#, "Fields { a: 1, b: None }");
    external.refuses(
        r#"{"x":"Unlit"}"#,
        r#"'x' must be "Unit", got "Unlit", did you mean "Unit"?"#,
    );
    external.refuses(
        r#"{"x":{"Fields":{"a":256,"c":1}}}"#,
        "'x.Fields.a' must be between 0 and 255, got 256; 'x.Fields' has no member 'c' (its members are 'a', 'b')",
    );
    external.refuses(
        r#"{"x":{"Other":1}}"#,
        "'x' must be \"Unit\", an object with 'New', an object with 'Pair' or an object with 'Fields', got an object",
    );
    let adjacent = Tool::of::<Adjacent>();
    adjacent.gives(r#"{"x":{"c":{"x":-1},"t":"Two"}}"#, "Two { x: -1 }");
    adjacent.gives(r#"{"x":{"t":"Three"}}"#, "Three");
    adjacent.refuses(
        r#"{"x":{"t":"One","c":"1"}}"#,
        r#"'x.c' must be an integer between 0 and 255, got the string "1""#,
    );
}

#[test]
fn the_alternative_that_was_meant_is_told_from_its_tag() {
    let tool = Tool::of::<Shape>();
    tool.refuses(
        r#"{"x":{"kind":"circle","radius":-1}}"#,
        "'x.radius' must be at least 0, got -1",
    );
    tool.refuses(
        r#"{"x":{"kind":"cirle","radius":1}}"#,
        r#"'x.kind' must be one of "circle", "square", "point", got "cirle", did you mean "circle"?"#,
    );
    tool.refuses(
        r#"{"x":{"radius":1}}"#,
        r#"'x.kind' is required and must be one of "circle", "square", "point""#,
    );
    tool.refuses(
        r#"{"x":5}"#,
        "'x' must be an object with 'kind': \"circle\", 'radius', an object with 'kind': \"square\", 'side' or an object with 'kind': \"point\", got 5",
    );
}

// A4, A5

#[test]
fn null_is_absent_for_what_is_optional_and_refused_for_what_is_required() {
    Tool::of::<Option<u8>>().gives(r#"{"x":null}"#, "None");
    Tool::of::<String>().refuses(r#"{"x":null}"#, "'x' may not be null, it must be a string");
    let filter = Tool::of::<Filter>();
    filter.gives(
        r#"{"x":{"state":"open","limit":null,"note":null,"tags":null}}"#,
        "Filter { state: Open, limit: 0, note: None, tags: [] }",
    );
    filter.refuses(
        r#"{"x":{"state":null}}"#,
        r#"'x.state' may not be null, it must be "open" or "closed""#,
    );
    Tool::of::<Vec<Option<u8>>>().gives(r#"{"x":[1,null]}"#, "[Some(1), None]");
    Tool::of::<Value>().gives(r#"{"x":null}"#, "Null");
    Tool::of::<Option<Value>>().gives(r#"{"x":null}"#, "None");
}

#[test]
fn absent_null_and_empty_arguments_are_the_same() {
    let tool = Tool::of::<Option<u8>>();
    for text in [None, Some("null"), Some("{}"), Some(" { } ")] {
        assert_eq!(tool.call(text).unwrap(), "None");
    }
}

// A7

#[test]
fn unknown_arguments_are_refused_or_dropped() {
    let mut tool = Tool::of::<Option<u8>>();
    tool.refuses(r#"{"y":1}"#, "unknown argument 'y' (the arguments are 'x')");
    tool.rules.unknown = UnknownArguments::Ignore;
    tool.gives(r#"{"y":1,"x":2}"#, "Some(2)");
    let none = Tool::new("t", |schema| schema, |_| Some(String::new()));
    none.refuses(r#"{"y":1}"#, "unknown argument 'y' (there are none)");
    Tool::of::<Filter>().refuses(
        r#"{"x":{"state":"open","limits":1}}"#,
        "'x' has no member 'limits', did you mean 'limit'?",
    );
}

// A9

#[test]
fn a_name_given_twice_is_refused_at_every_depth() {
    let tool = Tool::of::<Vec<HashMap<String, u8>>>();
    tool.refuses(
        r#"{"x":[{"a":1,"b":2,"a":1}]}"#,
        "'x[0].a' is given more than once, send it once",
    );
    Tool::of::<u8>().refuses(
        r#"{"x":1,"x":1}"#,
        "'x' is given more than once, send it once",
    );
    Tool::of::<HashMap<String, u8>>().refuses(
        r#"{"x":"{\"a\":1,\"a\":1}"}"#,
        r#"'x' must be an object, got the string "{"a":1,"a":1}", which holds JSON with the same name twice"#,
    );
    let many: Vec<String> = (0..40).map(|n| format!(r#""k{n}":1"#)).collect();
    let text = format!(r#"{{"x":[{{{},"k39":1}}]}}"#, many.join(","));
    tool.refuses(&text, "'x[0].k39' is given more than once, send it once");
}

// A10

#[test]
fn integers_are_exact_or_refused() {
    let unsigned = Tool::of::<u64>();
    for exact in ["9007199254740993", "18446744073709551615"] {
        unsigned.gives(&format!(r#"{{"x":{exact}}}"#), exact);
    }
    unsigned.gives(r#"{"x":9007199254740993.0}"#, "9007199254740993");
    unsigned.gives(r#"{"x":1e19}"#, "10000000000000000000");
    unsigned.refuses(
        r#"{"x":18446744073709551616}"#,
        "'x' must be between 0 and 18446744073709551615, got 18446744073709551616",
    );
    unsigned.refuses(
        r#"{"x":9007199254740993.5}"#,
        "'x' must be an integer of at least 0, got 9007199254740993.5",
    );
    let signed = Tool::of::<i64>();
    signed.gives(r#"{"x":-9223372036854775808}"#, "-9223372036854775808");
    signed.refuses(
        r#"{"x":-9223372036854775809}"#,
        "'x' must be at least -9223372036854775808, got -9223372036854775809",
    );
    Tool::of::<Vec<i128>>().gives(
        r#"{"x":[-170141183460469231731687303715884105727,18446744073709551616]}"#,
        "[-170141183460469231731687303715884105727, 18446744073709551616]",
    );
    Tool::of::<u128>().gives(
        r#"{"x":340282366920938463463374607431768211455}"#,
        "340282366920938463463374607431768211455",
    );
    Tool::of::<u128>().refuses(
        r#"{"x":1e39}"#,
        "'x' must be an integer between 0 and 340282366920938463463374607431768211455, got 1e39",
    );
}

#[test]
fn floats_are_the_nearest_ones_or_refused() {
    let tool = Tool::of::<f64>();
    tool.gives(r#"{"x":0.1}"#, "0.1");
    tool.gives(r#"{"x":1.7976931348623157e308}"#, "1.7976931348623157e308");
    Tool::of::<f32>().refuses(
        r#"{"x":1e39}"#,
        "'x' must be a number between -3.4028235e38 and 3.4028235e38, got 1e39",
    );
    tool.refuses(
        r#"{"x":1e400}"#,
        "'x' has a number that is too big to be read",
    );
}

// A11

#[test]
fn lengths_are_counted_in_characters_items_and_members() {
    let tool = weather();
    tool.refuses(
        r#"{"city":""}"#,
        "'city' must have 1 to 100 characters, but is empty",
    );
    tool.gives(
        &format!(r#"{{"city":"{}"}}"#, "\u{e9}".repeat(100)),
        &format!("{} Metric None", "\u{e9}".repeat(100)),
    );
    let long = "A".repeat(10_000_000);
    tool.refuses(
        &format!(r#"{{"city":"{long}"}}"#),
        "'city' must have 1 to 100 characters, got 10000000",
    );
    Tool::of::<u8>().refuses(
        &format!(r#"{{"x":"{long}"}}"#),
        &format!(
            "'x' must be an integer between 0 and 255, got the string \"{} \u{2026} (cut; 10000000 characters in all)\"",
            "A".repeat(40)
        ),
    );
    let list = Tool::new(
        "t",
        |schema| schema.property::<Vec<u8>>(Parameter::new("x", "").length(Some(1), None)),
        |arguments| arguments.hold::<Vec<u8>>("x").map(|x| format!("{x:?}")),
    );
    list.refuses(r#"{"x":[]}"#, "'x' must not be empty");
    let map = Tool::new(
        "t",
        |schema| {
            schema.property::<BTreeMap<String, u8>>(Parameter::new("x", "").length(None, Some(1)))
        },
        |arguments| {
            arguments
                .hold::<BTreeMap<String, u8>>("x")
                .map(|x| format!("{x:?}"))
        },
    );
    map.refuses(
        r#"{"x":{"a":1,"b":2}}"#,
        "'x' must have at most 1 member, got 2",
    );
}

// A12

#[test]
fn nesting_is_bounded() {
    let nested = |levels: usize| format!(r#"{{"x":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    let mut tool = Tool::of::<Value>();
    assert!(tool.call(Some(&nested(127))).is_ok());
    tool.refuses(&nested(128), "'x' is nested deeper than 128 levels");
    tool.refuses(&nested(10_000), "'x' is nested deeper than 128 levels");
    tool.rules.levels = 3;
    assert!(tool.call(Some(&nested(2))).is_ok());
    tool.refuses(&nested(3), "'x' is nested deeper than 3 levels");
}

#[test]
fn the_number_of_findings_in_a_message_is_bounded() {
    let text = format!(r#"{{"x":[{}]}}"#, vec!["-1"; 1_000].join(","));
    let (message, data) = Tool::of::<Vec<u8>>().call(Some(&text)).unwrap_err();
    assert!(
        message.ends_with("'x[19]' must be between 0 and 255, got -1; and 980 more"),
        "{message}"
    );
    assert_eq!(data.get("more"), Some(&json!(980)));
}

// What the rows leave out

#[test]
fn text_that_is_no_valid_string_is_refused() {
    Tool::of::<Vec<String>>().refuses(
        r#"{"x":["a","\ud800"]}"#,
        "'x[1]' has half of a character in it, such as \\ud83d alone: send the character itself",
    );
}

#[test]
fn secrets_are_never_echoed() {
    let tool = Tool::new(
        "t",
        |schema| {
            schema
                .property::<Filter>(Parameter::new("x", "").secret())
                .property::<String>(Parameter::new("y", "").length(Some(20), None).secret())
                .property::<Units>(Parameter::new("z", "").secret())
                .property::<std::net::IpAddr>(Parameter::new("w", "").secret())
        },
        |arguments| {
            arguments.hold::<Filter>("x");
            arguments.hold::<String>("y");
            arguments.hold::<Units>("z");
            arguments.hold::<std::net::IpAddr>("w");
            None
        },
    );
    let sent = r#"{"x":{"state":"hunter2","hunter2":1},"y":"hunter2","z":"hunter2","w":"hunter2"}"#;
    let (message, data) = tool.call(Some(sent)).unwrap_err();
    assert!(!message.contains("hunter2"), "{message}");
    assert!(!data.to_string().contains("hunter2"), "{data}");
    let broken = r#"{"x":"{\"hunter2\":","y":["hunter2","hunter2"],"z":{"hunter2":1},"w":null}"#;
    let (message, data) = tool.call(Some(broken)).unwrap_err();
    assert!(!message.contains("hunter2"), "{message}");
    assert!(!data.to_string().contains("hunter2"), "{data}");
    let twice = r#"{"x":{"hunter2":1,"hunter2":1,"a":[1e400]},"y":"","z":"","w":""}"#;
    let (message, data) = tool.call(Some(twice)).unwrap_err();
    assert!(!message.contains("hunter2"), "{message}");
    assert!(!data.to_string().contains("hunter2"), "{data}");
}

#[test]
fn what_a_type_refuses_beyond_its_schema_is_told_in_the_same_words() {
    Tool::of::<std::net::IpAddr>().refuses(
        r#"{"x":"localhost"}"#,
        "'x' must be an IP address, got \"localhost\"",
    );
    Tool::of::<Vec<std::net::Ipv4Addr>>().refuses(
        r#"{"x":["127.0.0.1","::1"]}"#,
        r#"'x[1]' must be an IPv4 address, got "::1""#,
    );
    Tool::of::<BTreeMap<u8, u8>>().refuses(
        r#"{"x":{"one":1}}"#,
        "'x' must be an object whose names are each a whole number, got the name \"one\"",
    );
    Tool::of::<std::num::NonZeroI32>().refuses(r#"{"x":0}"#, "'x' must be other than 0, got 0");
}

#[test]
fn std_types_are_read() {
    Tool::of::<char>().gives(r#"{"x":"\u00e9"}"#, "'\u{e9}'");
    Tool::of::<f32>().gives(r#"{"x":1.5}"#, "1.5");
    Tool::of::<[u8; 2]>().gives(r#"{"x":[1,2]}"#, "[1, 2]");
    Tool::of::<[u8; 2]>().refuses(r#"{"x":[1]}"#, "'x' must have exactly 2 items, got 1");
    Tool::of::<(u8, String)>().refuses(
        r#"{"x":["a",1]}"#,
        r#"'x[0]' must be an integer between 0 and 255, got the string "a"; 'x[1]' must be a string, got 1"#,
    );
    Tool::of::<BTreeMap<u32, String>>().gives(r#"{"x":{"7":"a"}}"#, r#"{7: "a"}"#);
    Tool::of::<BTreeMap<bool, i8>>().gives(r#"{"x":{"true":-1}}"#, "{true: -1}");
    Tool::of::<BTreeSet<String>>().refuses(
        r#"{"x":["a","b","a"]}"#,
        "'x' must not have the same item twice, items 1 and 3 are equal",
    );
    Tool::of::<Box<[Option<Box<str>>]>>().gives(r#"{"x":["a",null]}"#, r#"[Some("a"), None]"#);
    Tool::of::<std::path::PathBuf>().gives(r#"{"x":"/a b"}"#, r#""/a b""#);
    Tool::of::<std::num::NonZeroU8>().refuses(r#"{"x":0}"#, "'x' must be between 1 and 255, got 0");
    Tool::of::<std::net::IpAddr>().gives(r#"{"x":"::1"}"#, "::1");
    Tool::of::<Value>().gives(
        r#"{"x":{"a":[1,2.5,null]}}"#,
        r#"Object {"a": Array [Number(1), Number(2.5), Null]}"#,
    );
    Tool::of::<serde_json::Map<String, Value>>().gives(r#"{"x":{"a":1}}"#, r#"{"a": Number(1)}"#);
    Tool::of::<()>().gives(r#"{"x":null}"#, "()");
    Tool::of::<Result<u8, String>>().gives(r#"{"x":{"Err":"a"}}"#, r#"Err("a")"#);
}

#[test]
fn a_struct_is_never_taken_from_an_array() {
    Tool::of::<Side>().refuses(r#"{"x":[1]}"#, "'x' must be an object, got an array");
}

#[test]
fn what_came_is_shown_without_what_deceives() {
    Tool::of::<u8>().refuses(
        "{\"x\":\"\\u001b[31m\\u202e\\u0000a\\nb\"}",
        r#"'x' must be an integer between 0 and 255, got the string "a b""#,
    );
    Tool::of::<Option<u8>>().refuses(
        "{\"a\\u001b\\u200b b\":1}",
        "unknown argument 'a b' (the arguments are 'x')",
    );
}
