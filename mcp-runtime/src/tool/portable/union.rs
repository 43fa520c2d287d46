//! Unions: alternatives are always said with `anyOf`, each of them closed by itself.
//!
//! A struct that flattens an enum is described as properties beside a `oneOf`. Here the properties
//! are carried into every alternative, so that each is one whole object.

use serde_json::{Map, Value};

use super::{plain, read};
use crate::tool::shape::{Kind, Object, Rest, Shape};

/// The most alternatives that a combination of flattened enums may come to.
const MOST: usize = 64;

const UNIONS: [&str; 2] = ["anyOf", "oneOf"];

/// Reads a schema, with a union or without one.
pub(super) fn read_schema(schema: &Map<String, Value>) -> Result<Shape, String> {
    let unions: Vec<&Value> = UNIONS.iter().filter_map(|name| schema.get(*name)).collect();
    let parts: &[Value] = match schema.get("allOf") {
        Some(Value::Array(parts)) => parts,
        _ => &[],
    };
    if unions.is_empty() && parts.is_empty() {
        return plain(schema);
    }
    let mut alternatives = Vec::new();
    for union in unions {
        let Value::Array(members) = union else {
            return Err("a union must be a list".to_owned());
        };
        alternatives.push(of(members)?);
    }
    let mut base: Map<String, Value> = schema
        .iter()
        .filter(|(name, _)| !UNIONS.contains(&name.as_str()) && *name != "allOf")
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    for part in parts {
        alternatives.push(read(part)?);
    }
    let says_more = base.keys().any(|name| {
        !super::IGNORED.contains(&name.as_str()) && !super::SAID.contains(&name.as_str())
    });
    let mut shape = if says_more {
        // Beside a union these are the members of an object, open only for the union's sake.
        if base.get("unevaluatedProperties") == Some(&Value::Null) {
            base.remove("unevaluatedProperties");
        }
        Some(plain(&base)?)
    } else {
        None
    };
    for alternative in alternatives {
        shape = Some(match shape {
            None => alternative,
            Some(shape) => both(shape, alternative)?,
        });
    }
    shape.ok_or_else(|| "an empty union allows nothing".to_owned())
}

/// One of some alternatives; those that only say `null` make the others nullable.
fn of(members: &[Value]) -> Result<Shape, String> {
    let mut shapes: Vec<Shape> = Vec::new();
    let mut nullable = false;
    for member in members {
        let shape = read(member)?;
        match shape.kind {
            Kind::Null if members.len() > 1 => nullable = true,
            // A union in a union is one union; what was said about the inner one has no place.
            Kind::AnyOf(inner) if shape.description.is_none() => {
                nullable |= shape.nullable;
                shapes.extend(inner);
            }
            _ => shapes.push(shape),
        }
    }
    let mut shape = match shapes.len() {
        0 => Shape::new(Kind::Null),
        1 => shapes.remove(0),
        _ => one_list(&shapes).unwrap_or_else(|| Shape::new(Kind::AnyOf(shapes))),
    };
    shape.nullable |= nullable;
    Ok(shape)
}

/// Alternatives that are all listed strings, as one list; what each means is kept.
fn one_list(shapes: &[Shape]) -> Option<Shape> {
    let mut values: Vec<Value> = Vec::new();
    let mut meanings = Vec::new();
    for shape in shapes {
        let Kind::Enum(own) = &shape.kind else {
            return None;
        };
        if !own.iter().all(Value::is_string) {
            return None;
        }
        if let Some(meaning) = &shape.description {
            let names: Vec<&str> = own.iter().filter_map(Value::as_str).collect();
            meanings.push(format!(
                "- {}: {}",
                names.join(", "),
                meaning.replace('\n', " ")
            ));
        }
        meanings.extend(shape.meanings.clone());
        for value in own {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    let mut shape = Shape::new(Kind::Enum(values));
    shape.meanings = (!meanings.is_empty()).then(|| meanings.join("\n"));
    Some(shape)
}

/// What is both: properties beside a union, or two unions side by side.
fn both(a: Shape, b: Shape) -> Result<Shape, String> {
    let description = match (a.description, b.description) {
        (Some(a), None) => Some(a),
        (None, b) => b,
        (Some(a), Some(b)) => Some(format!("{a}\n{b}")),
    };
    let kind = match (a.kind, b.kind) {
        (Kind::Any, kind) | (kind, Kind::Any) => kind,
        (Kind::Object(a), Kind::Object(b)) => Kind::Object(merged(a, b)?),
        (Kind::AnyOf(shapes), other) => {
            each(shapes, |shape| both(shape, Shape::new(other.clone())))?
        }
        (other, Kind::AnyOf(shapes)) => {
            each(shapes, |shape| both(Shape::new(other.clone()), shape))?
        }
        (Kind::Enum(a), Kind::String(_)) => Kind::Enum(a),
        (Kind::String(_), Kind::Enum(b)) => Kind::Enum(b),
        _ => {
            return Err(
                "rules beside a union, or several unions of other things than objects, cannot be said in a way that hosts accept"
                    .to_owned(),
            );
        }
    };
    let mut shape = Shape::new(kind);
    shape.description = description;
    shape.nullable = a.nullable && b.nullable;
    Ok(shape)
}

fn each(shapes: Vec<Shape>, with: impl Fn(Shape) -> Result<Shape, String>) -> Result<Kind, String> {
    let mut all = Vec::new();
    for shape in shapes {
        let shape = with(shape)?;
        match shape.kind {
            Kind::AnyOf(inner) => all.extend(inner),
            _ => all.push(shape),
        }
    }
    if all.len() > MOST {
        return Err(format!(
            "the flattened enums come to {} combinations; hosts are given at most {MOST}",
            all.len()
        ));
    }
    Ok(Kind::AnyOf(all))
}

fn merged(mut a: Object, b: Object) -> Result<Object, String> {
    for property in b.properties {
        match a
            .properties
            .iter()
            .find(|known| known.name == property.name)
        {
            Some(known) => {
                return Err(format!(
                    "two flattened types have the same member '{}'",
                    known.name
                ));
            }
            None => a.properties.push(property),
        }
    }
    a.rest = match (a.rest, b.rest) {
        (Rest::None, rest) | (rest, _) => rest,
    };
    a.length.least = a.length.least.max(b.length.least);
    a.length.greatest = match (a.length.greatest, b.length.greatest) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    a.keys = a.keys.or(b.keys);
    Ok(a)
}
