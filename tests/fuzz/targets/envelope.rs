//! One message as a text: what is JSON is what `serde_json` takes for it, and each message gets the answer it is owed.
//!
//! The input: a byte for the revision that the client speaks, `0` to `4`, the oldest first; then the message.

#![no_main]

use std::sync::OnceLock;

use fuzz::at_once;
use fuzz::json::{depth, items, judge_answer, members, repeated};
use libfuzzer_sys::fuzz_target;
use mcp_runtime::testing::Client;
use mcp_runtime::{
    Context, Json, LogLevel, ProtocolVersion, Server, prompt, prompts, resource, resources, tool,
    tools,
};
use serde_json::value::RawValue;

/// Says what it is told.
#[tool]
fn echo(text: String, cx: &Context) -> String {
    cx.log(LogLevel::Info, &text);
    cx.progress(1, 1.0, &*text);
    text
}

/// Adds up.
#[tool]
fn sum(numbers: Vec<i32>) -> Json<Vec<i64>> {
    Json(vec![numbers.into_iter().map(i64::from).sum()])
}

/// Asks for a review.
#[prompt]
fn review(code: &str, language: Option<String>) -> String {
    format!("{code} {language:?}")
}

/// A note.
#[resource(uri = "notes://{id}{?part}")]
fn note(id: u32, part: Option<String>) -> String {
    format!("{id} {part:?}")
}

/// How deep a message may nest.
const LEVELS: usize = 16;

fn client(version: ProtocolVersion) -> Client {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        let server = Server::builder("fuzz", "1.0.0")
            .tools(tools![echo, sum])
            .prompts(prompts![review])
            .resources(resources![note])
            .max_nesting(LEVELS)
            .page_size(1);
        server.build().expect("it is a server")
    });
    Client::new(server).with_version(version)
}

fuzz_target!(|input: &[u8]| {
    let Some((version, Ok(text))) = input
        .split_first()
        .map(|(first, rest)| (usize::from(*first), std::str::from_utf8(rest)))
    else {
        return;
    };
    let version = ProtocolVersion::ALL[version % ProtocolVersion::ALL.len()];
    let client = client(version);
    let expected = Owed::by(text, version);
    let answered = match at_once(client.send(text)) {
        Some(answered) => answered,
        // It listens, and is never done.
        None => {
            assert!(
                matches!(expected, Owed::Answer(Some(_), None)),
                "{expected:?}"
            );
            assert!(text.contains("listen") || text.contains('\\'), "it waits");
            return;
        }
    };
    match (&expected, &answered) {
        (Owed::Nothing, None) => {}
        (Owed::Answer(id, code), Some(answer)) => {
            let said = judge_answer(answer, *id);
            if let Some(code) = code {
                assert_eq!(said, Some(*code), "{answer}");
            }
        }
        (Owed::Answers(owed, cancels), None) => {
            assert!(owed.is_empty() || *cancels, "not answered: {owed:?}");
        }
        (Owed::Answers(owed, cancels), Some(answers)) => {
            let mut owed = owed.clone();
            let answers = items(answers).expect("a batch is answered by one");
            assert!(!answers.is_empty(), "an empty batch is no answer");
            for answer in answers {
                let id = members(answer)
                    .expect("it is an object")
                    .into_iter()
                    .find_map(|(name, value)| (name == "id").then_some(value));
                // It is written as ids are, so it is what it would be repeated as.
                judge_answer(answer, id);
                let same = |owed: &Option<&str>| owed.map(repeated).as_deref() == id;
                let place = owed.iter().position(same);
                owed.swap_remove(place.expect("it is the answer to one of them"));
            }
            assert!(owed.is_empty() || *cancels, "not answered: {owed:?}");
        }
        _ => panic!("{expected:?} is owed, and the answer is {answered:?}"),
    }
});

/// What a message is owed, by the specification and the routing table.
#[derive(Debug)]
enum Owed<'a> {
    Nothing,
    /// With this id, and this code where it is known.
    Answer(Option<&'a str>, Option<i64>),
    /// Answers with these ids, unless some of the batch cancels others.
    Answers(Vec<Option<&'a str>>, bool),
}

const NOT_JSON: Option<i64> = Some(-32700);
const NOT_A_REQUEST: Option<i64> = Some(-32600);

impl<'a> Owed<'a> {
    fn by(text: &'a str, version: ProtocolVersion) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Self::Nothing;
        }
        match items(text) {
            None => Self::by_one(text),
            Some(_) if version != ProtocolVersion::V2025_03_26 => Self::Answer(None, NOT_A_REQUEST),
            Some(items) if items.is_empty() => Self::Answer(None, NOT_A_REQUEST),
            Some(items) => {
                let owed = items.iter().filter_map(|item| match Self::by_one(item) {
                    Self::Answer(id, _) => Some(id),
                    _ => None,
                });
                Self::Answers(
                    owed.collect(),
                    text.contains("cancelled") || text.contains('\\'),
                )
            }
        }
    }

    fn by_one(text: &'a str) -> Self {
        let Ok(message) = serde_json::from_str::<&RawValue>(text) else {
            return Self::Answer(None, NOT_JSON);
        };
        if !message.get().starts_with('{') {
            return Self::Answer(None, NOT_A_REQUEST);
        }
        // A name that no text is written like stands for nothing.
        let Some(members) = members(message.get()) else {
            return Self::Answer(None, NOT_JSON);
        };
        let all = |name: &str| -> Vec<&'a str> {
            let of_name = members.iter().filter(|(known, _)| known == name);
            of_name.map(|(_, value)| *value).collect()
        };
        let unreadable =
            |params: &&str| params.starts_with('{') && fuzz::json::members(params).is_none();
        if all("params").iter().any(unreadable) {
            return Self::Answer(None, NOT_JSON);
        }
        let one = |name: &str| all(name).last().copied();
        if one("method").is_none() && (one("result").or(one("error"))).is_some() {
            return Self::Nothing;
        }
        let id = one("id").filter(|id| can_be_an_id(id) && all("id").len() == 1);
        let known = ["jsonrpc", "id", "method", "params", "result", "error"];
        if known.iter().any(|name| all(name).len() > 1) {
            return Self::Answer(id, NOT_A_REQUEST);
        }
        let string =
            |name: &str| one(name).and_then(|text| serde_json::from_str::<String>(text).ok());
        if string("jsonrpc").as_deref() != Some("2.0") || string("method").is_none() {
            return Self::Answer(id, NOT_A_REQUEST);
        }
        match (one("id"), id) {
            (None, _) => Self::Nothing,
            (Some(_), None) => Self::Answer(None, NOT_A_REQUEST),
            _ if depth(text) > LEVELS => Self::Answer(id, NOT_A_REQUEST),
            _ => Self::Answer(id, None),
        }
    }
}

/// A string, or an integer of any size.
fn can_be_an_id(text: &str) -> bool {
    text.starts_with('"') || text.bytes().all(|byte| matches!(byte, b'-' | b'0'..=b'9'))
}
