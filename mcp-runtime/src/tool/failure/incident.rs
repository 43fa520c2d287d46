//! What a server answers a call with itself.

use std::borrow::Cow;
use std::time::Duration;

use crate::tool::spoken::spoken;

use crate::tool::finding::Finding;
use crate::tool::questions::question::QuestionKind;

use super::FailureKind;
use super::quoted::Quoted;

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
    /// The caller has called more often than it may.
    #[non_exhaustive]
    RateLimited {
        /// The tool that was called.
        tool: &'a str,
        /// How many calls there may be in how long, such as `10 calls a minute`.
        rate: &'a str,
        /// Whether all calls to the server count, or those of the tool alone.
        of_server: bool,
        /// How long to wait.
        after: Duration,
    },
    /// The server stopped before the tool was done.
    #[non_exhaustive]
    Stopping {
        /// The tool.
        tool: &'a str,
    },
    /// The client ended the session before the tool was done.
    #[non_exhaustive]
    SessionEnded {
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
    /// In a session: the client cannot be asked what the call has to ask.
    #[non_exhaustive]
    ClientCannot {
        /// The tool.
        tool: &'a str,
        /// What it asks.
        question: QuestionKind,
    },
    /// In a session: the client did not answer a question of the call.
    #[non_exhaustive]
    ClientSilent {
        /// The tool.
        tool: &'a str,
        /// How long the client may take.
        limit: Duration,
    },
    /// In a session: the connection ended before the client answered.
    #[non_exhaustive]
    ClientGone {
        /// The tool.
        tool: &'a str,
    },
    /// In a session: the client answered a question of the call with an error.
    #[non_exhaustive]
    ClientRefused {
        /// The tool.
        tool: &'a str,
        /// What the client says about it: text from elsewhere, which belongs into quotation marks
        /// ([`Quoted`](crate::Quoted)). It may be empty.
        message: &'a str,
    },
    /// In a session: the client was asked several times, and no answer can be used.
    #[non_exhaustive]
    AnswerUnusable {
        /// The tool.
        tool: &'a str,
        /// What is wrong with the last one, in English.
        why: &'a str,
    },
    /// The user declined to answer a question, and the tool cannot do without:
    /// [`Elicited::required`](crate::Elicited::required).
    UserDeclined,
    /// The user closed a question without an answer, and the tool cannot do without.
    UserClosed,
    /// From 2026-07-28 on: the answers to the call's questions are too long for the state that its
    /// client keeps until the next round.
    #[non_exhaustive]
    AnswersTooLong {
        /// The tool.
        tool: &'a str,
        /// How many bytes the state would have.
        size: usize,
        /// How many it may have.
        limit: usize,
    },
}

/// What came of a question, as its failure keeps it: the server's words for it are looked up when
/// the failure is told.
#[derive(Debug, Clone)]
pub(crate) enum Unanswered {
    /// The user gave none.
    Declined,
    Closed,
    /// The client of a session gave none, to this tool.
    Session(Box<str>, Why),
}

/// Why a client gave no answer.
#[derive(Debug, Clone)]
pub(crate) enum Why {
    Cannot(QuestionKind),
    Silent(Duration),
    Gone,
    Refused(String),
    Unusable(String),
}

impl Unanswered {
    pub(crate) fn incident(&self) -> Incident<'_> {
        let (tool, why) = match self {
            Self::Declined => return Incident::UserDeclined,
            Self::Closed => return Incident::UserClosed,
            Self::Session(tool, why) => (&**tool, why),
        };
        match why {
            Why::Cannot(question) => Incident::ClientCannot {
                tool,
                question: *question,
            },
            Why::Silent(limit) => Incident::ClientSilent {
                tool,
                limit: *limit,
            },
            Why::Gone => Incident::ClientGone { tool },
            Why::Refused(message) => Incident::ClientRefused { tool, message },
            Why::Unusable(why) => Incident::AnswerUnusable { tool, why },
        }
    }

    /// With other text in the place of what comes from the client, where `ask` gives any.
    pub(crate) fn redacted(
        &self,
        ask: &mut dyn FnMut(Option<&str>, &str) -> Option<String>,
    ) -> Option<Self> {
        let Self::Session(tool, why) = self else {
            return None;
        };
        let why = match why {
            Why::Refused(message) if self.quotes() => Why::Refused(ask(None, message)?),
            Why::Unusable(why) => Why::Unusable(ask(None, why)?),
            _ => return None,
        };
        Some(Self::Session(tool.clone(), why))
    }

    /// Whether the message quotes text from elsewhere.
    pub(crate) fn quotes(&self) -> bool {
        matches!(self, Self::Session(_, Why::Refused(message)) if !message.trim().is_empty())
    }
}

impl Incident<'_> {
    /// The kind of the failure that it is.
    pub(crate) fn kind(&self) -> FailureKind {
        match self {
            Self::TimedOut { .. } | Self::ClientSilent { .. } => FailureKind::Timeout,
            Self::InvalidArguments { .. } | Self::AnswersTooLong { .. } => {
                FailureKind::InvalidInput
            }
            Self::ClientCannot { .. } => FailureKind::Unsupported,
            Self::RateLimited { .. } => FailureKind::RateLimited,
            Self::ClientRefused { .. } | Self::UserDeclined | Self::UserClosed => {
                FailureKind::Rejected
            }
            Self::ToolBusy { .. }
            | Self::ServerBusy { .. }
            | Self::Stopping { .. }
            | Self::SessionEnded { .. }
            | Self::ClientGone { .. }
            | Self::AnswerUnusable { .. } => FailureKind::Unavailable,
        }
    }

    /// In English.
    pub(crate) fn message(&self) -> String {
        match *self {
            Self::TimedOut { tool, limit } => format!(
                "'{tool}' was stopped because it took longer than {}",
                spoken(limit)
            ),
            Self::ToolBusy { tool, limit } => busy(tool, "this tool", limit),
            Self::ServerBusy { tool, limit } => busy(tool, "the server", limit),
            Self::RateLimited {
                tool,
                rate,
                of_server,
                ..
            } => {
                let what = if of_server {
                    "this server takes"
                } else {
                    "it takes"
                };
                format!("'{tool}' was not run because {what} no more than {rate} from one caller")
            }
            Self::Stopping { .. } => {
                "the server is stopping, so the call was not finished".to_owned()
            }
            Self::SessionEnded { .. } => {
                "the client ended the session, so the call was not finished".to_owned()
            }
            Self::InvalidArguments {
                tool,
                findings,
                more,
            } => super::super::finding::message(tool, findings, more),
            Self::ClientCannot { question, .. } => {
                format!("the client {}, and this call needs that", question.cannot())
            }
            Self::ClientSilent { limit, .. } => {
                format!("the client did not answer within {}", spoken(limit))
            }
            Self::ClientGone { .. } => {
                "the connection to the client ended before it answered".to_owned()
            }
            Self::ClientRefused { message, .. } => {
                let refused = "the client answered the question of this call with an error";
                if message.trim().is_empty() {
                    return refused.to_owned();
                }
                format!("{refused}: {}", Quoted(message))
            }
            Self::AnswerUnusable { why, .. } => {
                format!("the client's answer cannot be used: {why}")
            }
            Self::UserDeclined => "the user declined to answer".to_owned(),
            Self::UserClosed => "the user closed the question without an answer".to_owned(),
            Self::AnswersTooLong { tool, size, limit } => format!(
                "the answers to the questions of '{tool}' are too long: with them the client would have to keep {size} bytes until the next round, and {limit} are allowed"
            ),
        }
    }

    /// What to do next, in English, where the kind does not say all.
    pub(crate) fn next(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::ToolBusy { .. } | Self::ServerBusy { .. } => "Wait a moment before you do",
            Self::AnswersTooLong { .. } => "Begin the call anew, and give shorter answers",
            Self::UserDeclined | Self::UserClosed => {
                "Do not call again unless the user wants it; tell the user that nothing was done"
            }
            _ => "",
        })
    }
}

fn busy(tool: &str, what: &str, limit: usize) -> String {
    let calls = if limit == 1 { "call" } else { "calls" };
    format!("'{tool}' was not run because {what} is at its limit of {limit} running {calls}")
}
