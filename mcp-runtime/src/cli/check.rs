//! What common hosts refuse of the tools, a line each.

use crate::server::Server;
use crate::tool::portability::{PortabilityFinding, Severity};

use super::listing;

/// What a check found.
#[derive(Debug)]
pub(super) struct Checked {
    /// A line for each finding.
    pub(super) findings: String,
    /// How many there are, for people.
    pub(super) summary: String,
    /// Whether one of them is an error.
    pub(super) is_refused: bool,
}

/// Checks one tool, or all.
///
/// # Errors
///
/// The message for an unknown name.
pub(super) fn check(server: &Server, name: Option<&str>) -> Result<Checked, String> {
    // Those too that only some callers see.
    let tools = server.dispatcher.catalog.all();
    if let Some(name) = name {
        listing::known(tools.iter().map(|tool| &*tool.callee.name), name)?;
    }
    let mut findings = server.portability();
    findings.retain(|finding| name.is_none() || finding.tool.as_deref() == name);
    let count = if name.is_some() { 1 } else { tools.len() };
    Ok(Checked::of(&findings, count))
}

impl Checked {
    fn of(findings: &[PortabilityFinding], tools: usize) -> Self {
        let count = |severity| {
            let of_it = findings.iter().filter(|it| it.severity == severity);
            of_it.count()
        };
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let allowed = match count(Severity::Allowed) {
            0 => String::new(),
            allowed => format!(", {allowed} allowed at the tool"),
        };
        let summary = format!(
            "{} checked: {}, {}{allowed}\n",
            counted(tools, "tool"),
            counted(errors, "error"),
            counted(warnings, "warning")
        );
        let lines: Vec<String> = findings.iter().map(|it| format!("{it}\n")).collect();
        Self {
            findings: lines.concat(),
            summary,
            is_refused: errors > 0,
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tool, tools};

    /// Adds.
    #[tool]
    fn add(a: i64, b: i64) -> i64 {
        a + b
    }

    /// Measures.
    #[tool]
    fn measure(exact: &[serde_json::Value]) {
        let _ = exact;
    }

    // A reference may be state, so the macro leaves its name to the built server.
    /// Measures.
    #[tool]
    fn weigh(größe: &str) {
        let _ = größe;
    }

    fn checked(name: Option<&str>) -> Result<Checked, String> {
        let builder = Server::builder("s", "1").tools(tools![add, measure, weigh]);
        let server = builder.assemble().map_err(|error| error.to_string())?;
        check(&server, name)
    }

    #[test]
    fn each_finding_is_a_line_and_an_error_is_a_refusal() -> Result<(), String> {
        let all = checked(None)?;
        assert_eq!(all.summary, "3 tools checked: 1 error, 1 warning\n");
        assert_eq!(all.findings.lines().count(), 2, "{}", all.findings);
        assert!(all.is_refused);
        Ok(())
    }

    #[test]
    fn one_tool_is_checked_alone() -> Result<(), String> {
        let add = checked(Some("add"))?;
        assert_eq!((add.findings.as_str(), add.is_refused), ("", false));
        assert_eq!(add.summary, "1 tool checked: 0 errors, 0 warnings\n");
        assert!(!checked(Some("measure"))?.is_refused);
        assert!(checked(Some("weigh"))?.is_refused);
        Ok(())
    }

    #[test]
    fn an_unknown_tool_is_refused_with_the_nearest_name() {
        let message = checked(Some("ad")).err();
        assert_eq!(
            message.as_deref(),
            Some("no tool named 'ad'; did you mean 'add'?")
        );
    }
}
