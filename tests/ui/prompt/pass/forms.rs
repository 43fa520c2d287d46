//! Every form of a prompt.

use std::borrow::Cow;
use std::net::IpAddr;
use std::path::Path;

use mcp_runtime::{Content, Context, Prompt, PromptMessage, Server, ToolFailure, prompt, prompts};

pub struct App {
    greeting: String,
}

/// A text.
#[prompt]
fn text() -> &'static str {
    "Hello"
}

/// Everything that can be read from text.
#[prompt(name = "everything", title = "Everything", timeout = "5s", max_running = 3)]
async fn all(
    app: &App,
    cx: &Context,
    a: &str,
    b: Option<&str>,
    c: String,
    d: Option<f64>,
    e: bool,
    f: char,
    g: IpAddr,
    h: &Path,
    #[arg(default = 3, range(1..=9), title = "Count", complete = digits)] i: u8,
    #[arg(complete = later(a, app, cx))] j: Option<Cow<'static, str>>,
) -> Result<Vec<PromptMessage>, ToolFailure> {
    let _ = (cx, b, c, d, e, f, g, h, i, j);
    Ok(vec![
        PromptMessage::user(format!("{} {a}", app.greeting)),
        PromptMessage::assistant(Content::text("Yes?")),
    ])
}

fn digits(_: &str) -> Vec<String> {
    Vec::new()
}

async fn later(_: &str, _: &str, _: &App, _: &Context) -> Result<Vec<&'static str>, ToolFailure> {
    Ok(Vec::new())
}

#[prompt]
impl App {
    /// A method.
    #[prompt]
    pub fn method(&self) -> String {
        self.greeting.clone()
    }

    /// An associated function.
    #[prompt(blocking, meta = serde_json::json!({ "key": 1 }))]
    fn associated() -> Prompt {
        Prompt::new([])
    }

    /// Left out.
    #[cfg(any())]
    #[prompt]
    fn left_out(&self, nowhere: Nothing) {}
}

fn main() {
    let app = App {
        greeting: text().to_owned(),
    };
    Server::builder("prompts", "1.0.0")
        .state(app)
        .prompts(prompts![
            text,
            all,
            #[cfg(any())]
            left_out,
            App
        ])
        .build()
        .unwrap();
}
