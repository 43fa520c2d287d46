//! The arguments themselves, for a command of their own or inside an application's.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

use crate::server::identity::Identity;

use super::call::What;

/// What the command line asks of the server.
///
/// [`Server::run`](crate::Server::run) reads these from the process's arguments by itself. An
/// application with arguments of its own flattens them into its own `clap` command, and hands
/// them to [`Server::run_with`](crate::Server::run_with):
///
/// ```
/// use clap::Parser;
/// use mcp_runtime::{Server, cli, tool, tools};
///
/// #[derive(Parser)]
/// #[command(version)]
/// struct Options {
///     /// The greeting.
///     #[arg(long, default_value = "Hello")]
///     greeting: String,
///     #[command(flatten)]
///     server: cli::Args,
/// }
///
/// struct Greeting(String);
///
/// /// Greets somebody.
/// #[tool]
/// fn greet(greeting: &Greeting, name: &str) -> String {
///     format!("{}, {name}!", greeting.0)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), mcp_runtime::ServeError> {
/// #   if true { Options::parse_from(["greeter", "--greeting", "Hi", "tools"]); return Ok(()); }
///     let options = Options::parse();
///     Server::builder("greeter", env!("CARGO_PKG_VERSION"))
///         .state(Greeting(options.greeting))
///         .tools(tools![greet])
///         .run_with(options.server)
///         .await
/// }
/// ```
///
/// They bring the subcommands `tools`, `schema` and `call`, `prompts` and `prompt`, `resources` and
/// `read`, and the option `--http ADDRESS`. An
/// application with subcommands of its own puts them under one: `enum Commands { Serve(cli::Args), .. }`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Args {
    /// `None` is to serve.
    pub(super) task: Option<Task>,
    /// Where to serve HTTP; standard input and output are served without one.
    pub(super) http: Option<String>,
}

impl Args {
    pub(crate) fn serves(&self) -> bool {
        self.task.is_none()
    }

    /// Whether a server is looked at that hosts may refuse.
    pub(crate) fn checks(&self) -> bool {
        matches!(self.task, Some(Task::Check { .. }))
    }
}

/// A subcommand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Task {
    /// Print the tools as a table.
    Tools,
    /// Print one tool, or all, as JSON.
    Schema { name: Option<String> },
    /// Print what hosts refuse of one tool, or of all.
    Check { name: Option<String> },
    /// Print the prompts as a table.
    Prompts,
    /// Print the resources as a table.
    Resources,
    /// Run one call, with answers to what it asks.
    Run {
        what: What,
        answers: Vec<(String, String)>,
    },
}

/// The arguments of a call as they were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Given {
    /// `key=value`, in the order given.
    Pairs(Vec<(String, String)>),
    /// One JSON object, or `-` for standard input.
    Json(String),
}

/// The whole command line of a server without arguments of its own.
pub(super) fn command(identity: &Identity) -> Command {
    let shown = identity.title.as_ref().unwrap_or(&identity.name);
    let mut about = format!("{shown} {}, an MCP tool server", identity.version);
    if let Some(description) = &identity.description {
        about = format!("{about}\n\n{description}");
    }
    let command = Command::new(identity.name.clone()).version(identity.version.clone());
    augment(command.about(about))
}

/// Adds ours to a command.
fn augment(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .after_help(
            "Without a command it serves a host on standard input and output.\n\
             RUST_LOG sets what is logged on standard error, for example RUST_LOG=debug.",
        )
        .subcommand(Command::new("tools").about("List the tools"))
        .subcommand(
            Command::new("schema")
                .about("Print tools as JSON, as a host receives them")
                .arg(
                    Arg::new("name")
                        .value_name("NAME")
                        .help("The tool; all tools when left out"),
                )
                .arg(
                    Arg::new("check")
                        .long("check")
                        .action(ArgAction::SetTrue)
                        .help("Print instead, a line each, what common hosts refuse of them"),
                )
                .after_help(
                    "Exit status of --check: 1 when hosts refuse a tool, 0 with warnings or nothing.",
                ),
        )
        .subcommand(call_command())
        .subcommand(Command::new("prompts").about("List the prompts"))
        .subcommand(
            Command::new("prompt")
                .about("Get one prompt and print its messages")
                .arg(Arg::new("name").value_name("NAME").required(true).help("The prompt"))
                .arg(
                    Arg::new("pairs")
                        .value_name("KEY=VALUE")
                        .action(ArgAction::Append)
                        .value_parser(pair)
                        .help("An argument, which is a text"),
                )
                .arg(answer()),
        )
        .subcommand(
            Command::new("resources").about("List the resources, and the templates of addresses"),
        )
        .subcommand(
            Command::new("read")
                .about("Read one resource and print what it holds")
                .arg(Arg::new("uri").value_name("URI").required(true).help("Its address"))
                .arg(answer()),
        )
        .arg(
            Arg::new(HTTP)
                .long("http")
                .value_name("ADDRESS")
                .value_parser(address)
                // A service that is configured for HTTP must not read standard input in silence,
                // so the option is there without the feature as well, to be refused by name.
                .hide(cfg!(not(feature = "http")))
                .help("Serve HTTP at an address instead, such as 127.0.0.1:8000"),
        )
}

const HTTP: &str = "mcp_runtime_http";

/// What a call asks is answered on the command line.
fn answer() -> Arg {
    Arg::new("answer")
        .long("answer")
        .value_name("KEY=JSON")
        .action(ArgAction::Append)
        .value_parser(pair)
        .help(
            "The answer to a question of the call: the fields of a form as a JSON object, or\n\
             accept, decline or cancel. What is not answered is asked in the terminal",
        )
}

fn call_command() -> Command {
    Command::new("call")
        .about("Run one call here and show which channel answered")
        .arg(Arg::new("name").value_name("NAME").required(true).help("The tool"))
        .arg(
            Arg::new("pairs")
                .value_name("KEY=VALUE")
                .action(ArgAction::Append)
                .value_parser(pair)
                .help(
                    "An argument: where the tool takes text, VALUE as it stands, else VALUE as JSON.\n\
                     Repeat KEY to fill a list",
                ),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .value_name("JSON")
                .conflicts_with("pairs")
                .help("All arguments as one JSON object; - reads it from standard input"),
        )
        .arg(answer())
        .after_help(
            "Exit status, and where the answer goes:\n  \
             0  success: the result on standard output, structured content as JSON\n  \
             1  tool failure: the text that a model would read, on standard error\n  \
             2  protocol error, handled by a host: code and message, on standard error\n\
             Standard output holds a successful result and nothing else.",
        )
}

/// What a command runs.
fn what(command: &str, matches: &mut ArgMatches) -> What {
    let mut text = |name| matches.remove_one::<String>(name).unwrap_or_default();
    match command {
        "read" => What::Resource(text("uri")),
        "prompt" => What::Prompt(text("name"), pairs(matches, "pairs")),
        _ => {
            let name = text("name");
            let given = match matches.remove_one("json") {
                Some(json) => Given::Json(json),
                None => Given::Pairs(pairs(matches, "pairs")),
            };
            What::Tool(name, given)
        }
    }
}

/// Every `key=value` of an argument.
fn pairs(matches: &mut ArgMatches, name: &str) -> Vec<(String, String)> {
    let pairs = matches.remove_many(name).map(Iterator::collect);
    pairs.unwrap_or_default()
}

/// An address with its port. The port alone is one of this machine.
fn address(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
    if port.parse::<u16>().is_err() {
        return Err("give an address and a port, such as 127.0.0.1:8000".to_owned());
    }
    let host = if host.is_empty() { "127.0.0.1" } else { host };
    Ok(format!("{host}:{port}"))
}

/// Splits `key=value`.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("this is given as KEY=VALUE, for example city=Oslo".to_owned()),
    }
}

impl From<ArgMatches> for Args {
    fn from(mut matches: ArgMatches) -> Self {
        Self::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit())
    }
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        augment(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        augment(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        let http = matches.remove_one(HTTP);
        if http.is_some() && cfg!(not(feature = "http")) {
            return Err(Error::raw(
                ErrorKind::UnknownArgument,
                "this server was built without HTTP: add the feature where its Cargo.toml names the \
                 runtime, `mcp-runtime = { version = \"..\", features = [\"http\"] }`, or start it \
                 without arguments to serve standard input and output\n",
            ));
        }
        let task = match matches.remove_subcommand() {
            None => None,
            Some((name, mut matches)) => Some(match name.as_str() {
                "tools" => Task::Tools,
                "schema" => {
                    let name = matches.remove_one("name");
                    if matches.get_flag("check") {
                        Task::Check { name }
                    } else {
                        Task::Schema { name }
                    }
                }
                "prompts" => Task::Prompts,
                "resources" => Task::Resources,
                "call" | "prompt" | "read" => Task::Run {
                    what: what(&name, &mut matches),
                    answers: pairs(&mut matches, "answer"),
                },
                other => {
                    return Err(Error::raw(
                        ErrorKind::InvalidSubcommand,
                        format!("the server has no command '{other}'\n"),
                    ));
                }
            }),
        };
        if http.is_some() && task.is_some() {
            return Err(Error::raw(
                ErrorKind::ArgumentConflict,
                "--http serves, and a command does something else: give one of them\n",
            ));
        }
        Ok(Self { task, http })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser, Subcommand};

    use super::*;

    #[derive(Debug, Parser)]
    struct Flattened {
        #[arg(long)]
        verbose: bool,
        #[command(flatten)]
        server: Args,
    }

    #[derive(Debug, Parser)]
    struct Nested {
        #[command(subcommand)]
        command: Commands,
    }

    #[derive(Debug, Subcommand, PartialEq)]
    enum Commands {
        Import,
        Serve(Args),
    }

    fn call(pairs: &[(&str, &str)]) -> Task {
        let what = What::Tool("add".to_owned(), Given::Pairs(owned(pairs)));
        Task::Run {
            what,
            answers: Vec::new(),
        }
    }

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn prompts_and_resources_have_commands_of_their_own_and_answers_go_along() {
        let task = |arguments: &[&str]| Flattened::parse_from(arguments).server.task;
        assert_eq!(task(&["app", "prompts"]), Some(Task::Prompts));
        assert_eq!(task(&["app", "resources"]), Some(Task::Resources));
        let run = |what, answers: &[(&str, &str)]| {
            let answers = owned(answers);
            Some(Task::Run { what, answers })
        };
        assert_eq!(
            task(&[
                "app", "prompt", "review", "code=x", "--answer", "a={}", "--answer", "b=1"
            ]),
            run(
                What::Prompt("review".to_owned(), owned(&[("code", "x")])),
                &[("a", "{}"), ("b", "1")]
            )
        );
        assert_eq!(
            task(&["app", "read", "notes://1"]),
            run(What::Resource("notes://1".to_owned()), &[])
        );
    }

    #[test]
    fn the_definitions_are_consistent() {
        let identity = Identity::default();
        command(&identity).debug_assert();
        Flattened::command().debug_assert();
        Nested::command().debug_assert();
    }

    #[test]
    fn they_stand_beside_an_applications_own() {
        let options = Flattened::parse_from(["app", "--verbose", "call", "add", "a=1", "a=b=c"]);
        assert!(options.verbose);
        let expected = call(&[("a", "1"), ("a", "b=c")]);
        assert_eq!(options.server.task, Some(expected));
        assert!(Flattened::parse_from(["app"]).server.serves());
    }

    #[cfg(not(feature = "http"))]
    #[test]
    fn without_the_feature_http_is_refused_by_name() {
        let refused = Flattened::try_parse_from(["app", "--http", "127.0.0.1:8000"]);
        let message = refused.map_or_else(|error| error.to_string(), |_| String::new());
        assert!(message.contains(r#"features = ["http"]"#), "{message}");
    }

    #[cfg(feature = "http")]
    #[test]
    fn http_stands_alone() {
        let served = Flattened::parse_from(["app", "--http", "8000"]).server;
        assert_eq!(served.http.as_deref(), Some("127.0.0.1:8000"));
        assert!(Flattened::try_parse_from(["app", "--http", "8000", "tools"]).is_err());
    }

    #[test]
    fn an_address_may_be_a_port_of_this_machine() {
        for (text, expected) in [
            ("127.0.0.1:8000", "127.0.0.1:8000"),
            ("8000", "127.0.0.1:8000"),
            (":8000", "127.0.0.1:8000"),
            ("[::1]:0", "[::1]:0"),
            ("localhost:80", "localhost:80"),
        ] {
            assert_eq!(address(text).as_deref(), Ok(expected));
        }
        for text in ["", "tools", "localhost", "127.0.0.1:", "127.0.0.1:65536"] {
            assert!(address(text).is_err(), "{text}");
        }
    }

    #[test]
    fn they_fit_under_a_subcommand_of_the_application() {
        let serve = |task| Commands::Serve(Args { task, http: None });
        assert_eq!(
            Nested::parse_from(["app", "import"]).command,
            Commands::Import
        );
        assert_eq!(Nested::parse_from(["app", "serve"]).command, serve(None));
        let nested = Nested::parse_from(["app", "serve", "call", "add", "a="]);
        assert_eq!(nested.command, serve(Some(call(&[("a", "")]))));
    }
}
