//! What is wrong with the arguments of a call, for people and for programs.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::path::{self, Path, Step, Words};

/// Findings that are written out; the others are counted.
const SHOWN: usize = 20;

/// Everything that is wrong with the arguments of one call.
///
/// It serializes as what belongs into an error's `data`; the documentation of
/// [`InvalidArguments`](super::policy::InvalidArguments) shows and explains it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    more: usize,
    counting: bool,
}

/// One thing that is wrong with the arguments of a call: a member of
/// [`Incident::InvalidArguments`](crate::Incident::InvalidArguments).
#[derive(Debug, Clone)]
pub struct Finding {
    steps: Vec<Step>,
    problem: Problem,
    message: String,
    expected: Option<Value>,
    received: Option<String>,
    suggestion: Option<String>,
}

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A required value is not there.
    Missing,
    /// `null`, where that is not a value.
    Null,
    /// A value of another type.
    WrongType,
    /// A value that is none of the allowed ones.
    NotAllowed,
    /// A number outside its range, or not a multiple.
    OutOfRange,
    /// Too many or too few characters, items or members, or repeated items.
    WrongLength,
    /// Text that is not of the form asked for.
    WrongForm,
    /// An argument or member of a name that there is not.
    Unknown,
    /// A name that stands twice in one object.
    Repeated,
    /// Values nested too deep.
    TooDeep,
    /// Text that cannot be read.
    Unreadable,
}

impl Problem {
    fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Null => "null",
            Self::WrongType => "wrong_type",
            Self::NotAllowed => "not_allowed",
            Self::OutOfRange => "out_of_range",
            Self::WrongLength => "wrong_length",
            Self::WrongForm => "wrong_form",
            Self::Unknown => "unknown",
            Self::Repeated => "repeated",
            Self::TooDeep => "too_deep",
            Self::Unreadable => "unreadable",
        }
    }
}

impl Finding {
    /// Something about the value at a path: `'days' must be an integer`.
    pub(crate) fn at(path: &Path<'_>, problem: Problem, text: impl AsRef<str>) -> Self {
        Self::at_steps(path.steps(), problem, text)
    }

    /// As [`Finding::at`], for a path that is no longer being walked.
    pub(crate) fn at_steps(steps: Vec<Step>, problem: Problem, text: impl AsRef<str>) -> Self {
        let message = if steps.is_empty() {
            format!("the arguments {}", text.as_ref())
        } else {
            format!("'{}' {}", Words(&steps), text.as_ref())
        };
        Self::saying(steps, problem, message)
    }

    /// Something whose message does not begin with the path.
    pub(crate) fn saying(steps: Vec<Step>, problem: Problem, message: String) -> Self {
        Self {
            steps,
            problem,
            message,
            expected: None,
            received: None,
            suggestion: None,
        }
    }

    /// With what was expected, as a fragment of a schema.
    pub(crate) fn expected(mut self, expected: Value) -> Self {
        self.expected = Some(expected);
        self
    }

    /// With what came; it joins the message.
    pub(crate) fn received(mut self, received: impl Into<Cow<'static, str>>) -> Self {
        let received = received.into().into_owned();
        let _ = write!(self.message, ", got {received}");
        self.received = Some(received);
        self
    }

    /// With the name that came, where it may be shown.
    pub(crate) fn name(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.received(format!("the name {}", super::shown::text(name))),
            None => self,
        }
    }

    /// With what was probably meant; it joins the message.
    pub(crate) fn suggestion(mut self, suggestion: &str, quote: char) -> Self {
        let _ = write!(
            self.message,
            ", did you mean {quote}{}{quote}?",
            super::shown::name(suggestion)
        );
        self.suggestion = Some(suggestion.to_owned());
        self
    }

    /// With more said.
    pub(crate) fn adding(mut self, text: &str) -> Self {
        self.message.push_str(text);
        self
    }
}

impl Findings {
    /// Notes a finding; it is made only when it will be written out.
    pub(crate) fn note(&mut self, finding: impl FnOnce() -> Finding) {
        if self.list.len() < SHOWN && !self.counting {
            self.list.push(finding());
        } else {
            self.more += 1;
        }
    }

    /// Findings that are only counted.
    pub(crate) fn counting() -> Self {
        Self {
            counting: true,
            ..Self::default()
        }
    }

    pub(crate) fn is_counting(&self) -> bool {
        self.counting
    }

    /// Counts a finding that nobody will read.
    pub(crate) fn count(&mut self) {
        self.more += 1;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.more == 0
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len() + self.more
    }

    /// All of them, in one message that names the tool.
    pub(crate) fn message(&self, tool: &str) -> String {
        message(tool, &self.list, self.more)
    }

    /// All of them, in one line.
    pub(crate) fn words(&self) -> String {
        words(&self.list, self.more)
    }

    /// Those that are written out, and how many more there are.
    pub(crate) fn shown(&self) -> (&[Finding], usize) {
        (&self.list, self.more)
    }
}

/// Findings in one message that names the tool.
pub(crate) fn message(tool: &str, findings: &[Finding], more: usize) -> String {
    format!("Invalid arguments for '{tool}': {}", words(findings, more))
}

fn words(findings: &[Finding], more: usize) -> String {
    let mut message = String::new();
    for (place, finding) in findings.iter().enumerate() {
        if place > 0 {
            message.push_str("; ");
        }
        message.push_str(&finding.message);
    }
    if more > 0 {
        let _ = write!(message, "; and {more} more");
    }
    message
}

/// What there is to say it in other words.
impl Finding {
    /// Where it is: a JSON pointer into the arguments, such as `/filter/days`.
    #[must_use]
    pub fn path(&self) -> String {
        path::pointer(&self.steps)
    }

    /// What kind of thing is wrong, as [`InvalidArguments`](crate::InvalidArguments) lists them:
    /// `missing`, `out_of_range`, ..
    #[must_use]
    pub fn problem(&self) -> &'static str {
        self.problem.word()
    }

    /// It in English, with the path.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What was expected, as a fragment of the schema, where that says something.
    #[must_use]
    pub fn expects(&self) -> Option<&Value> {
        self.expected.as_ref()
    }

    /// What came, cleaned and cut; never for a secret.
    #[must_use]
    pub fn came(&self) -> Option<&str> {
        self.received.as_deref()
    }

    /// The name or value that was probably meant.
    #[must_use]
    pub fn meant(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("errors", &self.list)?;
        if self.more > 0 {
            map.serialize_entry("more", &self.more)?;
        }
        map.end()
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", &path::pointer(&self.steps))?;
        map.serialize_entry("problem", self.problem.word())?;
        map.serialize_entry("message", &self.message)?;
        if let Some(expected) = &self.expected {
            map.serialize_entry("expected", expected)?;
        }
        if let Some(received) = &self.received {
            map.serialize_entry("received", received)?;
        }
        if let Some(suggestion) = &self.suggestion {
            map.serialize_entry("suggestion", suggestion)?;
        }
        map.end()
    }
}
