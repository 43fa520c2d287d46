//! What a server tells a client beside its answers.

use std::fmt;

use super::json;
use super::level::LogLevel;
use super::version::ProtocolVersion;

/// Something a call told the client before its answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notification {
    /// How far the call is.
    #[non_exhaustive]
    Progress {
        /// The client's token, as JSON text.
        token: String,
        /// How much is done; rises with every notification of a call.
        progress: f64,
        /// How much there is to do, when that is known.
        total: Option<f64>,
        /// What is being done, for people.
        message: Option<String>,
    },
    /// A log message.
    #[non_exhaustive]
    Log {
        /// How severe it is.
        level: LogLevel,
        /// Who says it: the tool's name.
        logger: String,
        /// What is said, as JSON text.
        data: String,
    },
}

impl Notification {
    /// The message on the wire.
    pub(crate) fn message(&self, version: ProtocolVersion) -> Vec<u8> {
        let mut out = Vec::with_capacity(128);
        json::object(&mut out, |notification| {
            notification.raw("jsonrpc", "\"2.0\"");
            match self {
                Self::Progress {
                    token,
                    progress,
                    total,
                    message,
                } => {
                    notification.string("method", "notifications/progress");
                    notification.object("params", |params| {
                        params.raw("progressToken", token);
                        params.number("progress", *progress);
                        if let Some(total) = total {
                            params.number("total", *total);
                        }
                        if let Some(message) = message
                            .as_deref()
                            .filter(|_| version.has_progress_message())
                        {
                            params.string("message", message);
                        }
                    });
                }
                Self::Log {
                    level,
                    logger,
                    data,
                } => {
                    notification.string("method", "notifications/message");
                    notification.object("params", |params| {
                        params.string("level", level.as_str());
                        params.string("logger", logger);
                        params.raw("data", data);
                    });
                }
            }
        });
        out
    }
}

impl fmt::Display for Notification {
    /// The message on the wire, as the newest revision has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&json::into_string(self.message(ProtocolVersion::LATEST)))
    }
}
