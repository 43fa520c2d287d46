//! The advertised schema is the contract.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::random::Random;
use super::{portability, schemas, to_value, values};
use crate::tool::argument::Argument;
use crate::tool::arguments::{Arguments, Rules};
use crate::tool::check::Checker;
use crate::tool::node::Node;
use crate::tool::policy::{Conversions, UnknownArguments};
use crate::tool::portable;
use crate::tool::schema::{InputSchema, Parameter};
use crate::tool::shape::{Definitions, Items, Kind, Property, Rest, Shape, advertise};

/// The arguments as a schema sees them: without each `null` that means "left out" or "none".
fn meant(node: &Node<'_>, property: &Property, definitions: &Definitions) -> Value {
    let mut node = node.clone();
    strip(&mut node, &property.shape, definitions);
    json!({&*property.name: to_value(&node)})
}

fn strip(node: &mut Node<'_>, shape: &Shape, definitions: &Definitions) {
    let shape = definitions.resolve(shape);
    match (&shape.kind, node) {
        (Kind::Array(array), Node::Array(items)) => match &array.items {
            Items::Each(each) => {
                items.retain(|item| *item != Node::Null || !each.nullable);
                for item in items {
                    strip(item, each, definitions);
                }
            }
            Items::Tuple(shapes) => items
                .iter_mut()
                .zip(shapes)
                .for_each(|(item, shape)| strip(item, shape, definitions)),
        },
        (Kind::Object(object), Node::Object(members)) => {
            let property = |name: &str| object.properties.iter().find(|known| known.name == name);
            members.retain(|(name, value)| {
                *value != Node::Null
                    || match (property(name), &object.rest) {
                        (Some(property), _) => {
                            property.required || property.shape.allows_null(definitions)
                        }
                        (None, Rest::Each(each)) => !each.nullable,
                        (None, Rest::None) => true,
                    }
            });
            for (name, value) in members {
                match (property(name), &object.rest) {
                    (Some(property), _) => strip(value, &property.shape, definitions),
                    (None, Rest::Each(each)) => strip(value, each, definitions),
                    (None, Rest::None) => {}
                }
            }
        }
        (Kind::AnyOf(shapes), node) => {
            let checker = Checker::new(definitions, false);
            if let Some(shape) = shapes.iter().find(|shape| checker.accepts(node, shape)) {
                strip(node, shape, definitions);
            }
        }
        _ => {}
    }
}

#[test]
fn what_is_advertised_is_what_is_checked() {
    let definitions = Definitions::default();
    let (mut accepted, mut refused, mut unsayable) = (0, 0, 0);
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let schema = schemas::any(&mut random, 3);
        let Ok(shape) = portable::read(&schema) else {
            unsayable += 1;
            continue;
        };
        let property = Property {
            name: "x".to_owned(),
            required: true,
            shape,
        };
        let text = advertise::root(std::slice::from_ref(&property), &definitions);
        let advertised: Value = serde_json::from_str(&text).unwrap();
        portability::assert_portable(&advertised);
        portability::assert_no_error(&advertised);
        let judge = jsonschema::validator_for(&advertised).unwrap();
        let checker = Checker::new(&definitions, false);
        for _ in 0..12 {
            let text = values::text(&mut random, &property.shape, &definitions);
            let node = Node::read(&text, 128).node.unwrap();
            let expected = judge.is_valid(&meant(&node, &property, &definitions));
            assert_eq!(
                checker.accepts(&node, &property.shape),
                expected,
                "seed {seed}\n{schema}\n{advertised}\n{text}"
            );
            *if expected {
                &mut accepted
            } else {
                &mut refused
            } += 1;
        }
    }
    assert!(
        accepted > 3_000 && refused > 1_000 && unsayable < 200,
        "{accepted} {refused} {unsayable}"
    );
}

/// Whether a type says more than a schema that hosts accept.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    /// All of it is in the schema.
    All,
    /// The order of a list of unlike items, or what the names of a map are, is said in words.
    MoreInWords,
}

fn decodes_what_is_accepted<T: Argument>(says: Says) {
    let name = std::any::type_name::<T>();
    let input = InputSchema::default()
        .property::<T>(Parameter::new("x", ""))
        .finish(true)
        .unwrap();
    let advertised: Value = serde_json::from_str(&input.schema).unwrap();
    portability::assert_portable(&advertised);
    let judge = jsonschema::validator_for(&advertised).unwrap();
    let rules = Rules {
        tool: "t".into(),
        input,
        conversions: Conversions::None,
        unknown: UnknownArguments::Refuse,
        levels: 128,
    };
    let argument = &rules.input.arguments[0];
    let property = Property {
        name: "x".to_owned(),
        required: argument.required,
        shape: argument.shape.clone(),
    };
    let mut accepted = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let text = values::text(&mut random, &property.shape, &rules.input.definitions);
        let node = Node::read(&text, 128).node.unwrap();
        if values::has_large(&node) {
            continue;
        }
        let sent = meant(&node, &property, &rules.input.definitions);
        let absent = node == Node::Null && !property.required;
        let expected = absent || judge.is_valid(&sent);
        let text = format!("{{\"x\":{text}}}");
        let mut arguments = Arguments::read(&rules, Some(&text));
        let decoded = arguments.hold::<T>("x").is_some();
        assert_eq!(decoded, !arguments.finish(), "{name} {text}");
        if expected && says == Says::MoreInWords {
            continue;
        }
        assert_eq!(decoded, expected, "{name}\n{advertised}\n{text}");
        accepted += usize::from(decoded);
    }
    assert!(
        accepted > 20 || says == Says::MoreInWords,
        "{name}: {accepted}"
    );
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Units {
    /// Celsius.
    Metric,
    Imperial,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    New(u32),
    Pair(u8, u8),
    Fields { a: i8, b: Option<String> },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Circle { radius: u32, fill: Option<bool> },
    Square(Side),
    Point,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    One(u8),
    Two { x: i64 },
    Three,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Id(u32),
    Name(String),
    Both { id: i16, name: String },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Side {
    side: u32,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Nested {
    required: Units,
    optional: Option<Internal>,
    #[serde(default)]
    list: Vec<Side>,
    #[serde(default = "seven")]
    seven: u8,
    map: BTreeMap<String, Option<u8>>,
    any: Value,
    #[schemars(range(min = 1, max = 5))]
    bounded: i32,
    #[schemars(length(min = 1), regex(pattern = "^[a-z]+$"))]
    text: Option<String>,
}

fn seven() -> u8 {
    7
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct FlatStruct {
    a: u8,
    #[serde(flatten)]
    side: Side,
    #[serde(flatten)]
    rest: HashMap<String, u32>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct FlatEnums {
    a: u8,
    #[serde(flatten)]
    internal: Internal,
    #[serde(flatten)]
    adjacent: Option<Adjacent>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct FlatExternal {
    own: String,
    #[serde(flatten)]
    external: External,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: Option<String>,
    children: Vec<Tree>,
}

#[test]
fn what_is_accepted_is_what_is_decoded() {
    use Says::{All, MoreInWords};
    decodes_what_is_accepted::<u8>(All);
    decodes_what_is_accepted::<i64>(All);
    decodes_what_is_accepted::<Option<u64>>(All);
    decodes_what_is_accepted::<i128>(All);
    decodes_what_is_accepted::<f32>(All);
    decodes_what_is_accepted::<f64>(All);
    decodes_what_is_accepted::<bool>(All);
    decodes_what_is_accepted::<String>(All);
    decodes_what_is_accepted::<char>(All);
    decodes_what_is_accepted::<Value>(All);
    decodes_what_is_accepted::<Option<Value>>(All);
    decodes_what_is_accepted::<std::num::NonZeroI8>(All);
    decodes_what_is_accepted::<std::path::PathBuf>(All);
    decodes_what_is_accepted::<Vec<i8>>(All);
    decodes_what_is_accepted::<[u8; 2]>(All);
    decodes_what_is_accepted::<(f64, f64)>(All);
    decodes_what_is_accepted::<(u8, String)>(MoreInWords);
    decodes_what_is_accepted::<BTreeSet<String>>(All);
    decodes_what_is_accepted::<HashMap<String, bool>>(All);
    decodes_what_is_accepted::<BTreeMap<u8, bool>>(MoreInWords);
    decodes_what_is_accepted::<serde_json::Map<String, Value>>(All);
    decodes_what_is_accepted::<Units>(All);
    decodes_what_is_accepted::<External>(All);
    decodes_what_is_accepted::<Internal>(All);
    decodes_what_is_accepted::<Adjacent>(All);
    decodes_what_is_accepted::<Untagged>(All);
    decodes_what_is_accepted::<Vec<Untagged>>(All);
    decodes_what_is_accepted::<Nested>(All);
    decodes_what_is_accepted::<FlatStruct>(All);
    decodes_what_is_accepted::<FlatEnums>(All);
    decodes_what_is_accepted::<FlatExternal>(All);
    decodes_what_is_accepted::<Tree>(All);
    decodes_what_is_accepted::<Result<u8, String>>(All);
}

#[test]
fn no_text_makes_reading_panic() {
    let input = InputSchema::default()
        .property::<Nested>(Parameter::new("x", ""))
        .finish(false)
        .unwrap();
    let rules = Rules {
        tool: "t".into(),
        input,
        conversions: Conversions::Scalars,
        unknown: UnknownArguments::Refuse,
        levels: 128,
    };
    let shape = &rules.input.arguments[0].shape;
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let value = values::text(&mut random, shape, &rules.input.definitions);
        let mut text = match random.below(3) {
            0 => format!("{{\"x\":{}}}", Value::from(value)),
            _ => format!("{{\"x\":{value}}}"),
        };
        for _ in 0..random.below(4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = *random.pick(&places);
            match random.below(3) {
                0 => text.truncate(at),
                1 => text.insert_str(
                    at,
                    random.word(&["{", "]", "\"", "\\", "9e999", ",", "\u{e9}"]),
                ),
                _ => {
                    text.remove(at);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let mut arguments = Arguments::read(&rules, Some(&text));
        let held = arguments.hold::<Nested>("x").is_some();
        assert!(arguments.finish() || held, "{text}");
    }
}
