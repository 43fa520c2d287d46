//! Tools whose schemas are known only at run time.

use std::borrow::Cow;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::arguments::Arguments;
use super::call::Parts;
use super::context::Context;
use super::described::Described;
use super::entry::Run;
use super::failure::ToolFailure;
use super::output_schema::OutputSchema;
use super::policy::{Conversions, InvalidArguments, UnknownArguments};
use super::result::IntoCallResult;
use super::schema::{Input, SchemaError};
use super::set::Bound;
use super::well_formed;
use crate::protocol::text::Slice;

/// A tool whose schema is known only at run time: one of another server, say, or one that was
/// read from a file.
///
/// It stands in the same list as other tools, under the same limits, hooks and rules for names.
/// Its schema is sent to the letter, and calls are held to it before the handler runs: their
/// arguments are checked, and converted, as for any other tool. The handler gets them as JSON.
///
/// ```
/// use mcp_runtime::testing::Client;
/// use mcp_runtime::{Context, DynamicTool, RawArguments, Server, ToolFailure};
/// use serde_json::{Value, json};
///
/// async fn forward(arguments: RawArguments, cx: Context) -> Result<String, ToolFailure> {
///     // .. to another server, for example.
///     Ok(format!("{} was called with {}", cx.tool(), arguments.get()))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = r#"{"type":"object","properties":{"days":{"type":"integer","minimum":1}}}"#;
/// let tool = DynamicTool::new("forecast", "Forecasts the weather.", schema, forward);
/// let server = Server::builder("proxy", "1.0.0").tools(tool.read_only(true).into()).build()?;
/// let client = Client::new(&server);
///
/// let outcome = client.call("forecast", json!({ "days": 3, "town": "Oslo" })).await;
/// assert_eq!(outcome.text(), r#"forecast was called with {"days":3,"town":"Oslo"}"#);
/// let outcome = client.call("forecast", json!({ "days": 0 })).await;
/// assert_eq!(
///     outcome.text(),
///     "Invalid arguments for 'forecast': 'days' must be at least 1, got 0"
/// );
/// # Ok(())
/// # }
/// ```
///
/// Many are collected into a [`ToolSet`](crate::ToolSet):
/// `.tools(imported.into_iter().collect())`.
pub struct DynamicTool {
    about: Described,
    schema: String,
    output: Option<String>,
    any_host: bool,
    unchecked: bool,
    run: Run,
}

impl DynamicTool {
    /// A tool with a name, a description for the model, the JSON Schema of its arguments as text
    /// or as a [`Value`], and what runs it: an async function or closure that returns what other
    /// tools return.
    ///
    /// The schema has to be valid JSON Schema, and one of an object. Of its rules those that the tools of this crate
    /// have are checked, the common ones: types, ranges, lengths, patterns, listed values, items,
    /// properties, `anyOf`, and references to its definitions. Others keep the server from being
    /// built, see [`unchecked_keywords`](Self::unchecked_keywords), and so does what common hosts
    /// refuse, see [`any_host`](Self::any_host).
    #[track_caller]
    #[must_use]
    pub fn new<H, F>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: impl fmt::Display,
        handler: H,
    ) -> Self
    where
        H: Fn(RawArguments, Context) -> F + Send + Sync + 'static,
        F: Future<Output: IntoCallResult> + Send + 'static,
    {
        let handler = Arc::new(handler);
        Self {
            about: Described::new(
                name.into(),
                Cow::Owned(description.into()),
                Location::caller(),
            ),
            schema: schema.to_string(),
            output: None,
            any_host: false,
            unchecked: false,
            run: Box::new(move |parts| {
                let handler = Arc::clone(&handler);
                Box::pin(async move {
                    match RawArguments::of(&parts) {
                        Ok(arguments) => {
                            let returned = handler(arguments, parts.context.clone()).await;
                            returned.into_call_result()
                        }
                        Err(refused) => refused,
                    }
                })
            }),
        }
    }

    /// The JSON Schema of its structured content.
    #[must_use]
    pub fn output_schema(mut self, schema: impl fmt::Display) -> Self {
        self.output = Some(schema.to_string());
        self
    }

    /// Sends a schema with rules that this crate cannot check, such as `if` or `oneOf`. What they
    /// say is then for the handler to check; the rules beside them are checked all the same.
    #[must_use]
    pub fn unchecked_keywords(mut self) -> Self {
        self.unchecked = true;
        self
    }

    /// Allows a name or schema that common hosts refuse.
    #[must_use]
    pub fn any_host(mut self) -> Self {
        self.any_host = true;
        self
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.about.title = Some(Cow::Owned(title.into()));
        self
    }

    /// The address of an icon.
    #[must_use]
    pub fn icon(mut self, address: impl Into<String>) -> Self {
        self.about.icon = Some(Cow::Owned(address.into()));
        self
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.about.read_only = Some(read_only);
        self
    }

    /// Whether it may destroy something.
    #[must_use]
    pub fn destructive(mut self, destructive: bool) -> Self {
        self.about.destructive = Some(destructive);
        self
    }

    /// Whether calling it again with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.about.idempotent = Some(idempotent);
        self
    }

    /// Whether it reaches beyond what the server knows.
    #[must_use]
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.about.open_world = Some(open_world);
        self
    }

    /// How long a call may run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.about.timeout = Some(timeout);
        self
    }

    /// How many calls may run at once.
    #[must_use]
    pub fn max_running(mut self, calls: usize) -> Self {
        self.about.max_running = Some(calls);
        self
    }

    /// How often each caller may call it; as
    /// [`ServerBuilder::rate_limit`](crate::ServerBuilder::rate_limit), for this tool alone.
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn rate(mut self, rate: crate::Rate) -> Self {
        self.about.rate = Some(rate);
        self
    }

    /// Adds a scope that a caller's token has to have, where callers have tokens; see
    /// [`#[tool(scope = "..")]`](macro@crate::tool). With several it has to have them all. One that
    /// is not of the alphabet of RFC 6749 keeps the server from being built.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.about.scopes.0.push(Cow::Owned(scope.into()));
        self
    }

    /// Its `_meta`.
    #[must_use]
    pub fn meta(mut self, meta: Value) -> Self {
        self.about.meta = Some(meta);
        self
    }

    /// What is converted before its arguments are checked.
    #[must_use]
    pub fn conversions(mut self, choice: Conversions) -> Self {
        self.about.conversions = Some(choice);
        self
    }

    /// What becomes of arguments that it does not have, where its schema is closed.
    #[must_use]
    pub fn unknown_arguments(mut self, choice: UnknownArguments) -> Self {
        self.about.unknown_arguments = Some(choice);
        self
    }

    /// Which channel answers arguments that break its schema.
    #[must_use]
    pub fn invalid_arguments(mut self, choice: InvalidArguments) -> Self {
        self.about.invalid_arguments = Some(choice);
        self
    }

    pub(crate) fn bind(self) -> Bound {
        let input = Input::of_text(self.schema, self.unchecked);
        let (output, unread) = match self.output.as_deref().map(well_formed::read) {
            None => (None, None),
            Some(Ok(schema)) => (Some(OutputSchema(schema)), None),
            Some(Err(error)) => (None, Some(SchemaError::of_output(&error))),
        };
        let input = match (input, unread) {
            (input, None) => input,
            (Ok(_), Some(error)) => Err(vec![error]),
            (Err(mut errors), Some(error)) => {
                errors.push(error);
                Err(errors)
            }
        };
        Bound {
            about: self.about,
            any_host: self.any_host,
            input,
            output,
            run: self.run,
        }
    }
}

impl fmt::Debug for DynamicTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicTool")
            .field("about", &self.about)
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

/// The arguments of a call to a [`DynamicTool`]: an object that its schema accepts.
#[derive(Debug, Clone)]
pub struct RawArguments(Text);

#[derive(Debug, Clone)]
enum Text {
    /// As they came.
    Sent(Slice),
    /// None came, or they were converted.
    Written(String),
}

impl RawArguments {
    fn of(parts: &Parts) -> Result<Self, super::result::CallResult> {
        let text = parts.arguments.as_ref().map(Slice::as_str);
        let whole = Arguments::read(&parts.rules, text).whole()?;
        Ok(Self(match (whole, &parts.arguments) {
            (Cow::Borrowed(_), Some(sent)) => Text::Sent(sent.clone()),
            (whole, _) => Text::Written(whole.into_owned()),
        }))
    }

    /// Their JSON text: as it came, unless something had to be converted.
    #[must_use]
    pub fn get(&self) -> &str {
        match &self.0 {
            Text::Sent(slice) => slice.as_str(),
            Text::Written(text) => text,
        }
    }

    /// Their value.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(self.get()).unwrap_or_default()
    }

    /// Decodes them.
    ///
    /// # Errors
    ///
    /// The type does not take what the schema accepts: a fault of the tool, so the failure is an
    /// internal one.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, ToolFailure> {
        serde_json::from_str(self.get()).map_err(ToolFailure::internal)
    }
}
