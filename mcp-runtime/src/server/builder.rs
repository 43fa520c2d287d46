//! From an author's declarations to a server.

mod build;
#[cfg(feature = "http")]
mod http;

pub use build::BuildError;

use std::sync::Arc;
use std::time::Duration;

use crate::protocol::changed_list::ChangedList;
use crate::tool::questions::seal::StateKey;
use crate::tool::set::Bound;
use crate::tool::{
    Advice, Context, Conversions, InvalidArguments, Principal, PromptSet, ResourceSet, ShownValue,
    ToolFailure, ToolSet, Trace, UnknownArguments,
};

#[cfg(feature = "http")]
use super::bearer::Bearer;
use super::changes::switch::{Board, PromptSwitch, ResourceSwitch, ToolSwitch};
use super::changes::updates::ResourceUpdates;
use super::changes::{Broadcast, Hub};
use super::dispatch::Dispatcher;
use super::identity::{Icon, Identity};
use super::prompts::BoundPrompt;
use super::resources::BoundResource;
use super::settings::{CacheScope, Settings};
use super::span::SpanHook;
use super::visibility::{ToolView, Visibility};

/// A server that is ready to serve.
#[derive(Debug, Clone)]
pub struct Server {
    pub(crate) dispatcher: Arc<Dispatcher>,
}

impl Server {
    /// Starts building a server with the name and version that it tells its clients.
    ///
    /// ```
    /// use mcp_runtime::Server;
    ///
    /// let server = Server::builder("calculator", env!("CARGO_PKG_VERSION"))
    ///     .instructions("Adds and subtracts; does not know percentages.")
    ///     .build()?;
    /// # Ok::<(), mcp_runtime::BuildError>(())
    /// ```
    #[must_use]
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder<()> {
        let hub = Arc::default();
        ServerBuilder {
            state: Arc::new(()),
            rest: Rest {
                identity: Identity {
                    name: name.into(),
                    version: version.into(),
                    ..Identity::default()
                },
                settings: Settings::default(),
                #[cfg(feature = "http")]
                bearer: None,
                visibility: Visibility::default(),
                tool_board: Board::new(ChangedList::Tools, &hub),
                prompt_board: Board::new(ChangedList::Prompts, &hub),
                resource_board: Board::new(ChangedList::Resources, &hub),
                hub,
                tools: Vec::new(),
                prompts: Vec::new(),
                resources: Vec::new(),
            },
        }
    }
}

impl Server {
    /// What switches the tools of the server on and off; as
    /// [`ServerBuilder::tool_switch`].
    #[must_use]
    pub fn tool_switch(&self) -> ToolSwitch {
        self.dispatcher.catalog.switch()
    }

    /// What switches the prompts of the server on and off; as [`ServerBuilder::prompt_switch`].
    #[must_use]
    pub fn prompt_switch(&self) -> PromptSwitch {
        self.dispatcher.prompts.switch()
    }

    /// What switches the resources of the server on and off; as
    /// [`ServerBuilder::resource_switch`].
    #[must_use]
    pub fn resource_switch(&self) -> ResourceSwitch {
        self.dispatcher.resources.switch()
    }

    /// What tells clients that the contents of a resource have changed; as
    /// [`ServerBuilder::resource_updates`].
    #[must_use]
    pub fn resource_updates(&self) -> ResourceUpdates {
        ResourceUpdates::new(&self.dispatcher.hub)
    }
}

/// Collects what a server is made of.
#[derive(Debug)]
pub struct ServerBuilder<State> {
    state: Arc<State>,
    rest: Rest,
}

/// What does not depend on the state.
#[derive(Debug)]
struct Rest {
    identity: Identity,
    settings: Settings,
    #[cfg(feature = "http")]
    bearer: Option<Bearer>,
    visibility: Visibility,
    hub: Arc<Hub>,
    tool_board: Arc<Board>,
    prompt_board: Arc<Board>,
    resource_board: Arc<Board>,
    tools: Vec<Bound>,
    prompts: Vec<BoundPrompt>,
    resources: Vec<BoundResource>,
}

impl<State: Send + Sync + 'static> ServerBuilder<State> {
    /// Sets the state that the tools, prompts and resources listed after it share. Those listed
    /// before keep theirs.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(self, state: T) -> ServerBuilder<T> {
        ServerBuilder {
            state: Arc::new(state),
            rest: self.rest,
        }
    }

    /// Adds tools; they share the state set so far.
    #[must_use]
    pub fn tools(mut self, tools: ToolSet<State>) -> Self {
        let state = &self.state;
        let bound = tools.tools.into_iter().map(|tool| tool.bind(state));
        self.rest.tools.extend(bound);
        self
    }

    /// Adds prompts; they share the state set so far.
    #[must_use]
    pub fn prompts(mut self, prompts: PromptSet<State>) -> Self {
        let state = &self.state;
        let bound = prompts.entries.into_iter();
        let bound = bound.map(|entry| BoundPrompt::new(entry, state));
        self.rest.prompts.extend(bound);
        self
    }

    /// Adds resources; they share the state set so far.
    ///
    /// An address that two templates fit is read by the first of them, in the order written, that
    /// the types of the variables fit as well; a fixed address comes before every template.
    #[must_use]
    pub fn resources(mut self, resources: ResourceSet<State>) -> Self {
        let state = &self.state;
        let bound = resources.entries.into_iter();
        let bound = bound.map(|entry| BoundResource::new(entry, state));
        self.rest.resources.extend(bound);
        self
    }

    /// Chooses the tools of each caller: those for which `choice` says `true`, asked anew for
    /// every list and call.
    ///
    /// The caller is who the layer in front of the server says it is, and `None` on standard
    /// input or where nobody says so. A tool that a caller does not see is unknown to it, in a
    /// call as well. The list of tools may then be kept only by the client that asked for it,
    /// whatever [`cache_scope`](Self::cache_scope) says. The choice should depend on nothing but
    /// the caller and the tool, and must not block. When it panics, the request is answered with
    /// an error and nothing is shown.
    ///
    /// ```
    /// use mcp_runtime::Server;
    ///
    /// let server = Server::builder("orders", "1.0.0").tools_for(|caller, tool| {
    ///     tool.read_only() == Some(true)
    ///         || caller.is_some_and(|caller| caller.has_scope("orders:write"))
    /// });
    /// # let _ = server;
    /// ```
    #[must_use]
    pub fn tools_for(
        mut self,
        choice: impl Fn(Option<&Principal>, ToolView<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.rest.visibility = Visibility::new(choice);
        self
    }

    /// Keeps from callers that there is what their scopes do not permit.
    ///
    /// Lists never show it. A call of it all the same is answered over HTTP with 403 and the scopes
    /// that it needs, so that a client can ask its user for more; with this, it is a call of an
    /// unknown tool, prompt or resource.
    #[must_use]
    pub fn hide_unauthorized(mut self) -> Self {
        self.rest.settings.hide_unauthorized = true;
        self
    }

    /// What switches the tools of the server on and off while it runs.
    ///
    /// Asking for it makes the server declare that its list of tools may change, and clients are
    /// told when it does. It can be state of the tools, and be used before there is a server, so
    /// that it starts with some of its tools switched off; see [`ToolSwitch`].
    #[must_use]
    pub fn tool_switch(&self) -> ToolSwitch {
        ToolSwitch::new(&self.rest.tool_board)
    }

    /// What switches the prompts of the server on and off while it runs; as
    /// [`tool_switch`](Self::tool_switch).
    #[must_use]
    pub fn prompt_switch(&self) -> PromptSwitch {
        PromptSwitch::new(&self.rest.prompt_board)
    }

    /// What switches the resources of the server on and off while it runs; as
    /// [`tool_switch`](Self::tool_switch).
    #[must_use]
    pub fn resource_switch(&self) -> ResourceSwitch {
        ResourceSwitch::new(&self.rest.resource_board)
    }

    /// What tells clients that the contents of a resource have changed.
    ///
    /// Asking for it makes the server declare that its resources can be watched. It can be state
    /// of what changes them; see [`ResourceUpdates`].
    #[must_use]
    pub fn resource_updates(&self) -> ResourceUpdates {
        ResourceUpdates::new(&self.rest.hub)
    }

    /// Shares changes with other replicas of the server, whose clients are told of them as this
    /// one's are. The first one set is taken.
    #[must_use]
    pub fn broadcast(self, broadcast: impl Broadcast) -> Self {
        let broadcast: Arc<dyn Broadcast> = Arc::new(broadcast);
        self.rest.hub.connect(&broadcast);
        self
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.rest.identity.title = Some(title.into());
        self
    }

    /// What the server is, in a sentence, for people who choose among servers.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.rest.identity.description = Some(description.into());
        self
    }

    /// What a model should know to use the server well, beyond what the tools say themselves.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.rest.identity.instructions = Some(instructions.into());
        self
    }

    /// The address of the server's website.
    #[must_use]
    pub fn website(mut self, address: impl Into<String>) -> Self {
        self.rest.identity.website = Some(address.into());
        self
    }

    /// Adds an icon.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.rest.identity.icons.push(icon);
        self
    }

    /// Adds icons.
    #[must_use]
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.rest.identity.icons.extend(icons);
        self
    }

    /// Which channel answers arguments that break a tool's input schema, where the tool does not
    /// say itself.
    #[must_use]
    pub fn invalid_arguments(mut self, choice: InvalidArguments) -> Self {
        self.rest.settings.invalid_arguments = choice;
        self
    }

    /// What is converted before arguments are checked, where the tool does not say itself.
    #[must_use]
    pub fn conversions(mut self, choice: Conversions) -> Self {
        self.rest.settings.conversions = choice;
        self
    }

    /// What becomes of arguments that a tool does not have, where the tool does not say itself.
    #[must_use]
    pub fn unknown_arguments(mut self, choice: UnknownArguments) -> Self {
        self.rest.settings.unknown_arguments = choice;
        self
    }

    /// How long a call may run, where the tool does not say itself. Without one a call may run
    /// for ever.
    ///
    /// The model is told to retry once where the tool is `read_only` or `idempotent`; where it is
    /// neither, that the call may have taken effect, and not to repeat it before that is checked.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.rest.settings.timeout = Some(timeout);
        self
    }

    /// How many calls may run at once: 16,384 unless set. One more is answered at once with a
    /// failure that says it is temporary.
    #[must_use]
    pub fn max_running(mut self, calls: usize) -> Self {
        self.rest.settings.max_running = calls;
        self
    }

    /// How often each caller may call: all tools, prompts and resources together. Given more than
    /// once, all of it holds; a tool has its own with `#[tool(rate = "10/min")]`.
    ///
    /// A call that comes too soon is not run: it is answered with a failure of the kind
    /// `rate_limited`, which tells the model how many seconds to wait. Each round of a call that
    /// asks its user something counts as one, and completions do not count.
    ///
    /// Each [`Principal`] has calls of its own, by its subject. Callers that nobody has identified
    /// share theirs: on standard input and output that is the one client, over HTTP all of them.
    /// Counts are kept in the process, so two replicas allow twice as much, and for 65,536 callers
    /// at most that are waiting for calls to come back; more share one count.
    ///
    /// ```
    /// use mcp_runtime::{Rate, Server};
    ///
    /// let server = Server::builder("orders", "1.0.0")
    ///     .rate_limit(Rate::per_second(20))
    ///     .rate_limit(Rate::per_hour(5_000));
    /// # let _ = server;
    /// ```
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn rate_limit(mut self, rate: crate::Rate) -> Self {
        self.rest.settings.rates.push(rate);
        self
    }

    /// Sees every tool failure before it leaves: those that tools return, and also panics,
    /// timeouts, calls beyond a limit, calls that the server's stop cuts off, and refused arguments
    /// where the model is told of them. Hooks run in the order in which they are given, each with what
    /// the one before it sends.
    ///
    /// `None` sends the failure as it is, and so does a hook that panics. `Some` sends another
    /// instead, in whole: most are made from a clone. The error behind a failure is its
    /// [`cause`](ToolFailure::cause), to be downcast; it is not sent unless the hook puts it into
    /// a text. The log does not depend on the hook: what failed is there, expected failures as
    /// warnings and internal ones as errors with their causes. The hook runs where the answer is
    /// written, so it should not block. Should the client cancel the call in that moment, the hook
    /// has seen a failure that is not sent after all.
    ///
    /// ```
    /// use mcp_runtime::{FailureKind, Server};
    ///
    /// let server = Server::builder("orders", "1.0.0").on_failure(|failure, call| {
    ///     if failure.kind() == FailureKind::Internal {
    ///         eprintln!("page somebody: {} broke, {:?}", call.tool(), failure.reference());
    ///     }
    ///     None
    /// });
    /// # let _ = server;
    /// ```
    ///
    /// To take something out of all texts, whatever wrote it there:
    ///
    /// ```
    /// # use mcp_runtime::Server;
    /// let server = Server::builder("orders", "1.0.0").on_failure(|failure, _| {
    ///     let redact = |text: &str| text.replace("sk_live_", "(a key) ");
    ///     Some(failure.clone().map_text(redact))
    /// });
    /// # let _ = server;
    /// ```
    #[must_use]
    pub fn on_failure(
        mut self,
        hook: impl Fn(&ToolFailure, &Context) -> Option<ToolFailure> + Send + Sync + 'static,
    ) -> Self {
        self.rest.settings.failures.hooks.push(Arc::new(hook));
        self
    }

    /// Sees each value in the text of a failure before it is sent, and may have something else
    /// stand in its place: `None` leaves it.
    ///
    /// ```
    /// use mcp_runtime::Server;
    ///
    /// let server = Server::builder("orders", "1.0.0").redact(|value| {
    ///     let is_private = value.field() == Some("email") || value.text().contains('@');
    ///     is_private.then(|| "(an address)".to_owned())
    /// });
    /// # let _ = server;
    /// ```
    ///
    /// - Of a failure that derives [`ToolFailure`](derive@crate::ToolFailure), it is asked about
    ///   what each placeholder shows, with the field's name; text of an `untrusted` field comes
    ///   without its quotation marks and gets them again.
    /// - Any other text that was made while the program ran, with `format!` or in a closure given
    ///   to [`ResultExt`](crate::ResultExt), and what
    ///   [`on_failure`](ServerBuilder::on_failure) sends, is one value without a field: where in
    ///   it a value stands is not known. The findings about refused arguments are such a text.
    /// - It is not asked about string literals, or the server's own words. Nothing else reaches a
    ///   failure's text or its machine-readable twin. Protocol errors are no failures; there
    ///   `#[arg(secret)]` keeps a value out. The log has the values as they were.
    ///
    /// When it panics, the value is hidden.
    #[must_use]
    pub fn redact(
        mut self,
        redactor: impl Fn(&ShownValue<'_>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.rest.settings.failures.redact = Some(Arc::new(redactor));
        self
    }

    /// Given each new span of a call, before it is entered, and the trace that the request belongs
    /// to: to make the one a child of the other.
    ///
    /// The span has the attribute names of OpenTelemetry's conventions for MCP, and is an `info` of
    /// the target `mcp_runtime::call`. With `tracing-opentelemetry`:
    ///
    /// ```ignore
    /// use std::collections::HashMap;
    ///
    /// use opentelemetry::global::get_text_map_propagator;
    /// use tracing_opentelemetry::OpenTelemetrySpanExt;
    ///
    /// let server = builder.on_span(|span, trace| {
    ///     let carried: HashMap<String, String> =
    ///         trace.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    ///     let parent = get_text_map_propagator(|propagator| propagator.extract(&carried));
    ///     let _ = span.set_parent(parent);
    /// });
    /// ```
    ///
    /// The example `traced` is such a server. Spans that nobody records are not shown to it. When it
    /// panics, the span is as it was.
    #[must_use]
    pub fn on_span(
        mut self,
        hook: impl Fn(&tracing::Span, &Trace) + Send + Sync + 'static,
    ) -> Self {
        self.rest.settings.span_hook = SpanHook::new(hook);
        self
    }

    /// The words of the advice in failures, where [`English`](crate::English) is not what the
    /// model should read.
    #[must_use]
    pub fn advice(mut self, words: impl Advice) -> Self {
        self.rest.settings.failures.advice = Some(Arc::new(words));
        self
    }

    /// How many items a page of `tools/list`, and of the lists of prompts and resources, holds. Without it there is one page, because many
    /// clients never ask for a second.
    #[must_use]
    pub fn page_size(mut self, tools: usize) -> Self {
        self.rest.settings.page_size = Some(tools);
        self
    }

    /// How deep arrays and objects of a message may nest: 128 unless set.
    #[must_use]
    pub fn max_nesting(mut self, levels: usize) -> Self {
        self.rest.settings.max_nesting = levels;
        self
    }

    /// How many bytes a message may have: 8 MiB unless set.
    #[must_use]
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.rest.settings.max_message = bytes;
        self
    }

    /// How many bytes may wait for a slow reader before nothing more is read: 8 MiB unless set.
    #[must_use]
    pub fn max_queued_bytes(mut self, bytes: usize) -> Self {
        self.rest.settings.max_queue = bytes;
        self
    }

    /// How long running calls may take to end when the server stops: 30 seconds unless set.
    /// What runs longer is answered with a failure that says so.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.rest.settings.grace = grace;
        self
    }

    /// How long a client may take to answer what a call asks it: 10 minutes unless set. In a
    /// session the call fails then; from 2026-07-28 on what the client keeps of the call expires.
    #[must_use]
    pub fn answers_within(mut self, duration: Duration) -> Self {
        self.rest.settings.answers_within = duration;
        self
    }

    /// Adds a key that seals what clients keep of a call between its rounds; see
    /// [`Context::elicit`]. The first key seals, and all of them open: to change keys, put the new
    /// one first and take the old one away when its time is over.
    ///
    /// Replicas of a server need the same keys. Without one, the environment variable
    /// `MCP_STATE_KEY` has them: 64 hexadecimal digits each, the 32 random bytes of a key, with
    /// commas between keys. Without that, a process makes a key of its own, and no other process
    /// understands its rounds.
    #[must_use]
    pub fn state_key(mut self, key: [u8; 32]) -> Self {
        self.rest.settings.state_keys.push(StateKey::new(key));
        self
    }

    /// How long clients may keep the lists of tools, prompts and resources: not at all unless set.
    /// What was read from a resource has a time of its own, `#[resource(cache_for = "..")]`.
    #[must_use]
    pub fn cache_for(mut self, duration: Duration) -> Self {
        self.rest.settings.cache_for = duration;
        self
    }

    /// Who may keep the lists of tools, prompts and resources: anybody unless set.
    #[must_use]
    pub fn cache_scope(mut self, scope: CacheScope) -> Self {
        self.rest.settings.cache_scope = scope;
        self
    }

    /// What the server says of itself so far.
    #[cfg(feature = "cli")]
    pub(crate) fn identity(&self) -> &Identity {
        &self.rest.identity
    }
}
