//! Schemas as types describe themselves with.

use serde_json::{Map, Value, json};

use super::random::Random;

const NAMES: [&str; 6] = ["a", "b", "c", "kind", "name", "\u{e9} /~"];
pub(super) const WORDS: [&str; 12] = [
    "",
    "a",
    "b",
    "ab",
    "abc",
    "A1",
    "\u{e9}\u{1f600}",
    "a b",
    "a\n",
    "-b.",
    "\u{a0}",
    "ABC",
];
const PATTERNS: [&str; 12] = [
    "^[a-z]+$",
    "b",
    "^.{2,3}$",
    r"^A\d$",
    r"^\S*$",
    r"\s",
    r"^[\w.-]+$",
    r"^[^\d\s]{1,2}$",
    r"\bb\b",
    "^(?:a|[A-C]{1,3})?$",
    r"\W$",
    "^(?<first>.)[^a-c]*?$",
];
/// Forms that are advertised, and so judged.
const FORMS: [&str; 9] = [
    "uuid",
    "date",
    "time",
    "date-time",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
];

pub(super) fn any(random: &mut Random, depth: usize) -> Value {
    let kinds = if depth == 0 { 8 } else { 18 };
    match random.below(kinds) {
        0 => json!({"type": "boolean"}),
        1 => integer(random),
        2 => number(random),
        3 => string(random),
        4 => json!({"type": "string", "enum": some(random, &WORDS)}),
        5 => json!({"const": random.pick(&WORDS)}),
        6 => random
            .pick(&[
                json!(true),
                json!({}),
                json!({"enum": [1, 2.5, true, "a"]}),
                json!({"type": ["string", "integer"]}),
            ])
            .clone(),
        7 => domain(random),
        8 | 9 => array(random, depth),
        10 | 11 => object(random, depth),
        12 => map(random, depth),
        13 | 14 => tagged(random, depth),
        15 => {
            let count = 1 + random.below(3);
            let name = random.word(&["anyOf", "oneOf"]);
            let members: Vec<Value> = (0..count).map(|_| any(random, depth - 1)).collect();
            json!({name: members})
        }
        _ => flattened(random, depth),
    }
}

fn some(random: &mut Random, of: &[&str]) -> Vec<Value> {
    let mut values: Vec<Value> = of
        .iter()
        .filter(|_| random.once_in(3))
        .map(|word| json!(word))
        .collect();
    if values.is_empty() {
        values.push(json!("a"));
    }
    values
}

fn maybe(random: &mut Random, schema: &mut Value, name: &str, value: impl Into<Value>) {
    if random.once_in(3) {
        schema[name] = value.into();
    }
}

fn integer(random: &mut Random) -> Value {
    let mut schema = json!({"type": "integer"});
    let format = random.word(&["int8", "uint8", "int32", "uint64", "int64", "other"]);
    schema["format"] = json!(format);
    let least = i64::try_from(random.below(9)).unwrap() - 4;
    maybe(random, &mut schema, "minimum", least);
    maybe(random, &mut schema, "exclusiveMinimum", least);
    maybe(random, &mut schema, "maximum", least + 5);
    maybe(random, &mut schema, "exclusiveMaximum", least + 5);
    maybe(random, &mut schema, "multipleOf", 2);
    if random.once_in(6) {
        schema["not"] = json!({"const": 0});
    }
    schema
}

fn number(random: &mut Random) -> Value {
    let mut schema = json!({"type": "number", "format": "double"});
    maybe(random, &mut schema, "minimum", -1.5);
    maybe(random, &mut schema, "exclusiveMinimum", -1);
    maybe(random, &mut schema, "maximum", 3);
    maybe(random, &mut schema, "exclusiveMaximum", 3.0);
    maybe(random, &mut schema, "multipleOf", 0.5);
    schema
}

fn string(random: &mut Random) -> Value {
    let mut schema = json!({"type": "string"});
    let least = random.below(3);
    maybe(random, &mut schema, "minLength", least);
    maybe(random, &mut schema, "maxLength", least + 1);
    let pattern = random.word(&PATTERNS);
    maybe(random, &mut schema, "pattern", pattern);
    if random.once_in(4) {
        schema = json!({"type": "string", "format": random.word(&FORMS)});
    }
    schema
}

/// Types that are asked for in another form than they have.
fn domain(random: &mut Random) -> Value {
    random
        .pick(&[
            json!({
                "type": "object",
                "properties": {
                    "secs": {"type": "integer", "format": "uint64", "minimum": 0},
                    "nanos": {"type": "integer", "format": "uint32", "minimum": 0},
                },
                "required": ["secs", "nanos"],
            }),
            json!({"type": "string", "minLength": 1, "maxLength": 1}),
        ])
        .clone()
}

/// A map: of any names, or of those of an enum. What other names must be is said in words, which
/// no judge reads.
fn map(random: &mut Random, depth: usize) -> Value {
    let each = any(random, depth - 1);
    if random.once_in(2) {
        return json!({"type": "object", "additionalProperties": each});
    }
    json!({
        "type": "object", "additionalProperties": false,
        "properties": {"a": each, "b": each},
    })
}

/// An enum with data, in one of the representations of serde.
fn tagged(random: &mut Random, depth: usize) -> Value {
    let unit = json!({"type": "string", "const": "unit"});
    let (one, two) = (any(random, depth - 1), any(random, depth - 1));
    let of = |tag: &str, name: &str| json!({tag: {"type": "string", "const": name}});
    let with = |mut object: Value, name: &str, value: &Value| {
        object[name] = value.clone();
        object
    };
    let closed = |properties: Value| {
        let required: Vec<Value> = properties
            .as_object()
            .unwrap()
            .keys()
            .map(|name| name.as_str().into())
            .collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    let members = match random.below(3) {
        0 => vec![
            unit,
            closed(json!({"one": one})),
            closed(json!({"two": two})),
        ],
        1 => vec![
            closed(of("kind", "unit")),
            closed(with(of("kind", "one"), "a", &one)),
            closed(with(of("kind", "two"), "b", &two)),
        ],
        _ => vec![
            closed(of("t", "unit")),
            closed(with(of("t", "one"), "c", &one)),
            closed(with(of("t", "two"), "c", &two)),
        ],
    };
    json!({"oneOf": members})
}

fn array(random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({"type": "array"});
    if random.once_in(4) {
        // Items alike: a list of unlike ones is said with less than is checked.
        let item = any(random, depth - 1);
        let count = 1 + random.below(3);
        schema["prefixItems"] = vec![item; count].into();
        schema["minItems"] = count.into();
        schema["maxItems"] = count.into();
        return schema;
    }
    if !random.once_in(6) {
        schema["items"] = any(random, depth - 1);
    }
    let least = random.below(2);
    maybe(random, &mut schema, "minItems", least);
    maybe(random, &mut schema, "maxItems", least + 2);
    // Objects that differ in a `null` for "left out" are the same to decode, and not to a judge.
    if schema["items"]["type"] == "integer" || schema["items"]["type"] == "string" {
        maybe(random, &mut schema, "uniqueItems", true);
    }
    schema
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for name in NAMES {
        if random.once_in(2) {
            continue;
        }
        properties.insert(name.to_owned(), any(random, depth - 1));
        if random.once_in(2) {
            required.push(json!(name));
        }
    }
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    match random.below(5) {
        0 => schema["additionalProperties"] = json!(true),
        1 => schema["additionalProperties"] = any(random, depth - 1),
        2 => schema["additionalProperties"] = json!(false),
        _ => {}
    }
    maybe(random, &mut schema, "minProperties", 1);
    maybe(random, &mut schema, "maxProperties", 3);
    schema
}

/// A struct that flattens one or two enums.
fn flattened(random: &mut Random, depth: usize) -> Value {
    let variant = |random: &mut Random, name: &str, tag: &str, depth: usize| {
        json!({
            "type": "object",
            "properties": {tag: {"type": "string", "const": name}, name: any(random, depth - 1)},
            "required": [tag],
        })
    };
    let one = json!([
        variant(random, "x", "t", depth),
        variant(random, "y", "t", depth)
    ]);
    let own = any(random, depth - 1);
    let mut schema = json!({"type": "object", "properties": {"own": own}, "required": ["own"]});
    if random.once_in(2) {
        schema["oneOf"] = one;
    } else {
        let other = json!([variant(random, "v", "u", depth), {}]);
        schema["allOf"] = json!([{"oneOf": one}, {"anyOf": other}]);
    }
    schema
}
