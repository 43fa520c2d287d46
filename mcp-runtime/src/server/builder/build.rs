//! From everything that was declared to a server, or to all that is wrong with it.

use std::collections::HashMap;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

#[cfg(feature = "http")]
use crate::server::bearer::Bearer;
use crate::server::callee::{Callee, Form};
use crate::server::capabilities::Offers;
use crate::server::catalog::{Catalog, CompiledTool};
use crate::server::dispatch::Dispatcher;
use crate::server::failing::Failing;
use crate::server::identity::Identity;
use crate::server::names;
use crate::server::prompts::Prompts;
use crate::server::rates::Rates;
use crate::server::resources::Resources;
use crate::server::settings::Settings;
use crate::tool::arguments::Rules;
use crate::tool::permit::Limit;
use crate::tool::portability::Severity;
use crate::tool::questions::seal::{Sealer, StateKey};
use crate::tool::set::Bound;

use super::{Rest, Server, ServerBuilder};

impl<State: Send + Sync + 'static> ServerBuilder<State> {
    /// Checks everything and builds the server.
    ///
    /// # Errors
    ///
    /// A schema that hosts would refuse, two tools of one name, a name that is not one: all of
    /// them at once.
    ///
    /// Then everything that common hosts refuse of the tools, see
    /// [`testing::portability`](crate::testing::portability): in a release build, where a server
    /// that is out should start, it is logged instead. A tool opts out with `any_host`.
    pub fn build(self) -> Result<Server, BuildError> {
        let server = self.assemble()?;
        let problems: Vec<String> = server
            .portability()
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.to_string())
            .collect();
        if problems.is_empty() {
            return Ok(server);
        }
        if cfg!(debug_assertions) {
            return Err(BuildError { problems });
        }
        for problem in problems {
            tracing::error!("hosts refuse a tool of this server: {problem}");
        }
        Ok(server)
    }

    /// Builds the server whatever hosts say to its tools.
    pub(crate) fn assemble(self) -> Result<Server, BuildError> {
        let Rest {
            identity,
            #[cfg(feature = "http")]
            mut settings,
            #[cfg(not(feature = "http"))]
            settings,
            #[cfg(feature = "http")]
            bearer,
            visibility,
            hub,
            tool_board,
            prompt_board,
            resource_board,
            tools,
            prompts,
            resources,
        } = self.rest;
        let identity = Arc::new(identity);
        let failing = Arc::new(Failing {
            identity: Arc::clone(&identity),
            choices: settings.failures.clone(),
        });
        let mut problems = identity.problems();
        #[cfg(feature = "http")]
        match bearer.map(Bearer::finish).transpose() {
            Ok(protected) => settings.http.bearer = protected,
            Err(error) => problems.extend(error.problems),
        }
        let sealer = sealer(&settings, &identity).unwrap_or_else(|problem| {
            problems.push(problem);
            Sealer::new(Vec::new(), Duration::ZERO, "")
        });
        let compiled = compile_all(tools, &settings, &failing, &mut problems);
        let names = compiled.iter().map(|tool| &tool.callee.name);
        let unknown = tool_board.fill(names.cloned().collect());
        problems.extend(
            unknown
                .iter()
                .map(|it| format!("a tool is switched off: {it}")),
        );
        let around = (&settings, &identity, &failing);
        let prompts = Prompts::compile(prompts, prompt_board, around, &mut problems);
        let resources = Resources::compile(resources, resource_board, around, &mut problems);
        if settings.page_size == Some(0) {
            problems.push(
                "a page of a list cannot hold 0 items: give `page_size` at least 1".to_owned(),
            );
        }
        if !problems.is_empty() {
            return Err(BuildError { problems });
        }
        if cfg!(panic = "abort") {
            tracing::warn!(
                "built with `panic = \"abort\"`: a tool that panics ends the process instead of failing its call"
            );
        }
        let has_tools = !compiled.is_empty();
        let catalog = Catalog::new(compiled, (visibility, tool_board), &settings, &identity);
        Ok(Server {
            dispatcher: Arc::new(Dispatcher {
                limit: Limit::new(settings.max_running),
                rates: settings
                    .rates
                    .iter()
                    .filter_map(|rate| Rates::of(Some(*rate)))
                    .collect(),
                sealer: Arc::new(sealer),
                identity,
                catalog,
                hub,
                offers: Offers {
                    // A server of nothing at all is one of tools that are still to come.
                    tools: has_tools || (prompts.are_empty() && resources.are_empty()),
                    prompts: !prompts.are_empty(),
                    resources: !resources.are_empty(),
                    completions: prompts.complete() || resources.complete(),
                },
                prompts,
                resources,
                settings,
            }),
        })
    }
}
/// Where the keys are that a server is not given by its author.
const STATE_KEY: &str = "MCP_STATE_KEY";

fn sealer(settings: &Settings, identity: &Identity) -> Result<Sealer, String> {
    let mut keys = settings.state_keys.clone();
    if keys.is_empty() {
        if let Some(text) = std::env::var_os(STATE_KEY).filter(|text| !text.is_empty()) {
            keys = text.to_str().and_then(StateKey::list).ok_or_else(|| {
                format!(
                    "the environment variable {STATE_KEY} is no list of keys: each has to be 64 hexadecimal digits, with commas between them"
                )
            })?;
        }
    }
    Ok(Sealer::new(keys, settings.answers_within, &identity.name))
}

/// The tools that are right; what is wrong with the others is noted.
fn compile_all(
    tools: Vec<Bound>,
    settings: &Settings,
    failing: &Arc<Failing>,
    problems: &mut Vec<String>,
) -> Vec<CompiledTool> {
    let mut places: HashMap<Arc<str>, &Location<'_>> = HashMap::new();
    let mut compiled = Vec::new();
    for tool in tools {
        let name = Arc::clone(&tool.about.name);
        if let Some(first) = places.insert(Arc::clone(&name), tool.about.place) {
            problems.push(names::repeated(&name, first, tool.about.place));
            continue;
        }
        if let Err(problem) = names::check(&name, tool.any_host) {
            problems.push(problem);
            continue;
        }
        match compile(tool, settings, failing) {
            Ok(tool) => compiled.push(tool),
            Err(found) => problems.extend(
                found
                    .into_iter()
                    .map(|problem| format!("the tool '{name}': {problem}")),
            ),
        }
    }
    compiled
}

fn compile(
    tool: Bound,
    settings: &Settings,
    failing: &Arc<Failing>,
) -> Result<CompiledTool, Vec<String>> {
    let (about, any_host) = (tool.about, tool.any_host);
    let input = tool.input.map_err(|errors| {
        let problems = errors.into_iter();
        problems.map(|error| error.to_string()).collect::<Vec<_>>()
    })?;
    let scopes = about.scopes.problems();
    if !scopes.is_empty() {
        return Err(scopes);
    }
    let output_schema = tool.output.map(|schema| schema.0);
    let is_object = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("object");
    let callee = Callee {
        name: Arc::clone(&about.name),
        rules: Arc::new(Rules {
            tool: Arc::clone(&about.name),
            input,
            conversions: about.conversions.unwrap_or(settings.conversions),
            unknown: about
                .unknown_arguments
                .unwrap_or(settings.unknown_arguments),
            levels: settings.max_nesting,
            texts: false,
        }),
        form: Form::Tool {
            invalid_arguments: about
                .invalid_arguments
                .unwrap_or(settings.invalid_arguments),
            acts: about.read_only != Some(true) && about.idempotent != Some(true),
            wraps: output_schema.as_ref().map(|schema| !is_object(schema)),
            output_schema,
        },
        timeout: about.timeout.or(settings.timeout),
        limit: about.max_running.map(Limit::new),
        rates: Rates::of(about.rate),
        scopes: about.scopes.clone(),
        failing: Arc::clone(failing),
        run: tool.run,
    };
    Ok(CompiledTool {
        callee: Arc::new(callee),
        any_host,
        about,
    })
}

/// Why a server cannot be built: every reason, each naming the tool.
#[derive(Debug)]
pub struct BuildError {
    problems: Vec<String>,
}

impl BuildError {
    #[cfg(feature = "http")]
    pub(crate) fn of(problems: Vec<String>) -> Self {
        Self { problems }
    }

    /// The reasons, one sentence each.
    pub fn problems(&self) -> impl Iterator<Item = &str> {
        self.problems.iter().map(String::as_str)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot be built")?;
        match &*self.problems {
            [problem] => write!(f, ": {problem}"),
            problems => problems
                .iter()
                .try_for_each(|problem| write!(f, "\n- {problem}")),
        }
    }
}

impl std::error::Error for BuildError {}
