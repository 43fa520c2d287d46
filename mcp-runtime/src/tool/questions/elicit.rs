//! Asking the user: with a form, or for a visit to an address.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::protocol::json::Members;
use crate::protocol::notification::Notification;
use crate::tool::context::Context;
use crate::tool::failure::incident::Unanswered;
use crate::tool::failure::{self, ToolFailure};

use super::Questions;
use super::ask::{Asking, Good};
use super::form::Form;
use super::question::QuestionKind;

/// What the user did with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "the user may have declined"]
pub enum Elicited<T> {
    /// The user answered.
    Accepted(T),
    /// The user said no.
    Declined,
    /// The user closed the question without an answer.
    Cancelled,
}

impl<T> Elicited<T> {
    /// The answer, if the user gave one.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(value) => Some(value),
            Self::Declined | Self::Cancelled => None,
        }
    }

    /// The answer, for a tool that cannot do without.
    ///
    /// # Errors
    ///
    /// The user gave none: a failure of kind `rejected` that says so.
    pub fn required(self) -> Result<T, ToolFailure> {
        Err(ToolFailure::unanswered(match self {
            Self::Accepted(value) => return Ok(value),
            Self::Declined => Unanswered::Declined,
            Self::Cancelled => Unanswered::Closed,
        }))
    }

    fn map<U>(self, map: impl FnOnce(T) -> U) -> Elicited<U> {
        match self {
            Self::Accepted(value) => Elicited::Accepted(map(value)),
            Self::Declined => Elicited::Declined,
            Self::Cancelled => Elicited::Cancelled,
        }
    }
}

impl Context {
    /// Asks the user for a value, with a form that the client shows.
    ///
    /// `T` is a struct with a field for each thing that is asked for: text (with a length, or of
    /// the formats `email`, `uri`, `date`, `date-time`), numbers, `bool`, enums without data, and
    /// lists of such enums, where several may be chosen. `Option` makes a field optional,
    /// `#[serde(default)]` fills it in, doc comments describe it, and `#[schemars(title = "..")]`
    /// gives a field or a choice the words that people read. The answer keeps the rules of the
    /// type, or the user is asked again and told why.
    ///
    /// ```
    /// use mcp_runtime::{Context, ToolFailure, tool};
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Confirmation {
    ///     /// Really delete it?
    ///     sure: bool,
    /// }
    ///
    /// /// Delete a file.
    /// #[tool(destructive)]
    /// async fn delete(path: String, cx: &Context) -> Result<String, ToolFailure> {
    ///     let message = format!("{path} will be deleted.");
    ///     let answer = cx.elicit::<Confirmation>("confirmation", message).await?.required()?;
    ///     if !answer.sure {
    ///         return Ok("Nothing was deleted.".to_owned());
    ///     }
    ///     // ...
    ///     Ok(format!("{path} is gone."))
    /// }
    /// ```
    ///
    /// # How questions are carried
    ///
    /// From 2026-07-28 on a question is the result of the request: the function is dropped where
    /// it asks, and **runs again from its beginning** when the client sends the request anew with
    /// the answer. What was answered is there at once then, under its `key`, which belongs to this
    /// question alone and is the same in every round. What happens before a question is done again
    /// in each round: [`Context::once`] remembers what must not be. Questions that are asked at
    /// the same time, with `join!`, go out together. A limit of time or of running calls holds for
    /// each round by itself.
    ///
    /// The client keeps what was answered so far, sealed: bound to the method, the tool, its
    /// arguments and the caller, and for a limited time
    /// ([`ServerBuilder::answers_within`](crate::ServerBuilder::answers_within)). A client may send
    /// a round twice; nothing here makes it happen only once.
    ///
    /// In an older session the function simply waits for the client's reply; that time does not
    /// count towards its own limit.
    ///
    /// A `blocking` tool waits for a question with [`Handle::block_on`]. When the round ends, the
    /// wait ends with a failure, to be handed on with `?`, so that its thread comes free.
    ///
    /// Never ask for secrets in a form: [`Context::elicit_url`] is for those.
    ///
    /// [`Handle::block_on`]: tokio::runtime::Handle::block_on
    ///
    /// # Errors
    ///
    /// In a session: the client cannot show forms (`unsupported`), is gone, does not answer in
    /// time, or answers with an error. From 2026-07-28 on a call whose client did not declare that
    /// it can be asked is answered with the protocol error -32021, and the function does not go
    /// on; [`ClientInfo::can_show_forms`](crate::ClientInfo::can_show_forms) tells beforehand.
    /// `internal`: `T` is nothing that a form can ask for, or two questions have one key.
    pub async fn elicit<T: DeserializeOwned + JsonSchema>(
        &self,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> Result<Elicited<T>, ToolFailure> {
        let form = Form::of::<T>().map_err(ToolFailure::internal)?;
        self.show(key.into(), message.into(), form).await
    }

    /// As [`Context::elicit`], with a schema written by hand: an object whose properties are of
    /// the kinds that the protocol's `requestedSchema` allows.
    ///
    /// # Errors
    ///
    /// As [`Context::elicit`]; `internal` where the schema is none of a form.
    pub async fn elicit_schema(
        &self,
        key: impl Into<String>,
        message: impl Into<String>,
        schema: &Value,
    ) -> Result<Elicited<Map<String, Value>>, ToolFailure> {
        let form = Form::read(schema).map_err(ToolFailure::internal)?;
        self.show(key.into(), message.into(), form).await
    }

    async fn show<T: DeserializeOwned>(
        &self,
        key: String,
        message: String,
        form: Form,
    ) -> Result<Elicited<T>, ToolFailure> {
        let version = self.protocol_version();
        let kind = form.kind();
        let write = |params: &mut Members<'_>, why: Option<&str>| {
            if version.has_elicitation_modes() {
                params.string("mode", "form");
            }
            params.string("message", &again(&message, why));
            params.value("requestedSchema", |out| form.write(out, version));
        };
        let read = |answer: &Value| {
            let Good { value, kept } = action(answer)?;
            let content = answer.get("content").unwrap_or(&Value::Null);
            let value = transposed(value.map(|()| form.answer(content)))?;
            let kept = match &value {
                Elicited::Accepted(_) => {
                    json!({ "action": "accept", "content": form.asked_for(content) })
                }
                Elicited::Declined | Elicited::Cancelled => kept,
            };
            Ok(Good { value, kept })
        };
        let asking = Asking {
            key,
            kind,
            write,
            read,
        };
        asking.ask(self).await
    }

    /// Asks the user to open an address, for what must not pass through the client: a password, a
    /// payment, leave to use another service.
    ///
    /// `Accepted` says that the user agreed to open it, and nothing about what happened there: the
    /// server behind the address knows. It has to make sure that whoever opens it is the user who
    /// calls, and the address must hold no secret. Clients of 2025-11-25 and later know this; those
    /// of 2025-11-25 can be told afterwards that the user is done there:
    /// [`Context::url_completed`].
    ///
    /// # Errors
    ///
    /// As [`Context::elicit`]; `internal` where `url` is no address.
    pub async fn elicit_url(
        &self,
        key: impl Into<String>,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<Elicited<()>, ToolFailure> {
        let (message, url) = (message.into(), url.into());
        if !is_address(&url) {
            return Err(ToolFailure::internal(format!("'{url}' is not an address")));
        }
        let (key, version) = (key.into(), self.protocol_version());
        let id = version
            .has_elicitation_ids()
            .then(|| self.questions().address(&key));
        let write = |params: &mut Members<'_>, why: Option<&str>| {
            params.string("mode", "url");
            params.string("message", &again(&message, why));
            if let Some(id) = &id {
                params.string("elicitationId", id);
            }
            params.string("url", &url);
        };
        let asking = Asking {
            key,
            kind: QuestionKind::Address,
            write,
            read: action,
        };
        asking.ask(self).await
    }

    /// Tells the client that the user is done at the address that `key` asked about, so that the
    /// client need not wait for the user to say so.
    ///
    /// While the call runs, and to clients of 2025-11-25: no other revision has a message for it,
    /// and then nothing is sent. From 2026-07-28 on a call is over when it has asked.
    pub fn url_completed(&self, key: &str) {
        let state = self.questions().lock_if_any();
        let id = state.and_then(|state| state.addresses.get(key).cloned());
        let Some(elicitation) = id else { return };
        self.ticket().while_open(|| {
            let notification = Notification::ElicitationCompleted { elicitation };
            self.sink().notify(notification, self.protocol_version());
        });
    }
}

impl Questions {
    /// The id of the address that a key asks about: the same whenever that is asked.
    fn address(&self, key: &str) -> String {
        let mut state = self.lock();
        let id = state.addresses.entry(key.to_owned());
        id.or_insert_with(failure::reference).clone()
    }
}

/// The message of a question that is asked again says why.
fn again(message: &str, why: Option<&str>) -> String {
    match why {
        None => message.to_owned(),
        Some(why) => format!("{message}\n\nThe last answer could not be used: {why}."),
    }
}

/// What the user did.
fn action(answer: &Value) -> Result<Good<Elicited<()>>, String> {
    let action = answer.get("action").and_then(Value::as_str);
    let value = match action {
        Some("accept") => Elicited::Accepted(()),
        Some("decline") => Elicited::Declined,
        Some("cancel") => Elicited::Cancelled,
        _ => return Err("'action' must be accept, decline or cancel".to_owned()),
    };
    let kept = json!({ "action": action });
    Ok(Good { value, kept })
}

fn transposed<T>(elicited: Elicited<Result<T, String>>) -> Result<Elicited<T>, String> {
    Ok(match elicited {
        Elicited::Accepted(value) => Elicited::Accepted(value?),
        Elicited::Declined => Elicited::Declined,
        Elicited::Cancelled => Elicited::Cancelled,
    })
}

/// A scheme, a colon, and something without spaces after it.
fn is_address(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once(':') else {
        return false;
    };
    let mut letters = scheme.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        && !rest.is_empty()
        && !rest.chars().any(|c| c.is_whitespace() || c.is_control())
}
