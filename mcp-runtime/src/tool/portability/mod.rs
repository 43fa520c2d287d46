//! What common hosts refuse of a tool's names, texts and schemas.
//!
//! Hosts hand all tools to a model in one request, and most services check that request as a
//! whole: one schema that a service refuses costs a user every tool. [`Rule`] names what they
//! refuse, and whom each rule is for.

use std::fmt;

use serde_json::Value;

mod input;
mod output;
mod path;
mod pattern;
mod rule;

pub use rule::{HostFamily, Rule, Severity};

use super::well_formed;
use path::Path;
use rule::Waiver;

/// Something that a family of hosts stumbles over.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PortabilityFinding {
    /// How bad it is, after what the tool opted into.
    pub severity: Severity,
    /// The rule.
    pub rule: Rule,
    /// The tool; `None` when it is about the list of tools as a whole.
    pub tool: Option<String>,
    /// Where in the tool as it is listed, as a JSON pointer: `/inputSchema/properties/city`.
    pub path: String,
    /// What is wrong.
    pub problem: String,
    /// What to do.
    pub help: String,
}

/// One line: `error[property-name] find: /inputSchema/properties/$top: ..; .. (Claude)`.
impl fmt::Display for PortabilityFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] ", self.severity, self.rule)?;
        f.write_str(self.tool.as_deref().unwrap_or("(all tools)"))?;
        if !self.path.is_empty() {
            write!(f, ": {}", self.path)?;
        }
        write!(f, ": {}; {} (", self.problem, self.help)?;
        for (place, family) in self.rule.hosts().iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{family}")?;
        }
        f.write_str(")")
    }
}

/// A tool as it is listed, and what it opted into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Listed<'t> {
    pub(crate) server: &'t str,
    pub(crate) name: &'t str,
    pub(crate) description: &'t str,
    pub(crate) input: &'t Value,
    pub(crate) output: Option<&'t Value>,
    /// The tool is for hosts that its author knows.
    pub(crate) any_host: bool,
    /// One local reference is sent where a type contains itself.
    pub(crate) recursive: bool,
}

/// Everything about one tool.
pub(crate) fn of_tool(tool: &Listed<'_>) -> Vec<PortabilityFinding> {
    let mut report = Report {
        tool: *tool,
        findings: Vec::new(),
    };
    name(&mut report);
    description(&mut report);
    valid(&mut report, tool.input, "inputSchema");
    input::check(&mut report);
    if let Some(schema) = tool.output {
        valid(&mut report, schema, "outputSchema");
    }
    output::check(&mut report);
    report.findings
}

/// Everything about the list of tools.
pub(crate) fn of_list(count: usize) -> Option<PortabilityFinding> {
    let problem = if count > 128 {
        format!(
            "there are {count} tools; OpenAI and VS Code refuse a request with more than 128, those of other servers included, and Cursor sends a model the first 40"
        )
    } else if count > 40 {
        format!(
            "there are {count} tools, and Cursor sends a model the first 40, those of other servers included"
        )
    } else {
        return None;
    };
    Some(PortabilityFinding {
        severity: Rule::ManyTools.severity(),
        rule: Rule::ManyTools,
        tool: None,
        path: String::new(),
        problem,
        help: "join tools that do one thing in several ways, or split the server in two".to_owned(),
    })
}

/// Collects what is found about one tool.
struct Report<'t> {
    tool: Listed<'t>,
    findings: Vec<PortabilityFinding>,
}

impl Report<'_> {
    fn note(
        &mut self,
        rule: Rule,
        path: &Path<'_>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.note_as(rule, rule.severity(), path, problem, help);
    }

    fn note_as(
        &mut self,
        rule: Rule,
        severity: Severity,
        path: &Path<'_>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        let waived = match rule.waiver() {
            Waiver::None => false,
            Waiver::AnyHost => self.tool.any_host,
            Waiver::Recursive => self.tool.recursive || self.tool.any_host,
        };
        self.findings.push(PortabilityFinding {
            severity: if waived { Severity::Allowed } else { severity },
            rule,
            tool: Some(self.tool.name.to_owned()),
            path: path.pointer(),
            problem: problem.into(),
            help: help.into(),
        });
    }
}

fn name(report: &mut Report<'_>) {
    let name = report.tool.name;
    let path = &Path::Root.name("name");
    let letters = name.chars().count();
    if letters > 64 {
        report.note(
            Rule::ToolName,
            path,
            format!("the name has {letters} letters, and hosts take 64"),
            "shorten it, or write `any_host` at the tool",
        );
    }
    if let Some(letter) = name
        .chars()
        .find(|letter| !letter.is_ascii_alphanumeric() && !"_-".contains(*letter))
    {
        report.note(
            Rule::ToolName,
            path,
            format!("hosts take letters, digits, '_' and '-' in a name, not '{letter}'"),
            "rename the tool, or write `any_host` at it",
        );
    }
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        report.note(
            Rule::NameStart,
            path,
            "the name does not begin with a letter or '_'",
            "rename the tool",
        );
    }
    let both = letters + report.tool.server.chars().count();
    if both > 57 && letters <= 64 {
        report.note(
            Rule::NameWithServer,
            path,
            format!(
                "with the server's name, '{}', the name has {both} letters; Claude Code takes 57 for both, and Cursor leaves out a tool from 60 on",
                report.tool.server
            ),
            "shorten one of the two",
        );
    }
}

fn valid(report: &mut Report<'_>, schema: &Value, name: &str) {
    // References that lead nowhere have a rule of their own.
    for fault in well_formed::faults(schema) {
        if !fault.dangling {
            report.findings.push(PortabilityFinding {
                severity: Rule::InvalidSchema.severity(),
                rule: Rule::InvalidSchema,
                tool: Some(report.tool.name.to_owned()),
                path: format!("/{name}{}", fault.pointer()),
                problem: fault.told(),
                help: "write what JSON Schema has there".to_owned(),
            });
        }
    }
}

fn description(report: &mut Report<'_>) {
    let text = report.tool.description;
    let path = &Path::Root.name("description");
    if text.trim().is_empty() {
        report.note(
            Rule::NoDescription,
            path,
            "there is no description, and a model chooses tools by their descriptions",
            "say what the tool does and when to use it",
        );
        return;
    }
    let letters = text.chars().count();
    if letters > 1024 {
        let cut = if letters > 2048 {
            ", and Claude Code cuts it after 2,048"
        } else {
            ""
        };
        report.note(
            Rule::LongDescription,
            path,
            format!(
                "the description has {letters} letters; some of OpenAI's models refuse more than 1,024{cut}"
            ),
            "say the most important first, and move what is about one argument to its description",
        );
    }
}

#[cfg(test)]
mod tests;
