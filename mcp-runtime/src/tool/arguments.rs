//! The arguments of one call, decoded parameter by parameter; every finding is collected.

use std::borrow::Cow;
use std::sync::Arc;

use super::argument::{Argument, BorrowedArgument};
use super::check::{self, Checker};
use super::convert::{self, NotRead};
use super::decode::{self, DecodeError, Reason};
use super::expected;
use super::finding::{Finding, Findings, Problem};
use super::node::{Fault, Node};
use super::path::{Path, Step};
use super::policy::{Conversions, UnknownArguments};
use super::prepare;
use super::result::CallResult;
use super::schema::{Input, InputArgument};
use super::shown;

mod whole;

/// What a tool asks of its arguments, and how it reads them.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The tool's name.
    pub(crate) tool: Arc<str>,
    pub(crate) input: Input,
    pub(crate) conversions: Conversions,
    pub(crate) unknown: UnknownArguments,
    /// How deep `arguments` may nest, itself included.
    pub(crate) levels: usize,
    /// Every value is a text that somebody filled in, or part of an address: blank where nothing
    /// was.
    pub(crate) texts: bool,
}

/// Decodes the arguments of one call.
#[derive(Debug)]
pub struct Arguments<'call> {
    rules: &'call Rules,
    text: &'call str,
    /// What came and was not taken yet; `None` when it could not be read at all.
    members: Option<Vec<(Cow<'call, str>, Node<'call>)>>,
    findings: Findings,
}

impl<'call> Arguments<'call> {
    /// Reads the text of an object; absent arguments are an empty one.
    pub(crate) fn read(rules: &'call Rules, text: Option<&'call str>) -> Self {
        let mut arguments = Self {
            rules,
            text: text.unwrap_or("{}"),
            members: Some(Vec::new()),
            findings: Findings::default(),
        };
        let Some(text) = text else {
            return arguments;
        };
        let read = Node::read(text, rules.levels);
        for steps in read.repeated {
            arguments.note_repeated(steps);
        }
        match read.node {
            Ok(Node::Object(members)) => arguments.members = Some(members),
            Ok(Node::Null) => {}
            Ok(other) => {
                arguments.members = None;
                arguments.findings.note(|| {
                    Finding::at_steps(Vec::new(), Problem::WrongType, "must be an object")
                        .received(other.kind())
                });
            }
            Err((steps, fault)) => {
                arguments.members = None;
                arguments.note_fault(steps, fault);
            }
        }
        arguments
    }

    /// Takes an argument by value; `None` after a finding was noted.
    pub fn hold<T: Argument>(&mut self, name: &'static str) -> Option<T> {
        self.decode(name, decode::value)
    }

    /// Takes an argument by value, or its default where it is absent or `null`.
    pub fn hold_or<T: Argument>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        match self.take(name)? {
            (_, Node::Absent) => Some(default()),
            (rule, node) => self.decoded(rule, node, decode::value),
        }
    }

    /// Holds a borrowed argument.
    pub fn hold_borrowed<'held, P: BorrowedArgument<'held>>(
        &mut self,
        name: &'static str,
    ) -> Option<P::Held<'call>> {
        self.decode(name, P::decode)
    }

    /// Holds a borrowed argument, or its default where it is absent or `null`.
    pub fn hold_borrowed_or<'held, P: BorrowedArgument<'held>>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> P::Owned,
    ) -> Option<P::Held<'call>> {
        match self.take(name)? {
            (_, Node::Absent) => Some(P::keep(default())),
            (rule, node) => self.decoded(rule, node, P::decode),
        }
    }

    /// Unknown names join the findings; `true` when there is a finding to refuse the call with.
    pub fn finish(&mut self) -> bool {
        let members = self.members.take().unwrap_or_default();
        if self.rules.unknown == UnknownArguments::Refuse {
            for (name, _) in &members {
                // A name that stands twice was noted as that.
                if self.rule(name).is_none() {
                    self.note_unknown(name);
                }
            }
        }
        !self.findings.is_empty()
    }

    /// What is wrong with a text, as far as the schema tells; `None` when nothing is.
    pub(crate) fn findings(rules: &'call Rules, text: &'call str) -> Option<String> {
        let mut arguments = Self::read(rules, Some(text));
        for argument in &rules.input.arguments {
            let _ = arguments.take(&argument.name);
        }
        arguments.finish().then(|| arguments.findings.words())
    }

    /// The refusal with every finding.
    #[must_use]
    pub fn refuse(self) -> CallResult {
        CallResult::refused(&self.rules.tool, self.findings)
    }

    fn rule(&self, name: &str) -> Option<&'call InputArgument> {
        let rules = self.rules;
        rules.input.arguments.iter().find(|rule| rule.name == name)
    }

    fn decode<T>(
        &mut self,
        name: &'static str,
        decode: fn(Node<'call>) -> Result<T, DecodeError>,
    ) -> Option<T> {
        let (rule, node) = self.take(name)?;
        self.decoded(rule, node, decode)
    }

    fn decoded<T>(
        &mut self,
        rule: &'call InputArgument,
        node: Node<'call>,
        decode: fn(Node<'call>) -> Result<T, DecodeError>,
    ) -> Option<T> {
        match decode(node) {
            Ok(value) => Some(value),
            Err(error) => {
                self.note_refused(rule, error);
                None
            }
        }
    }

    /// Takes what was sent for an argument, converted and checked; `None` after a finding.
    fn take(&mut self, name: &str) -> Option<(&'call InputArgument, Node<'call>)> {
        let rules = self.rules;
        let rule = self.rule(name)?;
        let members = self.members.as_mut()?;
        let found = members.iter().position(|(known, _)| known == name);
        let mut node = found.map_or(Node::Absent, |place| members.remove(place).1);
        let path = Path::argument(name);
        let definitions = &rules.input.definitions;
        let checker = Checker::new(definitions, rule.secret);
        let means_null = |rule: &InputArgument| rule.shape.means_null(definitions);
        match &node {
            Node::Absent if rule.required => {
                self.findings.note(|| checker.missing(&rule.shape, &path));
                return None;
            }
            Node::Absent => return Some((rule, Node::Absent)),
            Node::Null if !rule.required => return Some((rule, Node::Absent)),
            Node::Null if !means_null(rule) => {
                self.findings
                    .note(|| checker.mismatch(&node, &rule.shape, &path));
                return None;
            }
            Node::String(text)
                if text.is_empty()
                    && rules.texts
                    && !rule.required
                    && !checker.accepts(&node, &rule.shape) =>
            {
                return Some((rule, Node::Absent));
            }
            _ => {}
        }
        let conversion = convert::argument(
            &mut node,
            &rule.shape,
            definitions,
            rules.conversions,
            rules.levels,
        );
        if let Err(why) = conversion {
            self.findings.note(|| {
                let finding = checker.mismatch(&node, &rule.shape, &path);
                explain(finding, &why, rule.secret)
            });
            return None;
        }
        let before = self.findings.len();
        checker.check(&node, &rule.shape, &path, &mut self.findings);
        if self.findings.len() > before {
            return None;
        }
        if prepare::is_needed(&node, rule.differs) {
            prepare::value(&mut node, &rule.shape, definitions);
        }
        Some((rule, node))
    }

    fn note_unknown(&mut self, name: &str) {
        let rules = self.rules;
        self.findings.note(|| {
            let message = format!("unknown argument '{}'", shown::name(name));
            let steps = vec![Step::Name(name.to_owned())];
            let finding = Finding::saying(steps, Problem::Unknown, message);
            let names = rules.input.arguments.iter().map(|rule| &*rule.name);
            check::suggest(finding, name, names, "the arguments are")
        });
    }

    /// Steps into what is secret are not shown.
    fn shown_steps(&self, mut steps: Vec<Step>) -> (Vec<Step>, bool) {
        let secret = match steps.first() {
            Some(Step::Name(name)) => self.rule(name).is_some_and(|rule| rule.secret),
            _ => false,
        };
        if secret {
            steps.truncate(1);
        }
        (steps, secret)
    }

    fn note_repeated(&mut self, steps: Vec<Step>) {
        let (steps, _) = self.shown_steps(steps);
        self.findings.note(|| {
            Finding::at_steps(
                steps,
                Problem::Repeated,
                "is given more than once, send it once",
            )
        });
    }

    fn note_fault(&mut self, steps: Vec<Step>, fault: Fault) {
        let (mut steps, _) = self.shown_steps(steps);
        self.findings.note(|| match fault {
            Fault::TooDeep(levels) => {
                // The place is as deep as the fault: its beginning says which argument it is.
                steps.truncate(1);
                let words = format!("nested deeper than {levels} levels");
                let words = if steps.is_empty() {
                    format!("are {words}")
                } else {
                    format!("is {words}")
                };
                Finding::at_steps(steps, Problem::TooDeep, words)
            }
            Fault::Unreadable(problem) => {
                Finding::at_steps(steps, Problem::Unreadable, unreadable(&problem))
            }
        });
    }

    /// A type refused what its schema accepts: it is said as if the schema had.
    fn note_refused(&mut self, rule: &'call InputArgument, error: DecodeError) {
        let (inner, reason) = error.into_parts();
        let mut steps = vec![Step::Name(rule.name.to_string())];
        let shape = expected::at(&rule.shape, &inner, &self.rules.input.definitions);
        steps.extend(inner);
        let text = self.text;
        let levels = self.rules.levels;
        let (mut steps, secret) = self.shown_steps(steps);
        self.findings.note(|| {
            let problem = match reason {
                Reason::Repeated(..) => Problem::WrongLength,
                _ => Problem::WrongForm,
            };
            let words = match reason {
                reason @ (Reason::Name(_) | Reason::NameWords(_)) => {
                    let name = match steps.pop() {
                        Some(Step::Name(name)) if !secret => Some(name),
                        other => {
                            steps.extend(other);
                            None
                        }
                    };
                    let words = match reason {
                        Reason::Name(expected) => check::names(&shown::words(&expected)),
                        _ if secret => "has a name that is not accepted".to_owned(),
                        reason => expected::refusal(None, reason),
                    };
                    let finding = Finding::at_steps(steps, Problem::WrongForm, words);
                    return finding.name(name.as_deref());
                }
                Reason::Words(_) if secret && shape.and_then(expected::form).is_none() => {
                    "is not accepted".to_owned()
                }
                reason => expected::refusal(shape, reason),
            };
            let received = (!secret).then(|| sent(text, levels, &steps)).flatten();
            let finding = Finding::at_steps(steps, problem, words);
            match received {
                Some(received) => finding.received(received),
                None => finding,
            }
        });
    }
}

/// What was sent at a place, to be shown; it is read again, because decoding used it up.
fn sent(text: &str, levels: usize, steps: &[Step]) -> Option<String> {
    let mut node = Node::read(text, levels).node.ok()?;
    for step in steps {
        node = match (step, node) {
            (Step::Index(index), Node::Array(items)) => items.into_iter().nth(*index)?,
            (Step::Name(name), Node::Object(members)) => {
                members.into_iter().find(|(known, _)| known == name)?.1
            }
            _ => return None,
        };
    }
    match node {
        Node::Array(_) | Node::Object(_) => None,
        scalar => Some(shown::value(&scalar)),
    }
}

/// Why a value cannot be read at all: the text around it was found to be JSON before.
fn unreadable(problem: &str) -> &'static str {
    if problem.contains("number out of range") {
        "has a number that is too big to be read"
    } else if problem.contains("surrogate") || problem.contains("escape") {
        r"has half of a character in it, such as \ud83d alone: send the character itself"
    } else {
        "cannot be read as JSON"
    }
}

/// Why a string is not read as the array or object that was asked for.
fn explain(finding: Finding, why: &NotRead, secret: bool) -> Finding {
    match why {
        NotRead::Text => finding,
        NotRead::Broken { .. } if secret => finding.adding(", which is not valid JSON"),
        NotRead::Broken { problem, character } => finding.adding(&format!(
            ", which is not valid JSON: {problem} at character {character}"
        )),
        NotRead::Other(what) => finding.adding(&format!(", which holds {what}")),
    }
}

#[cfg(test)]
mod tests;
