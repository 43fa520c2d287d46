//! What the public conformance suite asks of a server, written as an author would write it.
//!
//! `tests/conformance/run` serves it to the suite.

#![allow(
    clippy::unused_async,
    reason = "tools are declared `async` as authors do"
)]

use std::time::Duration;

use mcp_runtime::{
    Content, Context, DynamicTool, Json, LogLevel, PromptMessage, PromptSwitch, RawArguments,
    ResourceUpdates, Sampling, ServeError, Server, ToolFailure, ToolSwitch, prompt, prompts,
    resource, resources, tool, tools,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    let builder = Server::builder("conformance-server", env!("CARGO_PKG_VERSION"));
    let changes = Changes {
        tools: builder.tool_switch(),
        prompts: builder.prompt_switch(),
        watched: builder.resource_updates(),
    };
    builder
        .state(changes)
        .tools(tools![
            test_simple_text,
            test_image_content,
            test_audio_content,
            test_embedded_resource,
            test_multiple_content_types,
            test_tool_with_logging,
            test_logging_tool,
            test_error_handling,
            test_tool_with_progress,
            test_custom_header,
            test_trigger_tool_change,
            test_trigger_prompt_change,
            test_trigger_resource_change,
            test_sampling,
            test_elicitation,
            test_elicitation_sep1034_defaults,
            test_elicitation_sep1330_enums,
            test_missing_capability,
            test_streaming_elicitation,
            test_input_required_result_elicitation,
            test_input_required_result_sampling,
            test_input_required_result_list_roots,
            test_input_required_result_request_state,
            test_input_required_result_multiple_inputs,
            test_input_required_result_multi_round,
            test_input_required_result_tampered_state,
            test_input_required_result_capabilities,
        ])
        .tools(json_schema_2020_12_tool().into())
        .prompts(prompts![
            test_simple_prompt,
            test_prompt_with_arguments,
            test_prompt_with_embedded_resource,
            test_prompt_with_image,
            test_input_required_result_prompt,
        ])
        .resources(resources![static_text, static_binary, watched, data])
        .run()
        .await
}

/// One red pixel.
const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, b'I', b'D', b'A', b'T', 8,
    0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, b'I', b'E',
    b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// No sound, in the least that is a WAV file.
const SILENCE: &[u8] = &[
    b'R', b'I', b'F', b'F', 0x24, 0, 0, 0, b'W', b'A', b'V', b'E', b'f', b'm', b't', b' ', 0x10, 0,
    0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 0x10, 0, b'd', b'a', b't', b'a', 0,
    0, 0, 0,
];

fn embedded() -> Content {
    Content::resource_text("test://embedded-resource", "An embedded resource.")
        .mime_type("text/plain")
}

/// Returns a text.
#[tool]
async fn test_simple_text() -> &'static str {
    "A simple text."
}

/// Returns an image.
#[tool]
async fn test_image_content() -> Content {
    Content::image(PIXEL, "image/png")
}

/// Returns a sound.
#[tool]
async fn test_audio_content() -> Content {
    Content::audio(SILENCE, "audio/wav")
}

/// Returns a resource inside the result.
#[tool]
async fn test_embedded_resource() -> Content {
    embedded()
}

/// Returns a text, an image and a resource.
#[tool]
async fn test_multiple_content_types() -> Vec<Content> {
    vec![
        Content::text("Content of three kinds."),
        Content::image(PIXEL, "image/png"),
        embedded(),
    ]
}

/// Logs three messages while it runs.
#[tool]
async fn test_tool_with_logging(cx: &Context) -> &'static str {
    for message in ["started", "processing", "done"] {
        cx.log(LogLevel::Info, message);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Logged three messages."
}

/// Logs a message when it is asked to.
#[tool]
async fn test_logging_tool(cx: &Context) -> &'static str {
    cx.log(LogLevel::Info, "running");
    "Logged one message."
}

/// Fails.
#[tool]
async fn test_error_handling() -> Result<String, ToolFailure> {
    Err(ToolFailure::unavailable("this tool fails on purpose"))
}

/// Reports progress three times.
#[tool]
async fn test_tool_with_progress(cx: &Context) -> &'static str {
    for done in [0, 50, 100] {
        cx.progress(done, 100.0, format!("{done} of 100").as_str());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Reported progress."
}

/// Takes a text that HTTP clients repeat in a header.
#[tool]
async fn test_custom_header(#[arg(header = "Value")] value: &str) -> String {
    format!("The value is {value}.")
}

/// Tells listening clients that the list of tools has changed.
#[tool]
fn test_trigger_tool_change(changes: &Changes) -> &'static str {
    changes.tools.list_changed();
    "Said that the tools have changed."
}

/// Tells listening clients that the list of prompts has changed.
#[tool]
fn test_trigger_prompt_change(changes: &Changes) -> &'static str {
    changes.prompts.list_changed();
    "Said that the prompts have changed."
}

/// Tells watching clients that the watched resource has changed.
#[tool]
fn test_trigger_resource_change(changes: &Changes) -> &'static str {
    changes.watched.updated("test://watched-resource");
    "Said that the resource has changed."
}

/// What clients are told of.
struct Changes {
    tools: ToolSwitch,
    prompts: PromptSwitch,
    watched: ResourceUpdates,
}

/// Has the client's model answer.
#[tool]
async fn test_sampling(prompt: &str, cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx.sample("answer", ask(prompt)).await?;
    Ok(format!("The model said: {}", answer.text()))
}

/// Asks the user.
#[tool]
async fn test_elicitation(message: String, cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx.elicit::<Person>("person", message).await?;
    Ok(match answer.accepted() {
        Some(person) => format!("The user is {}.", person.name),
        None => "The user did not say.".to_owned(),
    })
}

/// Who the user is.
#[derive(Deserialize, JsonSchema)]
struct Person {
    /// The user's name.
    name: String,
}

/// A question to a model.
fn ask(text: &str) -> Sampling {
    Sampling::new(100).user(text)
}

/// A form that is filled in already.
#[derive(Deserialize, JsonSchema)]
struct FilledIn {
    #[serde(default = "john")]
    name: String,
    #[serde(default = "thirty")]
    age: i64,
    #[serde(default = "almost_all")]
    score: f64,
    #[serde(default)]
    status: Status,
    #[serde(default = "yes")]
    verified: bool,
}

#[derive(Debug, Default, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    #[default]
    Active,
    Inactive,
    Pending,
}

fn john() -> String {
    "John Doe".to_owned()
}

fn thirty() -> i64 {
    30
}

fn almost_all() -> f64 {
    95.5
}

fn yes() -> bool {
    true
}

/// Asks the user with a form that is filled in.
#[tool]
async fn test_elicitation_sep1034_defaults(cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx.elicit::<FilledIn>("form", "Is this right?").await?;
    Ok(match answer.accepted() {
        Some(form) => format!(
            "{} {} {} {:?} {}",
            form.name, form.age, form.score, form.status, form.verified
        ),
        None => "The user did not say.".to_owned(),
    })
}

/// Asks the user to choose, in every way that the protocol has.
#[tool]
async fn test_elicitation_sep1330_enums(cx: &Context) -> Result<String, ToolFailure> {
    let titled = |values: [&str; 3]| -> serde_json::Value {
        let choice = |value: &str| json!({"const": value, "title": format!("Choice {value}")});
        values.map(choice).into_iter().collect()
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": ["a", "b", "c"]},
            "titledSingle": {"type": "string", "oneOf": titled(["a", "b", "c"])},
            "legacyEnum": {"type": "string", "enum": ["a", "b"], "enumNames": ["Choice a", "Choice b"]},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled(["a", "b", "c"])}},
        },
        "required": [],
    });
    let answer = cx.elicit_schema("choices", "Choose.", &schema).await?;
    Ok(format!("The user chose {:?}.", answer.accepted()))
}

/// Needs a client whose model can be asked.
#[tool]
async fn test_missing_capability(cx: &Context) -> Result<String, ToolFailure> {
    Ok(cx.sample("answer", ask("Say something.")).await?.text())
}

/// Asks the user while the result is on its way.
#[tool]
async fn test_streaming_elicitation(cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx
        .elicit::<Person>("user_name", "What is your name?")
        .await?;
    Ok(answer.required()?.name)
}

/// Asks for a name.
#[tool]
async fn test_input_required_result_elicitation(cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx
        .elicit::<Person>("user_name", "What is your name?")
        .await?;
    Ok(format!("Hello, {}!", answer.required()?.name))
}

/// Asks a model.
#[tool]
async fn test_input_required_result_sampling(cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx
        .sample("capital", ask("What is the capital of France?"))
        .await?;
    Ok(answer.text())
}

/// Asks for the client's folders.
#[tool]
async fn test_input_required_result_list_roots(cx: &Context) -> Result<String, ToolFailure> {
    let roots = cx.roots("roots").await?;
    Ok(format!("{} folders", roots.len()))
}

/// Remembers something over a question.
#[tool]
async fn test_input_required_result_request_state(cx: &Context) -> Result<String, ToolFailure> {
    #[derive(Deserialize, JsonSchema)]
    struct Confirmation {
        /// Go on?
        ok: bool,
    }
    let drawn: u32 = cx.once("drawn", async { 4 }).await?;
    let answer = cx
        .elicit::<Confirmation>("confirm", "Please confirm.")
        .await?;
    Ok(format!("{drawn}, {}: state-ok", answer.required()?.ok))
}

/// Asks three questions at once.
#[tool]
async fn test_input_required_result_multiple_inputs(cx: &Context) -> Result<String, ToolFailure> {
    let (person, greeting, roots) = tokio::join!(
        cx.elicit::<Person>("user_name", "What is your name?"),
        cx.sample("greeting", ask("Write a greeting.")),
        cx.roots("roots"),
    );
    let (person, greeting, roots) = (person?.required()?, greeting?, roots?);
    Ok(format!(
        "{}, {}, {} folders",
        greeting.text(),
        person.name,
        roots.len()
    ))
}

/// Asks one question after the other.
#[tool]
async fn test_input_required_result_multi_round(cx: &Context) -> Result<String, ToolFailure> {
    #[derive(Deserialize, JsonSchema)]
    struct Colour {
        /// A colour.
        color: String,
    }
    let person = cx
        .elicit::<Person>("step1", "What is your name?")
        .await?
        .required()?;
    let message = format!("What is your favourite colour, {}?", person.name);
    let colour = cx.elicit::<Colour>("step2", message).await?.required()?;
    Ok(format!("{} likes {}.", person.name, colour.color))
}

/// Asks, and trusts no state that was changed on the way.
#[tool]
async fn test_input_required_result_tampered_state(cx: &Context) -> Result<String, ToolFailure> {
    let drawn: u32 = cx.once("drawn", async { 4 }).await?;
    let answer = cx
        .elicit::<Person>("user_name", "What is your name?")
        .await?;
    Ok(format!("{} drew {drawn}.", answer.required()?.name))
}

/// Asks whom the client lets it ask.
#[tool]
async fn test_input_required_result_capabilities(cx: &Context) -> Result<String, ToolFailure> {
    if cx.client().can_show_forms() {
        let answer = cx
            .elicit::<Person>("user_name", "What is your name?")
            .await?;
        return Ok(answer.required()?.name);
    }
    Ok(cx
        .sample("greeting", ask("Write a greeting."))
        .await?
        .text())
}

/// A schema that is kept to the letter, with words of JSON Schema that few hosts know.
fn json_schema_2020_12_tool() -> DynamicTool {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "additionalProperties": false,
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            },
        },
    });
    let echo = |arguments: RawArguments, _: Context| async move { arguments.get().to_owned() };
    DynamicTool::new("json_schema_2020_12_tool", "Takes a contact.", schema, echo)
        .any_host()
        .unchecked_keywords()
}

/// Says one sentence.
#[prompt]
fn test_simple_prompt() -> &'static str {
    "A simple prompt."
}

/// Says its arguments.
#[prompt]
fn test_prompt_with_arguments(
    /// The first word.
    #[arg(complete = words)]
    arg1: &str,
    /// The second word.
    arg2: Option<&str>,
) -> String {
    format!("The words are {arg1} and {}.", arg2.unwrap_or("none"))
}

/// The words that begin like this.
fn words(typed: &str) -> Vec<&'static str> {
    let known = ["test", "testValue1", "word"];
    known
        .into_iter()
        .filter(|word| word.starts_with(typed))
        .collect()
}

/// Shows a resource.
#[prompt]
fn test_prompt_with_embedded_resource(
    /// The address of the resource.
    #[arg(rename = "resourceUri")]
    address: &str,
) -> Vec<PromptMessage> {
    let resource = Content::resource_text(address, "The resource.").mime_type("text/plain");
    vec![
        PromptMessage::user(resource),
        PromptMessage::user("Say what it says."),
    ]
}

/// Shows an image.
#[prompt]
fn test_prompt_with_image() -> Vec<PromptMessage> {
    vec![
        PromptMessage::user(Content::image(PIXEL, "image/png")),
        PromptMessage::user("Say what it shows."),
    ]
}

/// Asks the user before it says anything.
#[prompt]
async fn test_input_required_result_prompt(cx: &Context) -> Result<String, ToolFailure> {
    #[derive(Deserialize, JsonSchema)]
    struct Background {
        /// What the prompt is about.
        context: String,
    }
    let message = "What should the prompt be about?";
    let answer = cx.elicit::<Background>("user_context", message).await?;
    Ok(format!("Speak about {}.", answer.required()?.context))
}

/// A text.
#[resource(uri = "test://static-text")]
fn static_text() -> &'static str {
    "A static text."
}

/// An image.
#[resource(uri = "test://static-binary", mime_type = "image/png")]
fn static_binary() -> Vec<u8> {
    PIXEL.to_vec()
}

/// What a client may watch.
#[resource(uri = "test://watched-resource")]
fn watched() -> &'static str {
    "Watched."
}

/// Data by number.
#[resource(uri = "test://template/{id}/data")]
fn data(id: &str) -> Json<serde_json::Value> {
    Json(json!({"id": id, "data": format!("The data of {id}.")}))
}
