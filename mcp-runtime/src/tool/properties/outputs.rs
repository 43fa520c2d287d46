//! Results are held to output schemas as `jsonschema` holds them, and what types serialize to is
//! what they say.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::num::NonZeroU8;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::random::Random;
use super::schemas::{self, WORDS};
use crate::tool::output_schema::{self, OutputSchema, check, tidy};

/// Mostly what a schema allows, often beside it.
fn value(random: &mut Random, schema: &Value, depth: usize) -> Value {
    let Some(schema) = schema
        .as_object()
        .filter(|_| depth > 0 && !random.once_in(12))
    else {
        return anything(random);
    };
    for keyword in ["anyOf", "oneOf"] {
        if let Some(forms) = schema.get(keyword).and_then(Value::as_array) {
            let form = random.pick(forms).clone();
            let mut made = value(random, &form, depth);
            if let Some(beside) = schema.get("properties") {
                let own = object(random, beside, schema, depth);
                if let (Value::Object(made), Value::Object(own)) = (&mut made, own) {
                    made.extend(own);
                }
            }
            return made;
        }
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        let mut members = Map::new();
        for part in parts
            .iter()
            .chain([&json!({"properties": schema.get("properties")})])
        {
            if let Value::Object(made) = value(random, part, depth) {
                members.extend(made);
            }
        }
        return Value::Object(members);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return random.pick(values).clone();
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => random.pick(kinds).as_str().unwrap().to_owned(),
        Some(kind) => kind.as_str().unwrap().to_owned(),
        None if schema.contains_key("properties") => "object".to_owned(),
        None => return anything(random),
    };
    match &*kind {
        "boolean" => json!(random.once_in(2)),
        "integer" => {
            let near = [-6, -4, -3, 0, 1, 2, 4, 9, 300];
            json!(*random.pick(&near))
        }
        "number" => random
            .pick(&[
                json!(-1.5),
                json!(-1),
                json!(3.0),
                json!(2.75),
                json!(0.5),
                json!(1e300),
            ])
            .clone(),
        "string" => json!(random.word(&WORDS)),
        "array" => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            let places = schema.get("prefixItems").and_then(Value::as_array);
            let count = random.below(4);
            (0..places.map_or(count, Vec::len))
                .map(|index| {
                    let place = places.and_then(|it| it.get(index)).unwrap_or(items);
                    value(random, place, depth - 1)
                })
                .collect()
        }
        "object" => object(
            random,
            schema.get("properties").unwrap_or(&Value::Null),
            schema,
            depth,
        ),
        _ => Value::Null,
    }
}

fn object(
    random: &mut Random,
    properties: &Value,
    schema: &Map<String, Value>,
    depth: usize,
) -> Value {
    let mut members = Map::new();
    for (name, property) in properties.as_object().into_iter().flatten() {
        if !random.once_in(5) {
            members.insert(name.clone(), value(random, property, depth - 1));
        }
    }
    if random.once_in(3) {
        let rest = schema.get("additionalProperties").unwrap_or(&Value::Null);
        members.insert("more".to_owned(), value(random, rest, depth - 1));
    }
    Value::Object(members)
}

fn anything(random: &mut Random) -> Value {
    random
        .pick(&[
            json!(null),
            json!(true),
            json!(0),
            json!(1.0),
            json!(2.5),
            json!(""),
            json!("abc"),
            json!([]),
            json!([1, 1.0]),
            json!({}),
            json!({"a": null}),
            json!({"t": "x"}),
        ])
        .clone()
}

#[test]
fn results_are_held_as_another_judge_holds_them() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut schema = schemas::any(&mut random, 3);
        tidy(&mut schema);
        let judge = jsonschema::validator_for(&schema).unwrap();
        for _ in 0..8 {
            let value = value(&mut random, &schema, 4);
            let expected = judge.is_valid(&value);
            let found = check::breaches(&schema, &value);
            assert_eq!(
                found.is_empty(),
                expected,
                "seed {seed}\n{schema}\n{value}\n{found:?}"
            );
            *if expected { &mut right } else { &mut wrong } += 1;
        }
    }
    assert!(right > 800 && wrong > 800, "{right} {wrong}");
}

/// Fails when a type serializes to what its schema does not say, bare or wrapped.
fn says_what_it_is<T: Serialize + JsonSchema>(values: impl IntoIterator<Item = T>) {
    let name = std::any::type_name::<T>();
    let bare = OutputSchema::of::<T>().0;
    let wrapped: Value = serde_json::from_str(&output_schema::wrapped(&bare)).unwrap();
    let judges = [&bare, &wrapped].map(|schema| {
        assert!(schema.is_object(), "{name}: {schema}");
        references_resolve(schema, schema);
        jsonschema::validator_for(schema).unwrap()
    });
    for value in values {
        let text = serde_json::to_string(&value).unwrap();
        let sent: Value = serde_json::from_str(&text).unwrap();
        for (judge, (schema, sent)) in judges
            .iter()
            .zip([(&bare, sent.clone()), (&wrapped, json!({"result": sent}))])
        {
            assert!(judge.is_valid(&sent), "{name}\n{schema}\n{sent}");
            assert_eq!(
                check::breaches(schema, &sent),
                [],
                "{name}\n{schema}\n{sent}"
            );
        }
    }
}

fn references_resolve(schema: &Value, root: &Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(target)) = members.get("$ref") {
                let pointer = target.strip_prefix('#').expect("a local reference");
                assert!(root.pointer(pointer).is_some(), "{target} in {root}");
            }
            members.values().for_each(|it| references_resolve(it, root));
        }
        Value::Array(items) => items.iter().for_each(|it| references_resolve(it, root)),
        _ => {}
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Odd {
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    renamed: i64,
    #[serde(default)]
    defaulted: String,
    #[serde(skip_serializing)]
    #[allow(dead_code, reason = "it is not sent")]
    hidden: u8,
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    number_as_text: u64,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, f64>,
}

#[derive(Serialize, JsonSchema, Clone)]
struct Inner {
    flag: bool,
    bytes: Vec<u8>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature `serialize_with` asks for"
)]
fn as_text<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Inside {
    Empty,
    Some { value: Option<f64> },
    Other(Inner),
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Empty,
    One(u8),
    Two(u8, String),
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
    Nothing,
}

#[derive(Serialize, JsonSchema)]
enum Outside {
    Empty,
    One(u64),
    Two(i8, bool),
    Many { list: Vec<Outside> },
}

#[derive(Serialize, JsonSchema)]
struct Tree {
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
}

#[derive(Serialize, JsonSchema)]
struct Unit;

#[derive(Serialize, JsonSchema)]
struct New(#[schemars(range(min = 1, max = 5))] u8);

#[test]
fn what_types_serialize_to_is_what_they_say() {
    let inner = Inner {
        flag: true,
        bytes: vec![0, 255],
    };
    let odd = |left_out| Odd {
        left_out,
        renamed: i64::MIN,
        defaulted: String::new(),
        hidden: 1,
        number_as_text: u64::MAX,
        inner: inner.clone(),
        rest: BTreeMap::from([("more".to_owned(), 0.1)]),
    };
    says_what_it_is([odd(None), odd(Some(255))]);
    says_what_it_is([
        Inside::Empty,
        Inside::Some { value: None },
        Inside::Other(inner),
    ]);
    says_what_it_is([Beside::Empty, Beside::One(1), Beside::Two(2, "x".into())]);
    says_what_it_is([
        Untagged::Number(0.5),
        Untagged::Text("x".into()),
        Untagged::Nothing,
    ]);
    says_what_it_is([Outside::Many {
        list: vec![
            Outside::Empty,
            Outside::One(u64::MAX),
            Outside::Two(-1, true),
        ],
    }]);
    let leaf = || Tree {
        children: Vec::new(),
        parent: None,
    };
    says_what_it_is([Tree {
        children: vec![leaf()],
        parent: Some(Box::new(leaf())),
    }]);
    says_what_it_is([vec![Some(leaf())]]);
    says_what_it_is([(Unit, New(5), 'x', [1_u8, 2])]);
    says_what_it_is([u64::MAX]);
    says_what_it_is([i128::MIN, i128::MAX]);
    says_what_it_is([HashMap::from([(u32::MAX, Some(0.5_f32))])]);
    says_what_it_is([BTreeMap::from([(-7_i64, BTreeSet::from([1_u8, 2]))])]);
    says_what_it_is([Some(Duration::from_millis(1500)), None]);
    says_what_it_is([("127.0.0.1".parse::<IpAddr>().unwrap(), NonZeroU8::MIN)]);
    says_what_it_is([Ok::<u8, String>(1), Err("no".to_owned())]);
    says_what_it_is([json!({"any": [1, null]}), json!(null)]);
    says_what_it_is([()]);
}
