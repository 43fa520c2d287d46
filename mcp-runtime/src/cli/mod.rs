//! The command line that every server has.

mod args;
mod asking;
mod call;
mod check;
mod interview;
mod listing;
mod members;
pub(crate) mod message;
mod peer;
mod pretty;
mod screen;
mod stdout;
mod terminal;
mod values;
mod welcome;

use std::io::{self, Write};

use crate::server::Server;
use crate::server::identity::Identity;
use crate::transport::ServeError;

pub use args::Args;
use args::Task;
use listing::Noun;
use peer::Peer;
use stdout::PrivateStdout;

/// The exit status of a command line that asks for something that is not there.
const USAGE: i32 = 2;

/// The exit status of a check that found something that hosts refuse.
const REFUSED: i32 = 1;

/// Reads the process's command line; wrong ones, `--help` and `--version` end the process here.
pub(crate) fn read_command_line(identity: &Identity) -> Args {
    args::command(identity).get_matches().into()
}

/// Does what the command line asks for, unless that is to serve.
pub(crate) async fn run(server: &Server, args: Args) -> Result<Next, ServeError> {
    #[cfg(feature = "http")]
    if let Some(address) = args.http {
        return Ok(Next::ServeHttp(address));
    }
    let Some(task) = args.task else {
        welcome::greet(server);
        return Ok(Next::Serve);
    };
    let text = match task {
        Task::Tools => listing::table(Noun::Tool, &Peer::of(server).tools()),
        Task::Prompts => listing::table(Noun::Prompt, &Peer::of(server).prompts()),
        Task::Resources => listing::table(Noun::Resource, &Peer::of(server).resources()),
        Task::Schema { name } => {
            match listing::schema(&Peer::of(server).tools(), name.as_deref()) {
                Ok(text) => text,
                Err(message) => refuse(&message),
            }
        }
        Task::Check { name } => match check::check(server, name.as_deref()) {
            Ok(checked) => {
                print(&mut io::stdout().lock(), checked.findings.as_bytes())?;
                message::text(&checked.summary);
                if checked.is_refused {
                    std::process::exit(REFUSED);
                }
                return Ok(Next::Done);
            }
            Err(message) => refuse(&message),
        },
        Task::Run { what, answers } => {
            // What the function prints goes to standard error, as it does when it is served.
            let mut stdout = PrivateStdout::take().map_err(ServeError::Stdio)?;
            let status = match call::call(server, what, answers).await {
                Ok(called) => {
                    let shown = if stdout.is_terminal() {
                        terminal::shown(called.stdout)
                    } else {
                        called.stdout
                    };
                    print(&mut stdout, &shown)?;
                    called.status
                }
                Err(message) => refuse(&message),
            };
            if status != 0 {
                std::process::exit(status);
            }
            return Ok(Next::Done);
        }
    };
    print(&mut io::stdout().lock(), text.as_bytes())?;
    Ok(Next::Done)
}

/// What is left to do after the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// To serve standard input and output.
    Serve,
    /// To serve HTTP at an address.
    #[cfg(feature = "http")]
    ServeHttp(String),
    /// Nothing.
    Done,
}

/// Writes all of a text; a reader that has seen enough of it is no error.
fn print(stdout: &mut impl Write, text: &[u8]) -> Result<(), ServeError> {
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(ServeError::Output(error)),
        _ => Ok(()),
    }
}

/// Ends the process because the command line asks for something that is not there.
fn refuse(message: &str) -> ! {
    message::error(message);
    std::process::exit(USAGE);
}
