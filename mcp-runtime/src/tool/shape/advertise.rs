//! A [`Shape`] as the JSON Schema that is sent.

use serde_json::Value;

use super::{
    Array, Definitions, Integer, Items, Kind, Length, Number, Object, Property, Rest, Shape, Text,
};
use crate::tool::expected;

/// 2^53: whole numbers beyond it are not exact in many languages.
const EXACT: i128 = 1 << 53;

/// Formats that JSON Schema defines and that are checked. Others are unknown words to a host; of
/// those for durations it knows fewer than the types that read them.
const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uri",
    "uuid",
];

/// The schema of a whole tool: always a plain, closed object.
pub(crate) fn root(properties: &[Property], definitions: &Definitions) -> String {
    let mut out = String::new();
    let mut members = Members::open(&mut out);
    members.add("type", "\"object\"");
    write_properties(&mut members, properties);
    members.add("additionalProperties", "false");
    if !definitions.0.is_empty() {
        members.with("$defs", |out| {
            let mut definitions_out = Members::open(out);
            for (name, shape) in &definitions.0 {
                definitions_out.with(name, |out| write(shape, out));
            }
            definitions_out.close();
        });
    }
    members.close();
    out
}

/// The rules of a shape without what is said about it, for the reader of a finding.
pub(crate) fn fragment(shape: &Shape) -> Value {
    let mut out = String::new();
    let mut members = Members::open(&mut out);
    match &shape.kind {
        Kind::Array(array) => {
            members.add("type", "\"array\"");
            write_length(&mut members, "Items", array.length);
        }
        Kind::Object(object) => {
            members.add("type", "\"object\"");
            write_length(&mut members, "Properties", object.length);
        }
        Kind::AnyOf(shapes) => members.list("anyOf", shapes, |shape, out| {
            out.push_str(&fragment(shape).to_string());
        }),
        Kind::Reference(_) => {}
        kind => write_kind(&mut members, kind),
    }
    members.close();
    serde_json::from_str(&out).unwrap_or(Value::Null)
}

fn write(shape: &Shape, out: &mut String) {
    let mut members = Members::open(out);
    write_kind(&mut members, &shape.kind);
    if let Some(description) = description(shape) {
        members.value("description", &description.into());
    }
    if let Some(default) = &shape.default {
        members.value("default", default);
    }
    if !shape.examples.is_empty() {
        members.value("examples", &shape.examples.clone().into());
    }
    if let Some(header) = shape.header {
        members.value("x-mcp-header", &header.into());
    }
    members.close();
}

/// The description, with what no keyword says as widely understood.
fn description(shape: &Shape) -> Option<String> {
    let hint = match &shape.kind {
        Kind::Any if shape.description.is_none() => Some("Any JSON value.".to_owned()),
        Kind::String(Text {
            format: Some(format),
            ..
        }) if !FORMATS.contains(&format.as_str()) => {
            expected::format(format).map(|words| format!("{}.", expected::capital(words)))
        }
        Kind::Array(Array {
            items: Items::Tuple(shapes),
            ..
        }) if !alike(shapes) => Some(format!(
            "In this order: {}.",
            shapes
                .iter()
                .map(expected::shape)
                .collect::<Vec<_>>()
                .join(", ")
        )),
        Kind::Object(Object {
            keys: Some(keys), ..
        }) => Some(format!("Each name is {}.", expected::keys(keys))),
        Kind::Number(Number { seconds: true, .. }) => Some("In seconds.".to_owned()),
        _ => None,
    };
    let parts: Vec<&str> = [&shape.description, &shape.meanings, &hint]
        .into_iter()
        .filter_map(|part| part.as_deref())
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// An item of an array or a required member cannot be left out: where it may be `null`, words say
/// so, because hosts refuse unions with `null`.
fn write_inner(shape: &Shape, out: &mut String) {
    if !shape.nullable {
        return write(shape, out);
    }
    let said = shape.description.as_deref().unwrap_or_default();
    write(
        &Shape {
            description: Some(format!("{said}\nMay be null.").trim_start().to_owned()),
            ..shape.clone()
        },
        out,
    );
}

fn write_kind(members: &mut Members<'_>, kind: &Kind) {
    match kind {
        Kind::Any => {
            members.add(
                "type",
                r#"["string","number","boolean","object","array","null"]"#,
            );
            members.add("items", "{}");
        }
        Kind::Null => members.add("type", "\"null\""),
        Kind::Boolean => members.add("type", "\"boolean\""),
        Kind::Integer(integer) => write_integer(members, *integer),
        Kind::Number(number) => write_number(members, *number),
        Kind::String(text) => {
            members.add("type", "\"string\"");
            write_length(members, "Length", text.length);
            if let Some(pattern) = &text.pattern {
                members.value("pattern", &pattern.as_str().into());
            }
            if let Some(format) = &text.format {
                if FORMATS.contains(&format.as_str()) {
                    members.value("format", &format.as_str().into());
                }
            }
        }
        Kind::Enum(values) => {
            if let Some(name) = common_type(values) {
                members.value("type", &name.into());
            }
            members.value("enum", &values.clone().into());
        }
        Kind::Array(array) => write_array(members, array),
        Kind::Object(object) => write_object(members, object),
        Kind::AnyOf(shapes) => members.list("anyOf", shapes, write),
        Kind::Reference(name) => {
            let name = name.replace('~', "~0").replace('/', "~1");
            members.value("$ref", &format!("#/$defs/{name}").into());
        }
    }
}

fn common_type(values: &[Value]) -> Option<&'static str> {
    let name = |value: &Value| match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        _ => None,
    };
    let first = name(values.first()?)?;
    values
        .iter()
        .all(|value| name(value) == Some(first))
        .then_some(first)
}

fn write_integer(members: &mut Members<'_>, integer: Integer) {
    if integer.non_zero {
        let below = Integer {
            greatest: Some(-1),
            non_zero: false,
            ..integer
        };
        let above = Integer {
            least: Some(1),
            non_zero: false,
            ..integer
        };
        members.list("anyOf", &[below, above], |integer, out| {
            let mut members = Members::open(out);
            write_integer(&mut members, *integer);
            members.close();
        });
        return;
    }
    let exact = |limit: Option<i128>| limit.filter(|limit| limit.abs() <= EXACT);
    members.add("type", "\"integer\"");
    if let Some(least) = exact(integer.least) {
        members.add("minimum", &least.to_string());
    }
    if let Some(greatest) = exact(integer.greatest) {
        members.add("maximum", &greatest.to_string());
    }
    if let Some(step) = integer.multiple_of {
        members.add("multipleOf", &step.to_string());
    }
}

fn write_number(members: &mut Members<'_>, number: Number) {
    members.add("type", "\"number\"");
    for (limit, inclusive, exclusive) in [
        (number.least, "minimum", "exclusiveMinimum"),
        (number.greatest, "maximum", "exclusiveMaximum"),
    ] {
        if let Some(limit) = limit {
            let name = if limit.exclusive {
                exclusive
            } else {
                inclusive
            };
            members.value(name, &expected::json_number(limit.value));
        }
    }
    if let Some(step) = number.multiple_of {
        members.value("multipleOf", &expected::json_number(step));
    }
}

fn write_array(members: &mut Members<'_>, array: &Array) {
    members.add("type", "\"array\"");
    match &array.items {
        Items::Each(shape) => members.with("items", |out| write_inner(shape, out)),
        // One schema for all items: hosts that refuse lists of schemas by place are many.
        Items::Tuple(shapes) => match shapes.as_slice() {
            [] => members.add("items", "{}"),
            [first, ..] if alike(shapes) => members.with("items", |out| write_inner(first, out)),
            shapes => members.with("items", |out| {
                let mut members = Members::open(out);
                let mut distinct: Vec<&Shape> = Vec::new();
                for shape in shapes {
                    if !distinct.iter().any(|known| same(known, shape)) {
                        distinct.push(shape);
                    }
                }
                members.list("anyOf", &distinct, |shape, out| write_inner(shape, out));
                members.close();
            }),
        },
    }
    write_length(members, "Items", array.length);
    if array.unique {
        members.add("uniqueItems", "true");
    }
}

fn alike(shapes: &[Shape]) -> bool {
    shapes
        .first()
        .is_none_or(|first| shapes.iter().all(|shape| same(first, shape)))
}

/// Whether two shapes are advertised in the same way.
fn same(a: &Shape, b: &Shape) -> bool {
    let text = |shape: &Shape| {
        let mut out = String::new();
        write(shape, &mut out);
        out
    };
    a.nullable == b.nullable && text(a) == text(b)
}

fn write_object(members: &mut Members<'_>, object: &Object) {
    members.add("type", "\"object\"");
    match &object.rest {
        Rest::None => {
            write_properties(members, &object.properties);
            members.add("additionalProperties", "false");
        }
        Rest::Each(shape) => {
            if !object.properties.is_empty() {
                write_properties(members, &object.properties);
            }
            members.with("additionalProperties", |out| write_inner(shape, out));
        }
    }
    write_length(members, "Properties", object.length);
}

fn write_properties(members: &mut Members<'_>, properties: &[Property]) {
    members.with("properties", |out| {
        let mut members = Members::open(out);
        for property in properties {
            members.with(&property.name, |out| {
                if property.required {
                    write_inner(&property.shape, out);
                } else {
                    write(&property.shape, out);
                }
            });
        }
        members.close();
    });
    let required: Vec<Value> = properties
        .iter()
        .filter(|property| property.required)
        .map(|property| property.name.as_str().into())
        .collect();
    if !required.is_empty() {
        members.value("required", &required.into());
    }
}

fn write_length(members: &mut Members<'_>, of: &str, length: Length) {
    if let Some(least) = length.least {
        members.add(&format!("min{of}"), &least.to_string());
    }
    if let Some(greatest) = length.greatest {
        members.add(&format!("max{of}"), &greatest.to_string());
    }
}

/// The members of an object, written in the order in which they are added.
struct Members<'o> {
    out: &'o mut String,
    first: bool,
}

impl<'o> Members<'o> {
    fn open(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, first: true }
    }

    fn name(&mut self, name: &str) {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        self.out.push_str(&Value::from(name).to_string());
        self.out.push(':');
    }

    fn add(&mut self, name: &str, json: &str) {
        self.name(name);
        self.out.push_str(json);
    }

    fn value(&mut self, name: &str, value: &Value) {
        self.add(name, &value.to_string());
    }

    fn with(&mut self, name: &str, write: impl FnOnce(&mut String)) {
        self.name(name);
        write(self.out);
    }

    fn list<T>(&mut self, name: &str, items: &[T], write: impl Fn(&T, &mut String)) {
        self.name(name);
        self.out.push('[');
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.out.push(',');
            }
            write(item, self.out);
        }
        self.out.push(']');
    }

    fn close(self) {
        self.out.push('}');
    }
}
