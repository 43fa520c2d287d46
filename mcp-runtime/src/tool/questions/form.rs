//! Forms: what a type asks of a user, in the small language of schemas that clients can show, and
//! what makes an answer good.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::check::Checker;
use crate::tool::decode;
use crate::tool::expected;
use crate::tool::finding::{Finding, Findings, Problem};
use crate::tool::node::Node;
use crate::tool::number;
use crate::tool::path::{Path, Step};
use crate::tool::portable;
use crate::tool::prepare;
use crate::tool::questions::question::QuestionKind;
use crate::tool::shape::{Array, Definitions, Items, Kind, Length, Limit, Shape};

/// The forms of text that a form can ask for.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// How deep an answer may nest: a list of texts in an object.
const LEVELS: usize = 8;

/// A form.
#[derive(Debug)]
pub(crate) struct Form {
    fields: Vec<Field>,
}

/// One field of a form.
#[derive(Debug)]
struct Field {
    name: String,
    required: bool,
    title: Option<String>,
    shape: Shape,
    /// What people read in place of the values, in their order.
    labels: Option<Vec<String>>,
    /// Labels are given as older clients know them, whatever the revision.
    legacy_labels: bool,
}

/// Why something cannot be asked for in a form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}; a form has text, numbers, yes or no, and choices, each in a field of its own")]
pub(crate) struct NotAForm {
    what: String,
}

impl Form {
    /// The form that asks for a value of a type.
    pub(crate) fn of<T: DeserializeOwned + JsonSchema>() -> Result<Self, NotAForm> {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        let schema = settings.into_generator().into_root_schema_for::<T>();
        let mut form = Self::read(schema.as_value())?;
        if let Some(names) = declared_names::<T>() {
            let place = |field: &Field| names.iter().position(|name| *name == field.name);
            form.fields
                .sort_by_key(|field| place(field).unwrap_or(usize::MAX));
        }
        Ok(form)
    }

    /// The form that a schema describes.
    pub(crate) fn read(schema: &Value) -> Result<Self, NotAForm> {
        let not_a_form = |what: String| NotAForm { what };
        let properties = schema.get("properties").and_then(Value::as_object);
        let Some(properties) = properties.filter(|_| !has_union(schema)) else {
            return Err(not_a_form(
                "only a struct with named fields can be asked for".into(),
            ));
        };
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let fields = properties.iter().map(|(name, property)| {
            Field::read(name, required.contains(&name.as_str()), property).map_err(|what| {
                not_a_form(format!("the field '{name}' cannot be asked for: {what}"))
            })
        });
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        if fields.is_empty() {
            return Err(not_a_form("there is nothing to ask for".into()));
        }
        Ok(Self { fields })
    }

    /// What a client must be able to do to show it.
    pub(crate) fn kind(&self) -> QuestionKind {
        let is_list = |field: &Field| matches!(field.shape.kind, Kind::Array(_));
        if self.fields.iter().any(is_list) {
            QuestionKind::Choices
        } else {
            QuestionKind::Form
        }
    }

    /// The members of an answer that it asks for.
    pub(crate) fn asked_for(&self, content: &Value) -> Map<String, Value> {
        let names = self.fields.iter().map(|field| &field.name);
        let members = names.filter_map(|name| Some((name.clone(), content.get(name)?.clone())));
        members.collect()
    }

    /// Writes the schema as a revision has it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |schema| {
            schema.string("type", "object");
            schema.object("properties", |properties| {
                for field in &self.fields {
                    let mut own = Vec::new();
                    json::object(&mut own, |members| field.write(members, version));
                    properties.foreign(&field.name, &json::into_string(own));
                }
            });
            let required = self.fields.iter().filter(|field| field.required);
            let mut required = required.map(|field| field.name.as_str()).peekable();
            if required.peek().is_some() {
                schema.array("required", required, json::string);
            }
        });
    }

    /// Reads an answer.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in words.
    pub(crate) fn answer<T: DeserializeOwned>(&self, content: &Value) -> Result<T, String> {
        let text = content.to_string();
        let Ok(Node::Object(members)) = Node::read(&text, LEVELS).node else {
            return Err("the answer must be an object with a member for each field".to_owned());
        };
        let definitions = Definitions::default();
        let checker = Checker::new(&definitions, false);
        let mut findings = Findings::default();
        let mut kept = Vec::new();
        // What was not asked for is none of the call's affair.
        for (name, mut node) in members {
            let Some(field) = self.fields.iter().find(|field| *name == field.name) else {
                continue;
            };
            // What may be left out may be `null`, which says the same.
            if node == Node::Null && !field.required {
                continue;
            }
            let path = Path::argument(&field.name);
            checker.check(&node, &field.shape, &path, &mut findings);
            if prepare::is_needed(&node, prepare::differs(&field.shape, &definitions)) {
                prepare::value(&mut node, &field.shape, &definitions);
            }
            kept.push((name, node));
        }
        for field in &self.fields {
            let is_missing = !kept.iter().any(|(name, _)| *name == field.name);
            if field.required && is_missing {
                let path = Path::argument(&field.name);
                findings.note(|| checker.missing(&field.shape, &path));
            }
        }
        if !findings.is_empty() {
            return Err(findings.words());
        }
        decode::value(Node::Object(kept)).map_err(|error| self.refused(error))
    }

    /// A type refuses what its form allows: a date that is none, say.
    fn refused(&self, error: decode::DecodeError) -> String {
        let (steps, reason) = error.into_parts();
        let field = match steps.first() {
            Some(Step::Name(name)) => self.fields.iter().find(|field| field.name == *name),
            _ => None,
        };
        let definitions = Definitions::default();
        let shape = field.and_then(|field| {
            let rest = steps.get(1..).unwrap_or_default();
            expected::at(&field.shape, rest, &definitions)
        });
        let words = expected::refusal(shape, reason);
        let mut findings = Findings::default();
        findings.note(|| Finding::at_steps(steps, Problem::WrongForm, words));
        findings.words()
    }
}

impl Field {
    fn read(name: &str, required: bool, schema: &Value) -> Result<Self, String> {
        let mut schema = schema.clone();
        // As older clients know labels; not a keyword of JSON Schema.
        let legacy = schema
            .as_object_mut()
            .and_then(|schema| schema.remove("enumNames"));
        let mut shape = portable::read(&schema)?;
        shape.nullable = false;
        let labels = match &shape.kind {
            Kind::Boolean | Kind::Integer(_) | Kind::Number(_) | Kind::String(_) => None,
            Kind::Enum(values) => labels(&schema, values)?,
            Kind::Array(Array {
                items: Items::Each(each),
                ..
            }) => match (&each.kind, schema.get("items")) {
                (Kind::Enum(values), Some(items)) => labels(items, values)?,
                _ => return Err("of lists, only a choice of several texts can be shown".into()),
            },
            _ => return Err(format!("{} cannot be shown", expected::shape(&shape))),
        };
        let legacy_labels = legacy.is_some();
        let labels = match legacy {
            Some(legacy) => Some(
                serde_json::from_value(legacy)
                    .map_err(|_| "'enumNames' must be a list of texts".to_owned())?,
            ),
            None => labels,
        };
        Ok(Self {
            name: name.to_owned(),
            required,
            title: schema
                .get("title")
                .and_then(Value::as_str)
                .map(str::to_owned),
            shape,
            labels,
            legacy_labels,
        })
    }

    fn write(&self, schema: &mut Members<'_>, version: ProtocolVersion) {
        let has_modes = version.has_elicitation_modes();
        let values = match &self.shape.kind {
            Kind::Array(Array {
                items: Items::Each(each),
                ..
            }) => match &each.kind {
                Kind::Enum(values) => values.as_slice(),
                _ => &[],
            },
            Kind::Enum(values) => values,
            _ => &[],
        };
        let options = || values.iter().filter_map(Value::as_str);
        let is_list = matches!(self.shape.kind, Kind::Array(_));
        let titled = self
            .labels
            .as_deref()
            .filter(|_| has_modes && !self.legacy_labels);
        let choices = |schema: &mut Members<'_>, union: &'static str| match titled {
            Some(labels) => schema.array(union, options().zip(labels), |out, (value, label)| {
                json::object(out, |option| {
                    option.string("const", value);
                    option.string("title", label);
                });
            }),
            None => schema.array("enum", options(), json::string),
        };
        schema.string("type", type_name(&self.shape.kind));
        if let Some(title) = &self.title {
            schema.string("title", title);
        }
        if let Some(description) = self.description() {
            schema.string("description", &description);
        }
        match &self.shape.kind {
            Kind::Enum(_) => {
                choices(schema, "oneOf");
                if let Some(labels) = self.labels.as_ref().filter(|_| titled.is_none()) {
                    schema.array("enumNames", labels, |out, label| json::string(out, label));
                }
            }
            Kind::Array(array) => {
                count(schema, ["minItems", "maxItems"], array.length);
                schema.object("items", |items| {
                    if titled.is_none() {
                        items.string("type", "string");
                    }
                    choices(items, "anyOf");
                });
            }
            Kind::Integer(rule) => {
                let rule = rule.settled();
                let near = |end: &i128| end.unsigned_abs() <= 1 << 53;
                for (name, end) in [("minimum", rule.least), ("maximum", rule.greatest)] {
                    if let Some(end) = end.filter(near) {
                        schema.raw(name, &end.to_string());
                    }
                }
            }
            Kind::Number(rule) => {
                let end = |limit: Option<Limit>| limit.map(|limit| limit.value);
                for (name, end) in [("minimum", rule.least), ("maximum", rule.greatest)]
                    .map(|(name, limit)| (name, end(limit)))
                {
                    if let Some(end) = end.filter(|end| end.abs() <= number::EXACT) {
                        schema.number(name, end);
                    }
                }
            }
            Kind::String(text) => {
                count(schema, ["minLength", "maxLength"], text.length);
                let format = text.format.as_deref();
                if let Some(format) = format.filter(|format| FORMATS.contains(format)) {
                    schema.string("format", format);
                }
            }
            _ => {}
        }
        // The first revision with forms knows a default only for yes or no.
        let knows_default = has_modes || matches!(self.shape.kind, Kind::Boolean);
        if let Some(default) = self.shape.default.as_ref().filter(|_| knows_default) {
            if is_list == default.is_array() {
                schema.raw("default", &default.to_string());
            }
        }
    }

    fn description(&self) -> Option<String> {
        let parts = [&self.shape.description, &self.shape.meanings];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

fn count(schema: &mut Members<'_>, [least, greatest]: [&'static str; 2], length: Length) {
    for (name, count) in [(least, length.least), (greatest, length.greatest)] {
        if let Some(count) = count {
            schema.unsigned(name, count);
        }
    }
}

const fn type_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Boolean => "boolean",
        Kind::Integer(_) => "integer",
        Kind::Number(_) => "number",
        Kind::Array(_) => "array",
        _ => "string",
    }
}

/// What people read in place of the values of a choice, where the schema says that of any.
fn labels(schema: &Value, values: &[Value]) -> Result<Option<Vec<String>>, String> {
    if !values.iter().all(Value::is_string) {
        return Err("a choice has to be among texts".to_owned());
    }
    let mut union = Vec::new();
    options(schema, &mut union);
    let label = |value: &Value| {
        let says = |option: &&&Value| {
            option.get("const") == Some(value)
                || option.get("enum") == Some(&Value::Array(vec![value.clone()]))
        };
        union.iter().find(says)?.get("title")?.as_str()
    };
    if values.iter().all(|value| label(value).is_none()) {
        return Ok(None);
    }
    let labels = values.iter().map(|value| {
        let label = label(value).or(value.as_str());
        label.unwrap_or_default().to_owned()
    });
    Ok(Some(labels.collect()))
}

/// The options of a choice, in unions inside unions as well: what may be left out is one.
fn options<'s>(schema: &'s Value, found: &mut Vec<&'s Value>) {
    let unions = ["oneOf", "anyOf"].iter();
    for option in unions
        .filter_map(|name| schema.get(*name)?.as_array())
        .flatten()
    {
        found.push(option);
        options(option, found);
    }
}

/// One of several structs, or a struct with such a part in it.
fn has_union(schema: &Value) -> bool {
    let parts: Map<String, Value> = schema.as_object().cloned().unwrap_or_default();
    ["oneOf", "anyOf", "allOf"]
        .iter()
        .any(|name| parts.contains_key(*name))
}

/// The names of a struct's fields in the order in which they are declared: schemas keep none.
fn declared_names<T: DeserializeOwned>() -> Option<&'static [&'static str]> {
    let mut names = None;
    // It fails at once, and on purpose.
    drop(T::deserialize(Names(&mut names)));
    names
}

/// Notes the names that a struct asks for.
struct Names<'n>(&'n mut Option<&'static [&'static str]>);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Self::Error::custom("not a struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = Some(fields);
        Err(Self::Error::custom("only its names were asked for"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
