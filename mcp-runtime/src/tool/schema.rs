//! The input schema of a tool, built from its parameters.

use std::borrow::Cow;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::Value;

use super::argument::{Argument, BorrowedArgument};
use super::check::Checker;
use super::decode::fields;
use super::finding::Findings;
use super::header::Mirrored;
use super::node::Node;
use super::path::Path;
use super::portable::{self, said};
use super::prepare;
use super::shape::advertise;
use super::shape::{Definitions, Items, Kind, Property, Rest, Shape};

mod constrain;
mod dropped;
mod order;
mod parameter;
mod raw;

pub use parameter::{Advertised, Bound, Limits, Parameter, to_value};

/// Collects the parameters of one tool.
#[derive(Debug)]
pub struct InputSchema {
    generator: SchemaGenerator,
    parameters: Vec<Declared>,
}

/// A parameter, and what its type says.
#[derive(Debug)]
struct Declared {
    parameter: Parameter,
    schema: Value,
    type_name: &'static str,
    /// Asked only of types that come to an end: decoding the others does not.
    decode: dropped::Decode,
}

impl Default for InputSchema {
    fn default() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        Self {
            generator: settings.into_generator(),
            parameters: Vec::new(),
        }
    }
}

impl InputSchema {
    /// Adds an argument taken by value.
    #[must_use]
    pub fn property<T: Argument>(mut self, parameter: Parameter) -> Self {
        let schema = self.generator.subschema_for::<T>();
        self.parameters.push(Declared {
            decode: |node| T::deserialize(node).map(drop),
            parameter,
            schema: schema.to_value(),
            type_name: std::any::type_name::<T>(),
        });
        self
    }

    /// Adds a borrowed argument.
    #[must_use]
    pub fn borrowed<'held, P: BorrowedArgument<'held>>(self, parameter: Parameter) -> Self {
        self.property::<P::Owned>(parameter)
    }

    /// The schema that is sent and the rules that are checked.
    ///
    /// # Errors
    ///
    /// Everything that hosts would refuse, or that cannot be checked.
    pub(crate) fn finish(mut self, recursive: bool) -> Result<Input, Vec<SchemaError>> {
        let mut errors = Vec::new();
        let definitions = self.generator.take_definitions(false);
        let mut shapes = Definitions::default();
        for (name, schema) in &definitions {
            match portable::read(schema) {
                Ok(shape) => shapes.0.push((name.clone(), shape)),
                Err(problem) => errors.push(SchemaError::new(
                    "",
                    format!("the type '{name}': {problem}"),
                    OWN_SCHEMA,
                )),
            }
        }
        if let Some(name) = shapes.endless() {
            errors.push(SchemaError::new(
                "",
                format!("the type '{name}' contains nothing but itself"),
                "give it a field or a variant of another type",
            ));
            return Err(errors);
        }
        let mut arguments = Vec::new();
        let declare = |declared| self::declared(declared, &shapes, recursive);
        let (declared, structs) = fields::noted(|| {
            let declared = self.parameters.iter().map(declare);
            declared.collect::<Vec<_>>()
        });
        for declared in declared {
            match declared {
                Ok((parameter, mut argument)) => {
                    order::written(&mut argument.shape, &structs);
                    arguments.push((parameter, argument));
                }
                Err(error) => errors.push(error),
            }
        }
        for (_, shape) in &mut shapes.0 {
            order::written(shape, &structs);
        }
        errors.extend(repeated_header(&arguments));
        if !errors.is_empty() {
            return Err(errors);
        }
        let (names, properties): (Vec<_>, Vec<_>) = arguments.into_iter().unzip();
        let schema = advertise::root(&properties, &shapes);
        let mirrored = |property: &Property| {
            let header = property.shape.header?;
            Some(Mirrored::argument(&property.name, header))
        };
        Ok(Input {
            schema,
            mirrored: properties.iter().filter_map(mirrored).collect(),
            arguments: names
                .into_iter()
                .zip(properties)
                .map(|(parameter, property)| InputArgument {
                    name: parameter.name.into(),
                    title: parameter.title,
                    secret: parameter.secret,
                    required: property.required,
                    differs: prepare::differs(&property.shape, &shapes),
                    shape: property.shape,
                })
                .collect(),
            definitions: shapes,
            rest: Rest::None,
        })
    }
}

/// The schema of a tool's arguments, and the rules behind it.
#[derive(Debug)]
pub(crate) struct Input {
    /// The schema as JSON text.
    pub(crate) schema: String,
    /// The arguments in the order written.
    pub(crate) arguments: Vec<InputArgument>,
    /// Those that HTTP clients repeat in headers.
    pub(crate) mirrored: Vec<Mirrored>,
    pub(crate) definitions: Definitions,
    /// What arguments of other names may be; the macro's schemas have none.
    pub(crate) rest: Rest,
}

/// The rules of one argument.
#[derive(Debug)]
pub(crate) struct InputArgument {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<&'static str>,
    pub(crate) secret: bool,
    pub(crate) required: bool,
    /// Whether something in it is asked for in another form than its type has.
    pub(crate) differs: bool,
    pub(crate) shape: Shape,
}

/// Why a tool's input schema cannot be served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}; {help}", subject(.parameter))]
pub(crate) struct SchemaError {
    /// The tool's parameter; empty when it is about the tool as a whole.
    pub(crate) parameter: String,
    /// What is wrong.
    pub(crate) problem: String,
    /// What to do.
    pub(crate) help: String,
}

fn subject(parameter: &str) -> String {
    if parameter.is_empty() {
        String::new()
    } else {
        format!("parameter '{parameter}': ")
    }
}

impl SchemaError {
    /// An output schema that is none, in words about it.
    pub(crate) fn of_output(problem: &str) -> Self {
        Self::new(
            "",
            format!("its output schema {problem}"),
            "give a JSON Schema, of draft 2020-12 at best",
        )
    }

    /// A result whose type contains itself, without the tool's word that this is meant.
    pub(crate) fn of_recursive_output(name: &str) -> Self {
        let subject = match name {
            "#" => "the type of its result".to_owned(),
            name => format!("the type '{name}' in its result"),
        };
        Self::new(
            "",
            format!("{subject} contains itself, and some hosts try to write such a schema out"),
            "return a flat form of it (a list of nodes that name their parents), or write `#[tool(recursive)]` to send it with a local reference",
        )
    }

    fn new(parameter: &str, problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            parameter: parameter.to_owned(),
            problem: problem.into(),
            help: help.into(),
        }
    }
}

const OWN_SCHEMA: &str = "describe it with a schema of your own: implement `schemars::JsonSchema`, or put `#[schemars(with = \"..\")]` on the field";

/// What of a type's name stands in a message.
fn short(type_name: &str) -> String {
    let mut short = String::new();
    for c in type_name.chars() {
        short.push(c);
        if short.ends_with("::") {
            let kept = short
                .trim_end_matches("::")
                .rfind(|c: char| !c.is_alphanumeric() && c != '_')
                .map_or(0, |at| at + 1);
            short.truncate(kept);
        }
    }
    short
}

/// Two arguments of one header, whose names differ in case at most.
fn repeated_header(arguments: &[(&Parameter, Property)]) -> Option<SchemaError> {
    let mut seen: Vec<&str> = Vec::new();
    for (parameter, _) in arguments {
        let Some(header) = parameter.header else {
            continue;
        };
        if seen.iter().any(|known| known.eq_ignore_ascii_case(header)) {
            return Some(SchemaError::new(
                parameter.name,
                format!("another argument has the header '{header}' already"),
                "give each argument a header of its own; case makes no difference",
            ));
        }
        seen.push(header);
    }
    None
}

/// One parameter as a property, with everything its declaration says.
fn declared<'d>(
    declared: &'d Declared,
    definitions: &Definitions,
    recursive: bool,
) -> Result<(&'d Parameter, Property), SchemaError> {
    let parameter = &declared.parameter;
    let type_name = short(declared.type_name);
    let error = |problem: String, help: &str| SchemaError::new(parameter.name, problem, help);
    let mut shape = portable::read(&declared.schema)
        .map_err(|problem| error(format!("`{type_name}`: {problem}"), OWN_SCHEMA))?;
    if !recursive {
        if let Some(name) = reference(&shape) {
            return Err(error(
                format!(
                    "the type '{name}' contains itself, and many hosts refuse such a schema and every tool with it"
                ),
                "take a flat form of it (a list of nodes that name their parents), or write `#[tool(recursive)]` to send it with one local reference",
            ));
        }
    }
    dropped::nothing(&shape, definitions, declared.decode)
        .map_err(|(problem, help)| error(format!("`{type_name}`: {problem}"), help))?;
    let required = parameter.default.is_none() && (declared.decode)(Node::Absent).is_err();
    shape.nullable &= required;
    if !parameter.description.is_empty() {
        shape.description = Some(parameter.description.to_owned());
    }
    told_values(&shape, definitions).map_err(|problem| {
        error(
            format!("`{type_name}`: {problem}"),
            "change the value or the rule",
        )
    })?;
    constrain::limits(&mut shape, &parameter.limits)
        .and_then(|()| constrain::header(&mut shape, parameter.header))
        .map_err(|(problem, help)| error(format!("{problem} on `{type_name}`"), &help))?;
    let checked = |what: &str, value: fn() -> Result<Value, serde_json::Error>| {
        let value = value().map_err(|cause| {
            error(
                format!("the {what} cannot be written as JSON: {cause}"),
                "use a value that serializes",
            )
        })?;
        let value = said::said(&value, &shape);
        let text = value.to_string();
        let mut findings = Findings::default();
        if let Ok(node) = Node::read(&text, usize::MAX).node {
            Checker::new(definitions, false).check(
                &node,
                &shape,
                &Path::argument(parameter.name),
                &mut findings,
            );
        }
        if findings.is_empty() {
            Ok(value)
        } else {
            Err(error(
                format!(
                    "the {what} {text} is not a value that it may have ({})",
                    findings.words()
                ),
                "change the value or the rule",
            ))
        }
    };
    let default = match parameter.default {
        Some(default) => Some(checked("default", default)?),
        None => None,
    };
    let mut examples = Vec::new();
    for example in parameter.examples {
        examples.push(checked("example", *example)?);
    }
    if default.is_some() {
        shape.default = default;
    }
    if !examples.is_empty() {
        shape.examples = examples;
    }
    Ok((
        parameter,
        Property {
            name: parameter.name.to_owned(),
            required,
            shape,
        },
    ))
}

/// The defaults and examples that a type says of what is in it keep the rules of the type.
fn told_values(shape: &Shape, definitions: &Definitions) -> Result<(), String> {
    let checker = Checker::new(definitions, false);
    let defaults = shape.default.iter().map(|value| ("default", value));
    let examples = shape.examples.iter().map(|value| ("example", value));
    for (what, value) in defaults.chain(examples) {
        let text = value.to_string();
        let mut findings = Findings::default();
        if let Ok(node) = Node::read(&text, usize::MAX).node {
            checker.check(&node, shape, &Path::argument("it"), &mut findings);
        }
        if !findings.is_empty() {
            return Err(format!(
                "the {what} {text} is not a value that it may have ({})",
                findings.words()
            ));
        }
    }
    match &shape.kind {
        Kind::AnyOf(shapes) => shapes
            .iter()
            .try_for_each(|it| told_values(it, definitions)),
        Kind::Array(array) => match &array.items {
            Items::Each(each) => told_values(each, definitions),
            Items::Tuple(shapes) => shapes
                .iter()
                .try_for_each(|it| told_values(it, definitions)),
        },
        Kind::Object(object) => {
            for property in &object.properties {
                told_values(&property.shape, definitions)
                    .map_err(|problem| format!("in '{}': {problem}", property.name))?;
            }
            match &object.rest {
                Rest::Each(each) => told_values(each, definitions),
                Rest::None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// The first reference in a shape.
fn reference(shape: &Shape) -> Option<&str> {
    match &shape.kind {
        Kind::Reference(name) => Some(name),
        Kind::AnyOf(shapes) => shapes.iter().find_map(reference),
        Kind::Array(array) => match &array.items {
            Items::Each(shape) => reference(shape),
            Items::Tuple(shapes) => shapes.iter().find_map(reference),
        },
        Kind::Object(object) => object
            .properties
            .iter()
            .map(|property| &property.shape)
            .chain(match &object.rest {
                Rest::Each(shape) => Some(&**shape),
                Rest::None => None,
            })
            .find_map(reference),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
