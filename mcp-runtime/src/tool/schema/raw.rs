//! The input schema of a tool whose schema is known only at run time.

use serde_json::Value;

use super::{Input, InputArgument, SchemaError};
use crate::tool::portable::letter;
use crate::tool::shape::{Kind, Length, Object};
use crate::tool::well_formed;

impl Input {
    /// The rules of a schema that is sent as it was written. Those that cannot be checked are
    /// refused, or left to the tool.
    pub(crate) fn of_text(schema: String, unchecked: bool) -> Result<Self, Vec<SchemaError>> {
        let error = |problem: &str, help: &str| Err(vec![SchemaError::new("", problem, help)]);
        let value: Value = match well_formed::read(&schema) {
            Ok(value) => value,
            Err(problem) => {
                let problem = format!("the schema of its arguments {problem}");
                return error(&problem, "give a JSON Schema, of draft 2020-12 at best");
            }
        };
        if value.get("type").and_then(Value::as_str) != Some("object") {
            return error(
                "the schema of its arguments is not one of an object",
                "the protocol wants `\"type\": \"object\"` at its root",
            );
        }
        let mut read = letter::read(&value);
        if let Some(name) = read.definitions.endless() {
            let problem = format!("the definition '{name}' contains nothing but itself");
            return error(
                &problem,
                "give it a property or an alternative of another type",
            );
        }
        let Kind::Object(Object {
            properties,
            rest,
            length,
            ..
        }) = read.shape.kind
        else {
            return error(
                "the schema of its arguments is a union or a list of values at its root",
                "put it below a property",
            );
        };
        if length != Length::default() {
            read.unchecked.push("a count of properties".to_owned());
        }
        if !unchecked && !read.unchecked.is_empty() {
            let problem = format!(
                "the schema of its arguments has rules that are not checked here: {}",
                read.unchecked.join(", ")
            );
            return error(
                &problem,
                "call `unchecked_keywords` on the tool, whose handler then has to check them, or take them out",
            );
        }
        Ok(Self {
            schema,
            arguments: properties
                .into_iter()
                .map(|property| InputArgument {
                    name: property.name.into(),
                    title: None,
                    secret: false,
                    differs: false,
                    required: property.required,
                    shape: property.shape,
                })
                .collect(),
            mirrored: read.mirrored,
            definitions: read.definitions,
            rest,
        })
    }
}
