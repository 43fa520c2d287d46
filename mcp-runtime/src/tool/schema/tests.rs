#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::*;
use crate::tool::output_schema::OutputSchema;

fn input(with: impl FnOnce(InputSchema) -> InputSchema) -> Value {
    let input = with(InputSchema::default()).finish(false).unwrap();
    serde_json::from_str(&input.schema).unwrap()
}

/// The schema of one argument named `x`, and whether it is required.
fn of<T: Argument>() -> (Value, bool) {
    let input = input(|schema| schema.property::<T>(Parameter::new("x", "")));
    (
        input.pointer("/properties/x").unwrap().clone(),
        input.get("required") == Some(&json!(["x"])),
    )
}

#[track_caller]
fn gives<T: Argument>(expected: Value) {
    assert_eq!(of::<T>(), (expected, true));
}

#[track_caller]
fn refused(with: impl FnOnce(InputSchema) -> InputSchema, expected: &str) {
    let errors = with(InputSchema::default())
        .finish(false)
        .expect_err("it was built");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors, [expected]);
}

fn parameter() -> Parameter {
    Parameter::new("x", "")
}

// S1

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
enum Query {
    /// By its name.
    Name {
        name: String,
    },
    Id(Id),
    All,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Id {
    id: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Search {
    limit: Option<u8>,
    #[serde(flatten)]
    query: Query,
}

#[test]
fn a_union_is_only_below_the_root_and_each_alternative_is_closed() {
    let root = input(|schema| schema.property::<Query>(parameter()));
    assert_eq!(root.get("type"), Some(&json!("object")));
    gives::<Query>(json!({"anyOf": [
        {
            "type": "object",
            "description": "By its name.",
            "properties": {
                "by": {"type": "string", "enum": ["name"]},
                "name": {"type": "string"},
            },
            "required": ["by", "name"],
            "additionalProperties": false,
        },
        {
            "type": "object",
            "properties": {
                "by": {"type": "string", "enum": ["id"]},
                "id": {"type": "integer", "minimum": 0, "maximum": 255},
            },
            "required": ["by", "id"],
            "additionalProperties": false,
        },
        {
            "type": "object",
            "properties": {"by": {"type": "string", "enum": ["all"]}},
            "required": ["by"],
            "additionalProperties": false,
        },
    ]}));
}

#[test]
fn what_is_beside_a_flattened_enum_is_in_every_alternative() {
    let (schema, _) = of::<Search>();
    let alternatives = schema.get("anyOf").unwrap().as_array().unwrap();
    assert_eq!(alternatives.len(), 3);
    for alternative in alternatives {
        assert_eq!(
            alternative.pointer("/properties/limit"),
            Some(&json!({"type": "integer", "minimum": 0, "maximum": 255}))
        );
        assert_eq!(alternative.get("additionalProperties"), Some(&json!(false)));
    }
}

// S2

#[test]
fn any_value_is_said_with_an_object_schema() {
    let any = json!({
        "type": ["string", "number", "boolean", "object", "array", "null"],
        "items": {},
        "description": "Any JSON value.",
    });
    gives::<Value>(any.clone());
    gives::<HashMap<String, Value>>(json!({"type": "object", "additionalProperties": any}));
    let described = input(|schema| schema.property::<Value>(Parameter::new("x", "The payload.")));
    assert_eq!(
        described.pointer("/properties/x/description"),
        Some(&json!("The payload."))
    );
}

// S3

#[test]
fn bounds_are_said_without_formats_and_not_beyond_what_is_exact() {
    gives::<u8>(json!({"type": "integer", "minimum": 0, "maximum": 255}));
    gives::<i32>(
        json!({"type": "integer", "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647}),
    );
    gives::<u64>(json!({"type": "integer", "minimum": 0}));
    gives::<usize>(json!({"type": "integer", "minimum": 0}));
    gives::<i128>(json!({"type": "integer"}));
    gives::<f32>(json!({"type": "number"}));
    gives::<std::num::NonZeroU8>(json!({"type": "integer", "minimum": 1, "maximum": 255}));
    gives::<std::num::NonZeroI8>(json!({"anyOf": [
        {"type": "integer", "minimum": -128, "maximum": -1},
        {"type": "integer", "minimum": 1, "maximum": 127},
    ]}));
}

// S4

#[test]
fn a_struct_of_two_parameters_is_written_twice() {
    let input = input(|schema| {
        schema
            .property::<Id>(Parameter::new("a", ""))
            .property::<Vec<Id>>(Parameter::new("b", ""))
    });
    let id = json!({
        "type": "object",
        "properties": {"id": {"type": "integer", "minimum": 0, "maximum": 255}},
        "required": ["id"],
        "additionalProperties": false,
    });
    assert_eq!(input.pointer("/properties/a"), Some(&id));
    assert_eq!(input.pointer("/properties/b/items"), Some(&id));
    let text = input.to_string();
    for noise in ["$ref", "$defs", "$schema", "title"] {
        assert!(!text.contains(noise), "{noise} in {text}");
    }
}

// S5

#[test]
fn a_recursive_result_is_refused_unless_the_tool_says_so() {
    assert_eq!(OutputSchema::of::<Vec<Tree>>().recursive(), Some("Tree"));
    assert_eq!(OutputSchema::of::<Tree>().recursive(), Some("#"));
    assert_eq!(OutputSchema::of::<Vec<Id>>().recursive(), None);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Endless(Box<Endless>);

#[test]
fn a_recursive_type_is_refused_unless_the_tool_says_so() {
    refused(
        |schema| schema.property::<Vec<Tree>>(parameter()),
        "parameter 'x': the type 'Tree' contains itself, and many hosts refuse such a schema and \
         every tool with it; take a flat form of it (a list of nodes that name their parents), or \
         write `#[tool(recursive)]` to send it with one local reference",
    );
    let input = InputSchema::default()
        .property::<Vec<Tree>>(parameter())
        .finish(true)
        .unwrap();
    let schema: Value = serde_json::from_str(&input.schema).unwrap();
    let reference = schema
        .pointer("/properties/x/items/properties/children/items/$ref")
        .unwrap();
    let pointer = reference.as_str().unwrap().trim_start_matches('#');
    assert_eq!(
        schema.pointer(pointer),
        schema.pointer("/properties/x/items")
    );
}

#[test]
fn a_type_of_nothing_but_itself_is_refused() {
    let errors = InputSchema::default()
        .property::<Endless>(parameter())
        .finish(true)
        .unwrap_err();
    assert_eq!(
        errors.first().unwrap().to_string(),
        "the type 'Endless' contains nothing but itself; give it a field or a variant of another type"
    );
}

// S6

#[test]
fn no_parameters_give_a_closed_object() {
    let input = InputSchema::default().finish(false).unwrap();
    assert_eq!(
        input.schema,
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}

#[test]
fn parameters_stand_in_the_order_written() {
    let input = InputSchema::default()
        .property::<bool>(Parameter::new("b", "B."))
        .property::<bool>(Parameter::new("a", "A."))
        .finish(false)
        .unwrap();
    assert_eq!(
        input.schema,
        r#"{"type":"object","properties":{"b":{"type":"boolean","description":"B."},"a":{"type":"boolean","description":"A."}},"required":["b","a"],"additionalProperties":false}"#
    );
}

// S7

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct MaybeId(Option<u8>);

type Maybe<T> = Option<T>;

#[test]
fn what_may_be_left_out_is_the_plain_type_and_not_required() {
    let plain = (
        json!({"type": "integer", "minimum": 0, "maximum": 255}),
        false,
    );
    assert_eq!(of::<Option<u8>>(), plain);
    assert_eq!(of::<Maybe<u8>>(), plain);
    assert_eq!(of::<MaybeId>(), plain);
    assert_eq!(of::<Option<Query>>().0, of::<Query>().0);
    let input = input(|schema| schema.borrowed::<Option<&str>>(parameter()));
    assert_eq!(input.get("required"), None);
    gives::<Vec<Option<bool>>>(json!({
        "type": "array",
        "items": {"type": "boolean", "description": "May be null."},
    }));
}

#[test]
fn a_default_is_advertised_and_not_required() {
    let input = input(|schema| {
        schema.property::<u8>(
            parameter()
                .default(|| to_value(&3_u8))
                .examples(&[|| to_value(&7_u8)]),
        )
    });
    assert_eq!(input.get("required"), None);
    assert_eq!(
        input.pointer("/properties/x"),
        Some(&json!({
            "type": "integer", "minimum": 0, "maximum": 255, "default": 3, "examples": [7],
        }))
    );
}

// S8

#[test]
fn arrays_always_say_what_their_items_are() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    gives::<Vec<u8>>(json!({"type": "array", "items": byte}));
    gives::<[u8; 4]>(json!({"type": "array", "items": byte, "minItems": 4, "maxItems": 4}));
    gives::<(f64, f64)>(
        json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
    );
    gives::<(bool, String)>(json!({
        "type": "array",
        "items": {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
        "minItems": 2,
        "maxItems": 2,
        "description": "In this order: true or false, a string.",
    }));
    gives::<BTreeSet<bool>>(
        json!({"type": "array", "items": {"type": "boolean"}, "uniqueItems": true}),
    );
    gives::<BTreeMap<u8, bool>>(json!({
        "type": "object",
        "additionalProperties": {"type": "boolean"},
        "description": "Each name is a whole number.",
    }));
}

// S9

/// Which units.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Units {
    /// Celsius and
    /// kilometres.
    Metric,
    /// Fahrenheit.
    Imperial,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Plain {
    A,
    B,
}

#[test]
fn an_enum_of_names_is_a_list_with_what_each_means() {
    gives::<Plain>(json!({"type": "string", "enum": ["A", "B"]}));
    gives::<Units>(json!({
        "type": "string",
        "enum": ["metric", "imperial"],
        "description": "Which units.\n- metric: Celsius and kilometres.\n- imperial: Fahrenheit.",
    }));
    let described = input(|schema| schema.property::<Units>(Parameter::new("x", "The units.")));
    assert_eq!(
        described.pointer("/properties/x/description"),
        Some(&json!(
            "The units.\n- metric: Celsius and kilometres.\n- imperial: Fahrenheit."
        ))
    );
}

// S10

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounded {
    #[schemars(range(min = 1, max = 10))]
    a: u32,
    #[schemars(extend("exclusiveMinimum" = 0, "multipleOf" = 5))]
    b: i8,
    #[schemars(extend("exclusiveMinimum" = 0.5))]
    c: f64,
    #[schemars(length(min = 1), regex(pattern = "^[a-z]+$"))]
    d: Option<String>,
    #[serde(default)]
    e: Vec<bool>,
}

#[test]
fn rules_of_nested_types_are_kept_with_inclusive_ends() {
    gives::<Bounded>(json!({
        "type": "object",
        "properties": {
            "a": {"type": "integer", "minimum": 1, "maximum": 10},
            "b": {"type": "integer", "minimum": 1, "maximum": 127, "multipleOf": 5},
            "c": {"type": "number", "exclusiveMinimum": 0.5},
            "d": {"type": "string", "minLength": 1, "pattern": "^[a-z]+$"},
            "e": {"type": "array", "items": {"type": "boolean"}, "default": []},
        },
        "required": ["a", "b", "c"],
        "additionalProperties": false,
    }));
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Unsayable {
    #[schemars(extend("if" = {"const": 1}))]
    a: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct LookAhead {
    #[schemars(regex(pattern = "^(?=a)"))]
    a: String,
}

#[test]
fn what_cannot_be_checked_is_refused() {
    refused(
        |schema| schema.property::<Option<Unsayable>>(parameter()),
        "parameter 'x': `Option<Unsayable>`: in 'a': the keyword 'if' cannot be checked here, or \
         hosts refuse it; describe it with a schema of your own: implement `schemars::JsonSchema`, \
         or put `#[schemars(with = \"..\")]` on the field",
    );
    let errors = InputSchema::default()
        .property::<LookAhead>(parameter())
        .finish(false)
        .unwrap_err();
    let error = errors.first().unwrap().to_string();
    assert!(
        error.contains("in the pattern ^(?=a), looking ahead or behind cannot be checked in bounded time: check"),
        "{error}"
    );
}

// Constraints of a parameter

#[test]
fn a_constraint_narrows_what_the_type_allows() {
    let input = input(|schema| {
        schema
            .property::<Option<u8>>(
                Parameter::new("a", "").range(Some(Bound::Integer(1)), Some(Bound::Integer(16))),
            )
            .property::<f64>(Parameter::new("b", "").range(Some(Bound::Number(0.5)), None))
            .borrowed::<&str>(Parameter::new("c", "").length(Some(1), Some(9)))
            .borrowed::<&[String]>(Parameter::new("d", "").length(Some(1), None))
            .property::<HashMap<String, bool>>(Parameter::new("e", "").length(None, Some(3)))
    });
    assert_eq!(
        input.get("properties"),
        Some(&json!({
            "a": {"type": "integer", "minimum": 1, "maximum": 16},
            "b": {"type": "number", "minimum": 0.5},
            "c": {"type": "string", "minLength": 1, "maxLength": 9},
            "d": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            "e": {"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 3},
        }))
    );
}

#[test]
fn a_header_is_advertised_and_keeps_integers_within_what_every_client_can_send() {
    let input = InputSchema::default()
        .borrowed::<Option<&str>>(Parameter::new("region", "").header("Region"))
        .property::<u64>(Parameter::new("shard", "").header("Shard"))
        .property::<Plain>(Parameter::new("plan", "").header("Plan"))
        .property::<bool>(Parameter::new("dry", "").header("Dry"))
        .finish(false)
        .unwrap();
    let schema: Value = serde_json::from_str(&input.schema).unwrap();
    assert_eq!(
        schema.get("properties"),
        Some(&json!({
            "region": {"type": "string", "x-mcp-header": "Region"},
            "shard": {
                "type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_i64,
                "x-mcp-header": "Shard",
            },
            "plan": {"type": "string", "enum": ["A", "B"], "x-mcp-header": "Plan"},
            "dry": {"type": "boolean", "x-mcp-header": "Dry"},
        }))
    );
    let headers: Vec<_> = input.mirrored.iter().map(|it| &*it.header).collect();
    assert_eq!(
        headers,
        [
            "Mcp-Param-Region",
            "Mcp-Param-Shard",
            "Mcp-Param-Plan",
            "Mcp-Param-Dry"
        ]
    );
}

#[test]
fn a_header_for_what_cannot_be_in_one_is_refused() {
    refused(
        |schema| schema.property::<Option<f64>>(parameter().header("X")),
        "parameter 'x': a header for a number with fractions on `Option<f64>`; a header carries \
         text, integers and booleans; take an integer, or remove `header`",
    );
    refused(
        |schema| schema.property::<Vec<String>>(parameter().header("X")),
        "parameter 'x': a header on `Vec<String>`; a header carries text, integers and booleans; \
         remove `header`, or take the part of the value that it is for as an argument of its own",
    );
    refused(
        |schema| {
            schema
                .property::<String>(Parameter::new("a", "").header("Region"))
                .property::<String>(parameter().header("REGION"))
        },
        "parameter 'x': another argument has the header 'REGION' already; give each argument a \
         header of its own; case makes no difference",
    );
}

#[test]
fn a_constraint_that_does_not_fit_is_refused() {
    refused(
        |schema| schema.property::<String>(parameter().range(Some(Bound::Integer(1)), None)),
        "parameter 'x': a range on `String`; a range is for numbers; use `length` for strings, arrays and maps",
    );
    refused(
        |schema| schema.property::<u8>(parameter().length(Some(1), None)),
        "parameter 'x': a length on `u8`; a length is for strings, arrays and maps; use `range` for numbers",
    );
    refused(
        |schema| schema.property::<u8>(parameter().range(None, Some(Bound::Integer(300)))),
        "parameter 'x': a range that ends at 300, which the type cannot hold on `u8`; narrow the range, or use a wider type",
    );
    refused(
        |schema| {
            schema
                .property::<u8>(parameter().range(Some(Bound::Integer(3)), Some(Bound::Integer(2))))
        },
        "parameter 'x': a range that ends before it begins on `u8`; write the least number first",
    );
    refused(
        |schema| schema.property::<i64>(parameter().range(Some(Bound::Number(0.5)), None)),
        "parameter 'x': a range that begins at 0.5 on `i64`; the ends of a range of integers are integers",
    );
    refused(
        |schema| schema.property::<u8>(parameter().range(Some(Bound::Integer(300)), None)),
        "parameter 'x': a range that begins at 300, which the type cannot hold on `u8`; narrow the range, or use a wider type",
    );
    refused(
        |schema| {
            schema.property::<f64>(parameter().range(Some(Bound::Number(f64::INFINITY)), None))
        },
        "parameter 'x': a range with an end at inf on `f64`; no number is in it: write a finite one, or leave that end out",
    );
    refused(
        |schema| schema.property::<f64>(parameter().range(None, Some(Bound::Number(f64::NAN)))),
        "parameter 'x': a range with an end at NaN on `f64`; no number is in it: write a finite one, or leave that end out",
    );
    refused(
        |schema| schema.property::<String>(parameter().length(Some(3), Some(2))),
        "parameter 'x': a length that no value can have on `String`; write the least length first, within what the type allows",
    );
    refused(
        |schema| {
            schema.property::<u8>(
                parameter()
                    .range(Some(Bound::Integer(1)), None)
                    .default(|| to_value(&0_u8)),
            )
        },
        "parameter 'x': the default 0 is not a value that it may have ('x' must be between 1 and 255, got 0); change the value or the rule",
    );
}

#[test]
fn an_end_at_infinity_says_as_much_as_no_end() {
    let open =
        Parameter::new("x", "").range(Some(Bound::Number(1.0)), Some(Bound::Number(f64::INFINITY)));
    let input = InputSchema::default().property::<f64>(open).finish(false);
    let schema = input.unwrap().schema;
    assert!(
        schema.contains(r#"{"type":"number","minimum":1}"#),
        "{schema}"
    );
}

#[test]
fn a_rule_in_a_type_that_nothing_can_keep_is_refused_with_its_place() {
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        #[allow(dead_code, reason = "only its schema is read")]
        inner: Vec<Inner>,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        #[allow(dead_code, reason = "only its schema is read")]
        #[schemars(range(min = 5, max = 3))]
        n: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Short {
        #[allow(dead_code, reason = "only its schema is read")]
        #[schemars(length(min = 5, max = 3))]
        s: String,
    }
    let told = |input: InputSchema| input.finish(false).unwrap_err().remove(0).to_string();
    let told_of_range = told(InputSchema::default().property::<Outer>(Parameter::new("x", "")));
    assert!(
        told_of_range.starts_with(
            "parameter 'x': `Outer`: in 'inner': in 'n': no number is at least 5 and at most 3; "
        ),
        "{told_of_range}"
    );
    let told_of_length = told(InputSchema::default().property::<Short>(Parameter::new("x", "")));
    assert!(
        told_of_length.contains("in 's': nothing has a length of at least 5 and at most 3; "),
        "{told_of_length}"
    );
}

#[test]
fn every_wrong_parameter_is_told() {
    let errors = InputSchema::default()
        .property::<Tree>(Parameter::new("a", ""))
        .property::<u8>(Parameter::new("b", "").length(Some(1), None))
        .finish(false)
        .unwrap_err();
    let parameters: Vec<_> = errors.iter().map(|error| &*error.parameter).collect();
    assert_eq!(parameters, ["a", "b"]);
}

// What serde would drop

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page {
    size: u8,
    from: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Searched<P> {
    text: String,
    #[serde(flatten)]
    page: P,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat<P> {
    text: Option<String>,
    page: P,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Wanted {
    All,
    Some(Searched<Option<Page>>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Loose {
    Long { id: u8, from: Option<u8> },
    Short { id: u8 },
    Text(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by")]
enum By {
    Size { size: u8 },
    Name { name: String },
}

const DROPPED: &str = "'from' is in an optional flattened type, and `serde` drops that in silence \
     when it is not whole; remove `#[serde(flatten)]` from the `Option`, or flatten the type \
     itself and make its fields optional";

#[track_caller]
fn is_dropped<T: Argument>(ty: &str, name: &str) {
    refused(
        |schema| schema.property::<T>(parameter()),
        &format!(
            "parameter 'x': `{ty}`: {}",
            DROPPED.replacen("from", name, 1)
        ),
    );
}

#[test]
fn an_optional_flattened_type_is_refused_wherever_it_stands() {
    is_dropped::<Searched<Option<Page>>>("Searched<Option<Page>>", "from");
    is_dropped::<Option<Vec<Searched<Option<Page>>>>>(
        "Option<Vec<Searched<Option<Page>>>>",
        "from",
    );
    is_dropped::<HashMap<String, Searched<Option<Page>>>>(
        "HashMap<String, Searched<Option<Page>>>",
        "from",
    );
    is_dropped::<Flat<Option<Searched<Option<Page>>>>>(
        "Flat<Option<Searched<Option<Page>>>>",
        "from",
    );
    is_dropped::<(u8, Searched<Option<Page>>)>("(u8, Searched<Option<Page>>)", "from");
    is_dropped::<Wanted>("Wanted", "from");
    is_dropped::<Searched<Option<HashMap<String, u8>>>>(
        "Searched<Option<HashMap<String, u8>>>",
        "a",
    );
}

#[test]
fn what_serde_reads_or_refuses_is_not_taken_for_dropped() {
    of::<Searched<Page>>();
    of::<Searched<HashMap<String, u8>>>();
    of::<Searched<By>>();
    // Its schema says that all of it is there, or nothing.
    of::<Searched<Option<By>>>();
    of::<Flat<Option<Page>>>();
    of::<Vec<Loose>>();
    of::<Flat<Loose>>();
    of::<Flat<Option<Value>>>();
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Skipping {
    text: String,
    #[schemars(skip)]
    inner: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SkippingWell {
    text: String,
    #[schemars(skip)]
    #[serde(default)]
    inner: u8,
}

#[test]
fn a_required_field_that_the_schema_does_not_have_is_refused() {
    refused(
        |schema| schema.property::<Vec<Skipping>>(parameter()),
        "parameter 'x': `Vec<Skipping>`: it asks for 'inner', which its schema does not have; \
         remove `#[schemars(skip)]` or the like, or give the field `#[serde(default)]`",
    );
    of::<SkippingWell>();
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Defaulted {
    #[serde(default = "nine")]
    #[schemars(range(max = 5))]
    count: u8,
}

fn nine() -> u8 {
    9
}

#[test]
fn a_default_of_a_nested_type_is_held_to_its_own_rules() {
    refused(
        |schema| schema.property::<Vec<Defaulted>>(parameter()),
        "parameter 'x': `Vec<Defaulted>`: in 'count': the default 9 is not a value that it may \
         have ('it' must be between 0 and 5, got 9); change the value or the rule",
    );
}

#[test]
fn a_range_of_floats_includes_its_end() {
    let end = Some(Bound::Before(10));
    refused(
        |schema| schema.property::<f64>(parameter().range(Some(Bound::Integer(0)), end)),
        "parameter 'x': a range of numbers with fractions that ends before 10 on `f64`; include \
         the end: `..=10`",
    );
    let whole = input(|schema| schema.property::<u8>(parameter().range(None, end)));
    assert_eq!(whole.pointer("/properties/x/maximum"), Some(&json!(9)));
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Written {
    zone_name: Option<String>,
    near: Near,
    all: Vec<Way>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Near {
    street: String,
    house: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Way {
    Walk { to: Near, at: Option<u8> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Grown {
    value: u8,
    children: Vec<Grown>,
}

#[test]
fn the_members_of_a_struct_are_in_the_order_written() {
    let read = |recursive, with: fn(InputSchema) -> InputSchema| {
        let built = with(InputSchema::default()).finish(recursive);
        built.unwrap().schema
    };
    let schema = read(false, |schema| schema.property::<Written>(parameter()));
    // By their bytes: a value would sort them again.
    let names = [
        "zoneName", "near", "street", "house", "all", "Walk", "to", "street", "house", "at",
    ];
    let mut rest = &*schema;
    for name in names {
        let at = rest.find(&format!("\"{name}\":{{")).expect(name);
        rest = &rest[at + 1..];
    }
    let required = r#""required":["street","house"]"#;
    assert!(schema.contains(required), "{schema}");
    let schema = read(true, |schema| schema.property::<Grown>(parameter()));
    let (value, children) = (schema.find("\"value\":{"), schema.find("\"children\":{"));
    assert!(value.is_some() && value < children, "{schema}");
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wide {
    #[serde(default)]
    wide: Option<u128>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    #[serde(flatten)]
    inner: Wide,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(i128),
    Text(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Wide(Wide),
    Narrow,
}

#[test]
fn wide_integers_are_not_asked_for_where_serde_reads_none() {
    let expected = |ty: &str| {
        format!(
            "parameter 'x': `{ty}`: an integer of 128 bits is in a flattened type, or in an enum without a tag or with its tag inside, where `serde` reads none; \
             take an `i64` or a `u64` there, or a type without `#[serde(flatten)]`, `untagged` and `tag`"
        )
    };
    refused(
        |schema| schema.property::<Flattened>(parameter()),
        &expected("Flattened"),
    );
    refused(
        |schema| schema.property::<Vec<Untagged>>(parameter()),
        &expected("Vec<Untagged>"),
    );
    refused(
        |schema| schema.property::<Option<Tagged>>(parameter()),
        &expected("Option<Tagged>"),
    );
    of::<Wide>();
    of::<(i128, BTreeMap<String, u128>)>();
}
