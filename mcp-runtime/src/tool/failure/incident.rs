//! What a server answers a call with itself.

use std::borrow::Cow;
use std::time::Duration;

use crate::tool::spoken::spoken;

use crate::tool::finding::Finding;

/// Why the server, and not the tool, failed a call: what
/// [`Advice::incident`](crate::Advice::incident) puts into words.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Incident<'a> {
    /// The tool ran longer than it may.
    #[non_exhaustive]
    TimedOut {
        /// The tool.
        tool: &'a str,
        /// How long it may run.
        limit: Duration,
    },
    /// As many calls of the tool run as may run at once.
    #[non_exhaustive]
    ToolBusy {
        /// The tool.
        tool: &'a str,
        /// How many calls that are.
        limit: usize,
    },
    /// As many calls run as may run at once in the whole server.
    #[non_exhaustive]
    ServerBusy {
        /// The tool that was called.
        tool: &'a str,
        /// How many calls that are.
        limit: usize,
    },
    /// The server stopped before the tool was done.
    #[non_exhaustive]
    Stopping {
        /// The tool.
        tool: &'a str,
    },
    /// The arguments break the tool's schema, and the server tells models of that: see
    /// [`InvalidArguments::ToolFailure`](crate::InvalidArguments::ToolFailure).
    #[non_exhaustive]
    InvalidArguments {
        /// The tool.
        tool: &'a str,
        /// What is wrong; at most 20 of it.
        findings: &'a [Finding],
        /// How much more is wrong.
        more: usize,
    },
}

impl Incident<'_> {
    /// In English.
    pub(crate) fn message(&self) -> String {
        match *self {
            Self::TimedOut { tool, limit } => format!(
                "'{tool}' was stopped because it took longer than {}",
                spoken(limit)
            ),
            Self::ToolBusy { tool, limit } => busy(tool, "this tool", limit),
            Self::ServerBusy { tool, limit } => busy(tool, "the server", limit),
            Self::Stopping { .. } => {
                "the server is stopping, so the call was not finished".to_owned()
            }
            Self::InvalidArguments {
                tool,
                findings,
                more,
            } => super::super::finding::message(tool, findings, more),
        }
    }

    /// What to do next, in English, where the kind does not say all.
    pub(crate) fn next(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::ToolBusy { .. } | Self::ServerBusy { .. } => "Wait a moment before you do",
            Self::TimedOut { .. } | Self::Stopping { .. } | Self::InvalidArguments { .. } => "",
        })
    }
}

fn busy(tool: &str, what: &str, limit: usize) -> String {
    let calls = if limit == 1 { "call" } else { "calls" };
    format!("'{tool}' was not run because {what} is at its limit of {limit} running {calls}")
}
