//! The server whose tools ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::{
    Context, Elicited, Sampling, Server, ServerBuilder, ToolFailure, ToolSet, tool, tools,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;

/// What the tools count.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts(Arc<AtomicU32>);

impl Counts {
    pub(crate) fn get(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }
}

/// Who somebody is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Name {
    /// A first name.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) name: String,
}

/// Greet the user by name.
#[tool]
async fn greet(cx: &Context) -> Result<String, ToolFailure> {
    Ok(
        match cx.elicit::<Name>("user_name", "What is your name?").await? {
            Elicited::Accepted(Name { name }) => format!("Hello, {name}!"),
            Elicited::Declined => "Hello, whoever you are!".to_owned(),
            Elicited::Cancelled => "Hello?".to_owned(),
        },
    )
}

/// Greet the user, who has to have a name.
#[tool]
async fn greet_by_name(cx: &Context, greeting: &str) -> Result<String, ToolFailure> {
    let Name { name } = cx
        .elicit("user_name", "What is your name?")
        .await?
        .required()?;
    Ok(format!("{greeting}, {name}!"))
}

/// Ask the model for the capital of France.
#[tool]
async fn capital(cx: &Context) -> Result<String, ToolFailure> {
    let question = Sampling::new(100)
        .system("You know geography.")
        .user("What is the capital of France?")
        .temperature(0.5)
        .stop_at("\n\n")
        .model("sonnet")
        .prefer_speed(0.5);
    let said = cx.sample("capital_question", question).await?;
    Ok(format!("{} says: {}", said.model, said.text()))
}

/// List the client's folders.
#[tool]
async fn folders(cx: &Context) -> Result<String, ToolFailure> {
    let roots = cx.roots("client_roots").await?;
    let names = roots
        .iter()
        .map(|root| root.name.as_deref().unwrap_or(&root.uri));
    Ok(names.collect::<Vec<_>>().join(", "))
}

/// Ask three things at once.
#[tool]
async fn everything(cx: &Context) -> Result<String, ToolFailure> {
    let (name, joke, roots) = tokio::try_join!(
        cx.elicit::<Name>("user_name", "What is your name?"),
        cx.sample("greeting", Sampling::new(50).user("Greet somebody.")),
        cx.roots("client_roots"),
    )?;
    let name = name.required()?.name;
    Ok(format!("{name}: {} ({} folders)", joke.text(), roots.len()))
}

/// Ask one thing after the other, and count how often this begins, and what is made once.
#[tool]
async fn steps(counts: &Counts, cx: &Context) -> Result<String, ToolFailure> {
    let begun = counts.next();
    let ticket = cx.once("ticket", async { begun * 100 }).await?;
    let Name { name } = cx.elicit("first", "A first name?").await?.required()?;
    let second = cx
        .try_once("second ticket", async {
            Ok::<_, ToolFailure>(begun * 1000)
        })
        .await?;
    let message = format!("And who is with {name}?");
    let other: Name = cx.elicit("second", message).await?.required()?;
    let with = other.name;
    Ok(format!(
        "{name} and {with}, tickets {ticket} and {second}, run {begun}"
    ))
}

/// Ask only what the client can answer.
#[tool]
async fn whatever_goes(cx: &Context) -> Result<String, ToolFailure> {
    let client = cx.client();
    if client.can_show_forms() {
        return Ok(cx.elicit::<Name>("name", "Name?").await?.required()?.name);
    }
    if client.can_sample() {
        let question = Sampling::new(20).user("Make up a name.");
        return Ok(cx.sample("name", question).await?.text());
    }
    Ok("Nobody".to_owned())
}

/// A story.
#[derive(Debug, Deserialize, JsonSchema)]
struct Story {
    text: String,
}

/// Have the user write a story, and give it a title.
#[tool]
async fn publish(cx: &Context) -> Result<String, ToolFailure> {
    let Story { text } = cx.elicit("story", "The story?").await?.required()?;
    let Name { name } = cx.elicit("title", "And its title?").await?.required()?;
    Ok(format!("{name}: {} letters", text.len()))
}

/// Have the user open a page, and see that it is done there.
#[tool]
async fn connect(cx: &Context) -> Result<String, ToolFailure> {
    cx.url_completed("page");
    let ask = || cx.elicit_url("page", "Connect, please.", "https://example.com/connect");
    ask().await?.required()?;
    // The same question again is the same one.
    ask().await?.required()?;
    cx.url_completed("page");
    cx.url_completed("another");
    Ok("connected".to_owned())
}

/// Have the user open a page.
#[tool]
async fn sign_in(cx: &Context) -> Result<String, ToolFailure> {
    cx.elicit_url(
        "sign_in",
        "Sign in, please.",
        "https://example.com/connect?id=7",
    )
    .await?
    .required()?;
    Ok("signed in".to_owned())
}

/// Ask from a thread that blocks.
#[tool(blocking)]
fn block(counts: &Counts, cx: &Context) -> Result<String, ToolFailure> {
    let answer = Handle::current().block_on(cx.elicit::<Name>("user_name", "Name?"));
    counts.next();
    Ok(format!("Hello, {}!", answer?.required()?.name))
}

/// Ask from a task of its own.
#[tool]
async fn delegate(cx: &Context) -> Result<String, ToolFailure> {
    let cx = cx.clone();
    let task = tokio::spawn(async move {
        tokio::task::yield_now().await;
        cx.elicit::<Name>("user_name", "Name?").await
    });
    let answer = task.await.map_err(ToolFailure::internal)??;
    Ok(answer.required()?.name)
}

/// Ask two questions by one key.
#[tool]
async fn confused(cx: &Context) -> Result<String, ToolFailure> {
    let first: Name = cx.elicit("name", "Your name?").await?.required()?;
    let second: Name = cx.elicit("name", "Your other name?").await?.required()?;
    Ok(first.name + &second.name)
}

/// Ask with time for nothing but asking.
#[tool(timeout = "1s")]
async fn hurried(cx: &Context) -> Result<String, ToolFailure> {
    Ok(cx
        .elicit::<Name>("user_name", "Name?")
        .await?
        .required()?
        .name)
}

/// Ask, one call at a time.
#[tool(max_running = 1)]
async fn alone(cx: &Context) -> Result<String, ToolFailure> {
    Ok(cx
        .elicit::<Name>("user_name", "Name?")
        .await?
        .required()?
        .name)
}

/// Remember more than a client is given to keep.
#[tool]
async fn hoard(cx: &Context) -> Result<String, ToolFailure> {
    cx.once("heap", async { "x".repeat(300 << 10) }).await?;
    Ok(cx
        .elicit::<Name>("user_name", "Name?")
        .await?
        .required()?
        .name)
}

/// Ask and tell at once.
#[tool]
async fn busy(cx: &Context) -> Result<String, ToolFailure> {
    cx.progress(1, 2.0, "asking");
    let Name { name } = cx.elicit("user_name", "Name?").await?.required()?;
    cx.progress(2, 2.0, "answered");
    Ok(name)
}

/// Ask with a schema written by hand.
#[tool]
async fn handmade(cx: &Context) -> Result<String, ToolFailure> {
    let schema = json!({
        "type": "object",
        "properties": {
            "color": { "type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"] },
            "sizes": {
                "type": "array",
                "minItems": 1,
                "items": { "anyOf": [{ "const": "s", "title": "Small" }, { "const": "l", "title": "Large" }] },
            },
        },
        "required": ["color"],
    });
    let answer = cx
        .elicit_schema("style", "Which?", &schema)
        .await?
        .required()?;
    Ok(Value::Object(answer).to_string())
}

pub(crate) fn all() -> ToolSet<Counts> {
    tools![
        greet,
        greet_by_name,
        capital,
        folders,
        everything,
        steps,
        whatever_goes,
        sign_in,
        connect,
        publish,
        block,
        delegate,
        confused,
        hurried,
        alone,
        hoard,
        busy,
        handmade
    ]
}

pub(crate) fn builder(counts: &Counts) -> ServerBuilder<Counts> {
    Server::builder("questions", "1.0.0")
        .answers_within(Duration::from_secs(60))
        .state(counts.clone())
        .tools(all())
}

pub(crate) fn server(counts: &Counts) -> Server {
    builder(counts).build().unwrap()
}
