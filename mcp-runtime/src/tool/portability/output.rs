//! Output schemas: what clients compile to check results with.

use serde_json::{Map, Value};

use super::Report;
use super::input::{dialect_of, leads_nowhere};
use super::path::Path;
use super::pattern::{self, Foreign};
use super::rule::Rule;

pub(super) fn check(report: &mut Report<'_>) {
    if let Some(root) = report.tool.output {
        let path = &Path::Root.name("outputSchema");
        Walk { report, root }.schema(root, path);
    }
}

struct Walk<'w, 'r> {
    report: &'w mut Report<'r>,
    root: &'r Value,
}

impl<'r> Walk<'_, 'r> {
    fn schema(&mut self, schema: &'r Value, path: &Path<'_>) {
        let Value::Object(schema) = schema else {
            self.report.note(
                Rule::BooleanSchema,
                path,
                format!("the schema is `{schema}`, and clients that read objects drop the whole list"),
                "describe the type with a schema of its own: `#[schemars(with = \"..\")]` on the field",
            );
            return;
        };
        self.reference(schema, path);
        if let Some(dialect) = schema.get("$schema") {
            dialect_of(self.report, dialect, path);
        }
        if let Some(written) = schema.get("pattern").and_then(Value::as_str) {
            // Nothing here goes to a service that refuses to look ahead.
            if let Some(Foreign::ToJavaScript(problem)) = pattern::foreign(written) {
                self.report.note(
                    Rule::Pattern,
                    &path.name("pattern"),
                    problem,
                    "write a pattern that every language reads",
                );
            }
        }
        for keyword in [
            "items",
            "not",
            "if",
            "then",
            "else",
            "contains",
            "propertyNames",
        ] {
            if let Some(schema) = schema.get(keyword) {
                // `false` says that there are no more items.
                if keyword != "items" || !schema.is_boolean() {
                    self.schema(schema, &path.name(keyword));
                }
            }
        }
        for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
            if let Some(Value::Array(schemas)) = schema.get(keyword) {
                let path = &path.name(keyword);
                for (index, schema) in schemas.iter().enumerate() {
                    self.schema(schema, &path.index(index));
                }
            }
        }
        for keyword in [
            "properties",
            "patternProperties",
            "$defs",
            "dependentSchemas",
        ] {
            if let Some(Value::Object(schemas)) = schema.get(keyword) {
                let path = &path.name(keyword);
                for (name, schema) in schemas {
                    self.schema(schema, &path.name(name));
                }
            }
        }
        if let Some(rest) = schema
            .get("additionalProperties")
            .filter(|it| it.is_object())
        {
            self.schema(rest, &path.name("additionalProperties"));
        }
    }

    fn reference(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        let Some(reference) = schema.get("$ref") else {
            return;
        };
        let path = &path.name("$ref");
        if !leads_nowhere(self.report, reference, self.root, path) {
            self.report.note(
                Rule::RecursiveOutput,
                path,
                "a type that contains itself, which some hosts try to write out",
                "return a flat form of it (a list of nodes that name their parents), or write `recursive` at the tool",
            );
        }
    }
}
