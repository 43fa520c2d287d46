//! From `main` to a process that serves.

use std::process;

use crate::log;
use crate::server::{Server, ServerBuilder};
use crate::tool::blocking;
use crate::transport::ServeError;
use crate::transport::served::Served;

impl Server {
    /// Does what the process's command line asks for: serves a host on standard input and output
    /// when it asks for nothing.
    ///
    /// | command line | what it does |
    /// |---|---|
    /// | none | serves, see [`serve_stdio`](Self::serve_stdio) |
    /// | `--http ADDRESS` | serves HTTP, see [`serve_http`](Self::serve_http); with the feature `http` |
    /// | `tools` | prints the tools as a table |
    /// | `schema [NAME]` | prints one tool, or all, as the JSON that a host receives |
    /// | `schema [NAME] --check` | prints what common hosts refuse of them, and ends with status 1 if they do |
    /// | `call NAME key=value ...` | runs one call in this process and shows which channel answered |
    /// | `call NAME --json '{..}'` | the same, with all arguments as one JSON object |
    /// | `call NAME .. --answer KEY=JSON` | answers what the call asks; in a terminal, the person is asked what no option answers |
    /// | `prompts`, `prompt NAME key=value ...` | prints the prompts as a table, or the messages of one |
    /// | `resources`, `read URI` | prints the resources as a table, or what one holds |
    /// | `--help`, `--version` | explains itself |
    ///
    /// After `call`, `prompt` and `read` the exit status is 0 for success, 1 for a tool failure and 2
    /// for a protocol error, or where answers are missing; then, and after a wrong command line (2), `--help` and `--version` (0), this ends
    /// the process itself with [`std::process::exit`], and what stands after it in `main` does
    /// not run. Only a successful result goes to standard output. Without the feature `cli`
    /// there are no commands, and every argument is refused.
    ///
    /// Unless there is a `tracing` subscriber already, one is installed that writes to standard
    /// error what `RUST_LOG` asks for, in the form `level` or `target=level,..`. Without it,
    /// that is `info` while serving and `error` during a command, with the causes of failures as well, and
    /// less the span that each call has: what a tool logs says on which call once `RUST_LOG=info` asks for that.
    ///
    /// An application with arguments of its own takes [`run_with`](Self::run_with).
    ///
    /// # Errors
    ///
    /// What keeps the server from serving, or the output of a command from being written. Ready
    /// to be returned from `main`: [`ServeError`] prints as a sentence.
    pub async fn run(self) -> Result<(), ServeError> {
        #[cfg(feature = "cli")]
        {
            let args = crate::cli::read_command_line(&self.dispatcher.identity);
            self.run_with(args).await
        }
        #[cfg(not(feature = "cli"))]
        {
            refuse_arguments();
            log::start(log::SERVING);
            self.serve_to_the_end().await
        }
    }

    /// Does what arguments ask for that an application has read with its own; see
    /// [`cli::Args`](crate::cli::Args) and [`run`](Self::run).
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    #[cfg(feature = "cli")]
    pub async fn run_with(self, args: crate::cli::Args) -> Result<(), ServeError> {
        use crate::cli::{self, Next};

        log::start(if args.serves() {
            log::SERVING
        } else {
            log::COMMAND
        });
        match cli::run(&self, args).await? {
            Next::Serve => self.serve_to_the_end().await,
            #[cfg(feature = "http")]
            Next::ServeHttp(address) => self.serve_http_to_the_end(&address).await,
            Next::Done => Ok(()),
        }
    }

    async fn serve_to_the_end(self) -> Result<(), ServeError> {
        ended(self.serve_stdio().serve().await)
    }

    /// Serves HTTP, and says where on standard error.
    #[cfg(all(feature = "cli", feature = "http"))]
    async fn serve_http_to_the_end(self, address: &str) -> Result<(), ServeError> {
        let serving = self.serve_http(address);
        let url = serving.url()?;
        let name = &self.dispatcher.identity.name;
        crate::cli::message::text(&format!("{name} is served at {url} (Ctrl-C ends it)\n"));
        ended(serving.serve().await)
    }
}

fn ended(served: Result<Served, ServeError>) -> Result<(), ServeError> {
    log::flush();
    match served? {
        Served::Whole if blocking::held() == 0 => Ok(()),
        // Returning would wait for threads that calls still hold, perhaps for ever: also those of
        // calls that were cancelled or took too long.
        Served::Whole | Served::Abandoned => process::exit(0),
    }
}

impl<State: Send + Sync + 'static> ServerBuilder<State> {
    /// Builds the server and does what the command line asks for; see [`Server::run`].
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build) and [`Server::run`].
    pub async fn run(self) -> Result<(), ServeError> {
        #[cfg(feature = "cli")]
        {
            let args = crate::cli::read_command_line(self.identity());
            self.run_with(args).await
        }
        #[cfg(not(feature = "cli"))]
        self.build()?.run().await
    }

    /// Builds the server and does what these arguments ask for; see [`Server::run_with`].
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build) and [`Server::run`].
    #[cfg(feature = "cli")]
    pub async fn run_with(self, args: crate::cli::Args) -> Result<(), ServeError> {
        // What hosts refuse is what such a command is there to show.
        let server = if args.checks() {
            self.assemble()?
        } else {
            self.build()?
        };
        server.run_with(args).await
    }
}

/// Ends the process when it was given arguments: nobody would read them.
#[cfg(not(feature = "cli"))]
fn refuse_arguments() {
    use std::io::Write;

    if let Some(message) = refusal(std::env::args()) {
        drop(std::io::stderr().write_all(message.as_bytes()));
        process::exit(2);
    }
}

/// What is said about arguments, if there are any after the program's name.
#[cfg(not(feature = "cli"))]
fn refusal(mut arguments: impl Iterator<Item = String>) -> Option<String> {
    let program = arguments.next().unwrap_or_else(|| "server".to_owned());
    let argument = arguments.next()?;
    Some(format!(
        "error: unexpected argument '{argument}'\n\nUsage: {program}\n\n\
         It takes no arguments and serves an MCP host on standard input and output.\n"
    ))
}

#[cfg(all(test, not(feature = "cli")))]
mod tests {
    use super::refusal;

    #[test]
    fn without_the_command_line_every_argument_is_refused_with_usage() {
        let refused = |arguments: &[&str]| refusal(arguments.iter().map(ToString::to_string));
        assert_eq!(refused(&["weather"]), None);
        let message = refused(&["weather", "tools"]).unwrap_or_default();
        assert!(message.starts_with("error: unexpected argument 'tools'\n\nUsage: weather\n"));
    }
}
