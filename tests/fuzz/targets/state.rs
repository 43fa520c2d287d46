//! What a client keeps of a call between its rounds: it comes back as it was, and opens for nothing else.
//!
//! The input, a line each: an argument, an answer of the user; then what is done to the state: bytes by threes, a place
//! (two bytes) and what is put there; two at the end are added, and one is how many letters are cut off. If it begins
//! with `=`, the rest is the state.

#![no_main]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use fuzz::given;
use libfuzzer_sys::fuzz_target;
use mcp_runtime::testing::{Client, ProtocolError};
use mcp_runtime::{Context, Principal, Server, ServerBuilder, ToolFailure, tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// What the user says.
#[derive(Deserialize, JsonSchema)]
struct Said {
    text: String,
}

/// Asks twice.
#[tool]
async fn ask(cx: &Context, about: String) -> Result<String, ToolFailure> {
    let once = cx.once("about", async { about.clone() }).await?;
    let first: Said = cx.elicit("first", "And?").await?.required()?;
    let second: Said = cx.elicit("second", "And then?").await?.required()?;
    Ok(json!([once, first.text, second.text]).to_string())
}

/// Asks twice as well.
#[tool]
async fn ask_again(cx: &Context, about: String) -> Result<String, ToolFailure> {
    ask(cx, about).await
}

fn client(builder: ServerBuilder<()>) -> Client {
    let server = builder
        .tools(tools![ask, ask_again])
        .build()
        .expect("it is a server");
    Client::new(&server).with_capabilities(json!({ "elicitation": {} }))
}

/// Those that take part: one with a key, and those that are not to open what it sealed.
struct Cast {
    own: Client,
    others: Vec<Client>,
    /// What has no time left a second after the beginning.
    expires: (Client, String, Instant),
}

fn cast() -> &'static Cast {
    static CAST: OnceLock<Cast> = OnceLock::new();
    CAST.get_or_init(|| {
        let keyed = |name: &str, key: u8| Server::builder(name, "1.0.0").state_key([key; 32]);
        let own = client(keyed("fuzz", 1));
        let brief = client(keyed("fuzz", 1).answers_within(Duration::ZERO));
        let first = state(&round(&brief, "ask", "?", json!({}), None).expect("it asks"));
        Cast {
            others: vec![
                client(keyed("fuzz", 2)),
                client(keyed("zuff", 1)),
                client(Server::builder("fuzz", "1.0.0").state_key([3; 32])),
                own.clone().with_principal(Principal::new("ada")),
            ],
            own,
            expires: (brief, first, Instant::now()),
        }
    })
}

fuzz_target!(|input: &[u8]| {
    let mut parts = input.splitn(3, |byte| *byte == b'\n');
    let mut text = || std::str::from_utf8(parts.next()?).ok();
    let (Some(about), Some(answer)) = (text(), text()) else {
        return;
    };
    let edits = parts.next().unwrap_or_default();
    let Cast {
        own,
        others,
        expires,
    } = cast();
    let said = |text: &str| json!({ "action": "accept", "content": { "text": text } });

    let first = state(&round(own, "ask", about, json!({}), None).expect("it asks"));
    let answers = json!({ "first": said(answer) });
    let second = round(own, "ask", about, answers.clone(), Some(&first)).expect("it asks on");
    assert_eq!(second["resultType"], "input_required", "{second}");
    let second = state(&second);
    let last = json!({ "second": said("end") });
    let done = round(own, "ask", about, last.clone(), Some(&second)).expect("it is done");
    assert_eq!(
        done["content"][0]["text"],
        json!([about, answer, "end"]).to_string(),
        "{done}"
    );

    let changed = edited(&second, edits);
    if changed != second && changed != first {
        refused(round(own, "ask", about, last.clone(), Some(&changed)));
    }
    for other in others {
        refused(round(other, "ask", about, answers.clone(), Some(&first)));
        refused(round(other, "ask", about, last.clone(), Some(&second)));
    }
    refused(round(own, "ask_again", about, last.clone(), Some(&second)));
    refused(round(own, "ask", &format!("{about}."), last, Some(&second)));
    let (brief, first, since) = expires;
    if since.elapsed() > Duration::from_secs(2) {
        refused(round(brief, "ask", "?", answers, Some(first)));
    }
});

fn round(
    client: &Client,
    tool: &str,
    about: &str,
    answers: Value,
    state: Option<&str>,
) -> Result<Value, ProtocolError> {
    let params = json!({
        "name": tool,
        "arguments": { "about": about },
        "inputResponses": answers,
        "requestState": state,
    });
    given(client.request("tools/call", params))
}

#[track_caller]
fn state(asked: &Value) -> String {
    asked["requestState"]
        .as_str()
        .expect("there is a state")
        .to_owned()
}

#[track_caller]
fn refused(answered: Result<Value, ProtocolError>) {
    let error = answered.expect_err("it is not for this call");
    assert_eq!(error.code, -32602, "{error}");
    assert!(
        error.message.starts_with("Invalid 'requestState'"),
        "{error}"
    );
}

fn edited(state: &str, edits: &[u8]) -> String {
    if let Some(whole) = edits.strip_prefix(b"=") {
        return String::from_utf8_lossy(whole).into_owned();
    }
    let mut state = state.as_bytes().to_vec();
    for edit in edits.chunks(3) {
        match *edit {
            [high, low, byte] if !state.is_empty() => {
                let place = usize::from(u16::from_be_bytes([high, low])) % state.len();
                state[place] = byte & 0x7f;
            }
            [one, other] => state.extend([one & 0x7f, other & 0x7f]),
            [cut] => state.truncate(state.len().saturating_sub(cut.into())),
            _ => {}
        }
    }
    String::from_utf8(state).expect("it is ASCII")
}
