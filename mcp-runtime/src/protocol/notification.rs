//! What a server tells a client beside its answers.

use std::fmt;

use super::changed_list::ChangedList;
use super::json::{self, Members};
use super::level::LogLevel;
use super::meta;
use super::version::ProtocolVersion;

/// Something a server told a client beside its answers.
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
    /// A list that the server gives has changed.
    #[non_exhaustive]
    ListChanged {
        /// The list.
        list: ChangedList,
        /// The id of the `subscriptions/listen` that asked for this, as JSON text; none in a
        /// session.
        subscription: Option<String>,
    },
    /// The contents of a resource have changed.
    #[non_exhaustive]
    ResourceUpdated {
        /// Its address.
        uri: String,
        /// As for [`ListChanged`](Self::ListChanged).
        subscription: Option<String>,
    },
    /// The user is done at an address that a call asked to open.
    #[non_exhaustive]
    ElicitationCompleted {
        /// The id that the question had.
        elicitation: String,
    },
    /// A `subscriptions/listen` has begun.
    #[non_exhaustive]
    Acknowledged {
        /// Its id, as JSON text.
        subscription: String,
        /// What of it the server will tell, as the JSON text of a filter.
        notifications: String,
    },
    /// The server ends a `subscriptions/listen`.
    #[non_exhaustive]
    SubscriptionEnded {
        /// Its id, as JSON text.
        subscription: String,
    },
}

/// The `_meta` of what is told on a subscription.
fn subscribed(params: &mut Members<'_>, subscription: &str) {
    params.object("_meta", |members| {
        members.raw(meta::SUBSCRIPTION_ID, subscription);
    });
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
                Self::ListChanged { list, subscription } => {
                    notification.string("method", list.method());
                    if let Some(subscription) = subscription {
                        notification.object("params", |params| subscribed(params, subscription));
                    }
                }
                Self::ResourceUpdated { uri, subscription } => {
                    notification.string("method", "notifications/resources/updated");
                    notification.object("params", |params| {
                        if let Some(subscription) = subscription {
                            subscribed(params, subscription);
                        }
                        params.string("uri", uri);
                    });
                }
                Self::ElicitationCompleted { elicitation } => {
                    notification.string("method", "notifications/elicitation/complete");
                    notification.object("params", |params| {
                        params.string("elicitationId", elicitation);
                    });
                }
                Self::Acknowledged {
                    subscription,
                    notifications,
                } => {
                    notification.string("method", "notifications/subscriptions/acknowledged");
                    notification.object("params", |params| {
                        subscribed(params, subscription);
                        params.raw("notifications", notifications);
                    });
                }
                Self::SubscriptionEnded { subscription } => {
                    notification.string("method", "notifications/cancelled");
                    notification.object("params", |params| {
                        subscribed(params, subscription);
                        params.raw("requestId", subscription);
                        params.string("reason", "the server ends the subscription");
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
