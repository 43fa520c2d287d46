//! From JSON text to a [`Node`].

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;
use serde_json::value::RawValue;

use super::Node;
use crate::protocol::scan::{Kind, NotJson, Scanner};
use crate::tool::number;
use crate::tool::path::{Step, Words};

/// The deepest nesting that can be asked for: each level costs stack.
const CEILING: usize = 128;

/// Objects with more members than this are searched for repeated names through a hash set.
const FEW_MEMBERS: usize = 16;

/// What reading gave.
#[derive(Debug)]
pub(crate) struct Read<'a> {
    /// The value, or why there is none.
    pub(crate) node: Result<Node<'a>, (Vec<Step>, Fault)>,
    /// Where a name stands twice in one object.
    pub(crate) repeated: Vec<Vec<Step>>,
}

/// Why text that is JSON in form cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It nests deeper than this many levels.
    TooDeep(usize),
    /// Something else, in the parser's words.
    Unreadable(String),
}

impl<'a> Node<'a> {
    /// Reads JSON text that nests at most `levels` deep.
    pub(crate) fn read(text: &'a str, levels: usize) -> Read<'a> {
        let mut reading = Reading {
            levels: levels.min(CEILING),
            fault: Vec::new(),
            repeated: Vec::new(),
        };
        let mut scanner = Scanner::new(text);
        let read = reading
            .value(&mut scanner, 0)
            .and_then(|node| Ok(scanner.end().map(|()| node)?));
        for path in &mut reading.repeated {
            path.reverse();
        }
        let node = read.map_err(|stop| {
            reading.fault.reverse();
            let fault = match stop {
                Stop::Fault(fault) => fault,
                Stop::NotJson => Fault::Unreadable(why_not_json(text)),
            };
            (reading.fault, fault)
        });
        Read {
            node,
            repeated: reading.repeated,
        }
    }
}

/// JSON text as a value, where each object has each of its names once: which of two is meant is
/// for whoever sent them to say.
///
/// # Errors
///
/// Why it is none, after what it is.
pub(crate) fn value(text: &str) -> Result<Value, String> {
    let read = Node::read(text, CEILING);
    if let Some(steps) = read.repeated.first() {
        return Err(format!(
            "'{}' is given more than once, send it once",
            Words(steps)
        ));
    }
    match read.node {
        Err((_, Fault::TooDeep(levels))) => Err(format!("nested deeper than {levels} levels")),
        Err((_, Fault::Unreadable(words))) => Err(words),
        Ok(_) => serde_json::from_str(text).map_err(|error| error.to_string()),
    }
}

/// The parser's words for what is wrong with a text.
fn why_not_json(text: &str) -> String {
    match serde_json::from_str::<&RawValue>(text) {
        Err(error) => error.to_string(),
        Ok(_) => "not JSON".to_owned(),
    }
}

/// Why reading stops.
enum Stop {
    NotJson,
    Fault(Fault),
}

impl From<NotJson> for Stop {
    fn from(NotJson: NotJson) -> Self {
        Self::NotJson
    }
}

/// What is known across the levels of one text. Paths are written from the inside out.
struct Reading {
    levels: usize,
    fault: Vec<Step>,
    repeated: Vec<Vec<Step>>,
}

impl Reading {
    /// Reads one value, inside this many others.
    fn value<'a>(&mut self, scanner: &mut Scanner<'a>, outside: usize) -> Result<Node<'a>, Stop> {
        Ok(match scanner.kind()? {
            Kind::Null => {
                scanner.value()?;
                Node::Null
            }
            Kind::Bool => Node::Bool(scanner.value()?.get() == "true"),
            Kind::Number => read_number(scanner.value()?.get())?,
            Kind::String => Node::String(scanner.string()?.read().map_err(unreadable)?),
            Kind::Array => self.array(scanner, self.enter(outside)?)?,
            Kind::Object => self.object(scanner, self.enter(outside)?)?,
        })
    }

    fn enter(&self, outside: usize) -> Result<usize, Stop> {
        if outside < self.levels {
            Ok(outside + 1)
        } else {
            Err(Stop::Fault(Fault::TooDeep(self.levels)))
        }
    }

    fn array<'a>(&mut self, scanner: &mut Scanner<'a>, level: usize) -> Result<Node<'a>, Stop> {
        let mut items = Vec::new();
        scanner.items(|scanner| {
            let before = self.repeated.len();
            let item = self.value(scanner, level);
            self.leave(before, &item, || Step::Index(items.len()));
            items.push(item?);
            Ok::<_, Stop>(())
        })?;
        Ok(Node::Array(items))
    }

    fn object<'a>(&mut self, scanner: &mut Scanner<'a>, level: usize) -> Result<Node<'a>, Stop> {
        let mut members: Vec<(Cow<'a, str>, Node<'a>)> = Vec::new();
        let mut names = HashSet::new();
        scanner.members(|scanner, name| {
            let name = name.read().map_err(unreadable)?;
            let repeated = if members.len() < FEW_MEMBERS {
                members.iter().any(|(known, _)| *known == name)
            } else {
                if names.is_empty() {
                    names.extend(members.iter().map(|(name, _)| name.clone()));
                }
                !names.insert(name.clone())
            };
            let before = self.repeated.len();
            if repeated {
                self.repeated.push(Vec::new());
            }
            let value = self.value(scanner, level);
            self.leave(before, &value, || Step::Name(name.to_string()));
            let value = value?;
            if !repeated {
                members.push((name, value));
            }
            Ok::<_, Stop>(())
        })?;
        Ok(Node::Object(members))
    }

    /// Adds a step to the paths noted since there were `before` of them, and to a fault's.
    fn leave<T, E>(&mut self, before: usize, result: &Result<T, E>, step: impl Fn() -> Step) {
        for path in self.repeated.iter_mut().skip(before) {
            path.push(step());
        }
        if result.is_err() {
            self.fault.push(step());
        }
    }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the signature `map_err` asks for"
)]
fn unreadable(error: serde_json::Error) -> Stop {
    Stop::Fault(Fault::Unreadable(error.to_string()))
}

/// A number, exact: one that an `f64` might round stays as it is written.
fn read_number(text: &str) -> Result<Node<'_>, Stop> {
    if let Ok(value) = text.parse() {
        return Ok(Node::Unsigned(value));
    }
    if let Some(value) = text.parse().ok().filter(|&value: &i64| value < 0) {
        return Ok(Node::Negative(value));
    }
    let value: f64 = text.parse().map_err(|_| Stop::NotJson)?;
    if value.is_infinite() {
        let words = "number out of range".to_owned();
        return Err(Stop::Fault(Fault::Unreadable(words)));
    }
    // One that looks whole may have been rounded to it: its text tells.
    if value.abs() < number::EXACT && value.fract() != 0.0 {
        return Ok(Node::Float(value));
    }
    Ok(number::large(text))
}
