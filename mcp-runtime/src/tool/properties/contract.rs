//! The advertised schema is the contract.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

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
use crate::tool::schema::{Bound, InputSchema, Limits, Parameter};
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
    let wanted = cases(12_000);
    let (mut accepted, mut refused, mut unsayable) = (0, 0, 0);
    for seed in 0.. {
        if accepted + refused >= wanted {
            break;
        }
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
        let judge = judge(&advertised);
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
        accepted > wanted / 4 && refused > wanted / 12 && unsayable < wanted / 60,
        "{accepted} {refused} {unsayable}"
    );
    eprintln!("{accepted} accepted, {refused} refused, {unsayable} schemas refused");
}

/// How many cases are tried: `PROPERTY_CASES`, or a number that is quick.
fn cases(quick: usize) -> usize {
    let wanted = std::env::var("PROPERTY_CASES");
    wanted.map_or(quick, |cases| cases.parse().unwrap())
}

fn judge(schema: &Value) -> jsonschema::Validator {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).unwrap()
}

/// Whether a type says more than a schema that hosts accept. These, whole numbers beyond 2^53, and
/// `null` where a value cannot be left out (said as "May be null.") are all the exceptions there
/// are; each is refused in the words of a schema.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    /// All of it is in the schema.
    All,
    /// The order of a list of unlike items; what the names of a map are; a form of text that JSON
    /// Schema has no name for: these are said in words.
    MoreInWords,
}

fn decodes_what_is_accepted<T: Argument>(says: Says) {
    decodes_within::<T>(says, Parameter::new("x", ""));
}

/// About as many types are tried.
const TYPES: usize = 60;

fn decodes_within<T: Argument>(says: Says, parameter: Parameter) {
    let name = std::any::type_name::<T>();
    let input = InputSchema::default()
        .property::<T>(parameter)
        .finish(true)
        .unwrap();
    let advertised: Value = serde_json::from_str(&input.schema).unwrap();
    portability::assert_portable(&advertised);
    let judge = judge(&advertised);
    let rules = Rules {
        tool: "t".into(),
        input,
        conversions: Conversions::None,
        unknown: UnknownArguments::Refuse,
        levels: 128,
        texts: false,
    };
    let argument = &rules.input.arguments[0];
    let property = Property {
        name: "x".to_owned(),
        required: argument.required,
        shape: argument.shape.clone(),
    };
    let mut accepted = 0;
    for seed in 0..cases(24_000).div_ceil(TYPES) as u64 {
        let mut random = Random::new(seed);
        let text = values::text(&mut random, &property.shape, &rules.input.definitions);
        let node = Node::read(&text, 128).node.unwrap();
        if values::has_large(&node) {
            continue;
        }
        let sent = meant(&node, &property, &rules.input.definitions);
        let absent = node == Node::Null && (!property.required || property.shape.nullable);
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
    decodes_what_is_accepted::<u128>(All);
    decodes_what_is_accepted::<std::num::NonZeroI64>(All);
    decodes_what_is_accepted::<Option<std::num::NonZeroU16>>(All);
    decodes_what_is_accepted::<Duration>(All);
    decodes_what_is_accepted::<Vec<Option<Duration>>>(All);
    decodes_what_is_accepted::<std::ops::Range<u8>>(All);
    decodes_what_is_accepted::<std::net::Ipv4Addr>(All);
    decodes_what_is_accepted::<Vec<std::net::Ipv6Addr>>(All);
    decodes_what_is_accepted::<std::net::IpAddr>(MoreInWords);
    decodes_what_is_accepted::<std::net::SocketAddr>(MoreInWords);
    decodes_what_is_accepted::<BTreeMap<i8, Duration>>(MoreInWords);
    decodes_what_is_accepted::<BTreeMap<Day, Option<u8>>>(All);
    decodes_what_is_accepted::<HashMap<String, Timed>>(All);
    decodes_what_is_accepted::<Timed>(All);
    decodes_what_is_accepted::<[Internal; 2]>(All);
    decodes_what_is_accepted::<Box<[Box<Adjacent>]>>(All);
    decodes_what_is_accepted::<std::sync::Arc<External>>(All);
    decodes_what_is_accepted::<std::borrow::Cow<'static, str>>(All);
}

#[test]
fn what_the_limits_of_a_parameter_accept_is_what_is_decoded() {
    use Says::All;
    let whole = |least, greatest| (Some(Bound::Integer(least)), Some(Bound::Integer(greatest)));
    let x = || Parameter::new("x", "");
    let (least, greatest) = whole(-2, 3);
    decodes_within::<i16>(All, x().range(least, greatest));
    decodes_within::<Option<f32>>(All, x().range(Some(Bound::Number(-1.0)), greatest));
    decodes_within::<Duration>(All, x().range(Some(Bound::Number(0.5)), greatest));
    decodes_within::<String>(All, x().pattern(r"^[\w ]+$").length(Some(1), Some(2)));
    decodes_within::<Option<Box<str>>>(All, x().pattern("b"));
    let words = Limits::new().pattern("^[a-z]").length(None, Some(2));
    decodes_within::<Vec<String>>(All, x().items(words).length(Some(1), Some(3)));
    let digits = Limits::new().items(Limits::new().range(None, greatest));
    decodes_within::<Vec<Vec<u8>>>(All, x().items(digits));
    let small = Limits::new().range(least, greatest);
    decodes_within::<BTreeSet<i8>>(All, x().items(small.clone()));
    decodes_within::<[i8; 2]>(All, x().items(small));
    decodes_within::<HashMap<String, u8>>(All, x().length(Some(1), Some(1)));
    decodes_within::<u64>(All, x().header("X"));
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Day {
    Saturday,
    Sunday,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Timed {
    Named { name: String, time: Duration },
    Span(Duration, Duration),
    Plain(Duration),
    Never,
}

/// A struct for each attribute of `schemars` that is a rule.
macro_rules! attributes {
    ($($name:ident: $type:ty, [$($rule:tt)+];)+) => {
        $(
            #[derive(Debug, Serialize, Deserialize, JsonSchema)]
            struct $name {
                #[schemars($($rule)+)]
                x: $type,
            }
        )+

        #[test]
        fn every_attribute_of_a_nested_type_that_is_advertised_is_enforced() {
            $(
                let input = InputSchema::default().property::<$name>(Parameter::new("x", ""));
                let schema = input.finish(false).unwrap().schema;
                let plain = InputSchema::default().property::<$type>(Parameter::new("x", ""));
                let plain: Value = serde_json::from_str(&plain.finish(false).unwrap().schema).unwrap();
                let schema: Value = serde_json::from_str(&schema).unwrap();
                // The attribute says something.
                assert_ne!(schema["properties"]["x"]["properties"]["x"], plain["properties"]["x"]);
                decodes_what_is_accepted::<$name>(Says::All);
            )+
        }
    };
}

attributes! {
    Range: u8, [range(min = 1, max = 3)];
    FloatRange: Option<f64>, [range(min = 0.5)];
    Characters: String, [length(min = 1, max = 2)];
    Count: Option<Vec<u8>>, [length(equal = 2)];
    Regex: Option<String>, [regex(pattern = "^[a-z]")];
    Contains: String, [contains(pattern = "-b.")];
    Inner: Vec<i8>, [inner(range(max = 1))];
    InnerText: Vec<String>, [inner(length(max = 1), regex(pattern = "[a-c]"))];
    InnerInner: Vec<Vec<u8>>, [inner(inner(range(max = 9)))];
    Email: String, [email];
    Uri: Option<String>, [url];
    Step: u16, [extend("multipleOf" = 2)];
    Above: i8, [extend("exclusiveMinimum" = 1)];
    Unique: Vec<u8>, [extend("uniqueItems" = true)];
    Listed: String, [extend("enum" = ["a", "b"])];
    Members: BTreeMap<String, u8>, [extend("maxProperties" = 1)];
}
