//! What a person sees who starts a server by hand.

use std::env;
use std::io::{self, IsTerminal};

use crate::server::Server;

use super::members::{Members, quoted};
use super::message;
use super::peer::{Listed, Peer};

/// Says what this is and how to use it, when standard input is a terminal.
pub(super) fn greet(server: &Server) {
    if io::stdin().is_terminal() {
        message::text(&greeting(server, &Program::running()));
    }
}

/// How this program is started.
struct Program {
    /// As it was typed, so that it can be typed again.
    typed: String,
    /// Where it is, for a host to find.
    path: String,
}

impl Program {
    fn running() -> Self {
        let typed = env::args().next().unwrap_or_else(|| "server".to_owned());
        let path =
            env::current_exe().map_or_else(|_| typed.clone(), |path| path.display().to_string());
        Self { typed, path }
    }
}

fn greeting(server: &Server, program: &Program) -> String {
    let identity = &server.dispatcher.identity;
    let Program { typed, path } = program;
    let mut lines = vec![
        format!(
            "{} {} is an MCP tool server: a chat application or an editor starts it.",
            identity.name, identity.version
        ),
        "It serves this terminal now; Ctrl-D ends it.".to_owned(),
        String::new(),
        "In the configuration of a host:".to_owned(),
        format!(
            "  {{\"mcpServers\": {{{}: {{\"command\": {}}}}}}}",
            quoted(&identity.name),
            quoted(path)
        ),
        String::new(),
        "By hand:".to_owned(),
    ];
    let mut commands = vec![(format!("{typed} tools"), "list its tools")];
    if let Some(tool) = Peer::of(server).tools().first() {
        commands.push((format!("{typed} call {}", example(tool)), "run one call"));
    }
    commands.push((format!("{typed} --help"), "everything else"));
    let width = commands
        .iter()
        .map(|(command, _)| command.chars().count())
        .max()
        .unwrap_or_default();
    lines.extend(
        commands
            .iter()
            .map(|(command, what)| format!("  {command:width$}  {what}")),
    );
    lines.join("\n") + "\n\n"
}

/// A tool with what it needs.
fn example(tool: &Listed) -> String {
    let schema = Members::of(&tool.json);
    let schema = Members::of(schema.get("inputSchema"));
    let required: Vec<String> = serde_json::from_str(schema.get("required")).unwrap_or_default();
    let mut words = vec![tool.name.clone()];
    words.extend(required.into_iter().map(|name| format!("{name}=...")));
    words.join(" ")
}
