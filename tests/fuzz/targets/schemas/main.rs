//! Arguments against schemas that are sent to the letter: a call is accepted exactly when another implementation of
//! JSON Schema accepts its arguments, and no schema breaks the building of a server.
//!
//! The input makes choices for the generators of schemas, which the property tests have as well, and of values.

#![no_main]

use fuzz::at_once;
use fuzz::json::judge_answer;
use libfuzzer_sys::fuzz_target;
use mcp_runtime::testing::Client;
use mcp_runtime::{Context, Conversions, DynamicTool, RawArguments, Server};
use serde_json::{Value, json};

mod random;
#[path = "../../../../mcp-runtime/src/tool/properties/schemas.rs"]
mod schemas;
mod values;

use random::Random;

fuzz_target!(|input: &[u8]| {
    let mut random = Random::new(input);
    let depth = random.below(3);
    let x = schemas::any(&mut random, depth);
    let mut schema = json!({ "type": "object", "properties": { "x": x }, "required": ["x"] });
    if random.once_in(4) {
        schema["additionalProperties"] = json!(false);
    }
    let checked = built(tool(&schema));
    let whole = checked.is_some();
    // What is not checked may be refused by the judge alone.
    let Some(server) = checked.or_else(|| built(tool(&schema).unchecked_keywords())) else {
        return;
    };
    // To the letter, `format` is a remark.
    let judge = jsonschema::options()
        .should_validate_formats(false)
        .build(&schema);
    let Ok(judge) = judge else { return };
    let client = Client::new(&server);
    for _ in 0..8 {
        let mut arguments = String::from("{\"x\":");
        values::write(&mut random, &schema["properties"]["x"], 4, &mut arguments);
        if random.once_in(16) {
            arguments.push_str(",\"y\":1");
        }
        arguments.push('}');
        let read: Value = serde_json::from_str(&arguments).expect("it was written as JSON");
        let valid = judge.is_valid(&read);
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"take","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        );
        let answer = at_once(client.send(&request))
            .flatten()
            .expect("a call is answered");
        let accepted = match judge_answer(&answer, Some("1")) {
            None => true,
            Some(code) => {
                assert_eq!(code, -32602);
                false
            }
        };
        let text = || format!("{schema}\n{arguments}\n{answer}");
        // `null` may mean that something is left out, which no schema says.
        if has_null(&read) {
            assert!(accepted || !valid, "{}", text());
        } else if whole {
            assert_eq!(accepted, valid, "{}", text());
        } else {
            assert!(accepted || !valid, "{}", text());
        }
        if random.is_used_up() {
            return;
        }
    }
});

async fn take(arguments: RawArguments, _: Context) -> String {
    let _: Value = serde_json::from_str(arguments.get()).expect("arguments are JSON");
    "taken".to_owned()
}

fn tool(schema: &Value) -> DynamicTool {
    let tool = DynamicTool::new("take", "Takes anything.", schema, take);
    tool.any_host().conversions(Conversions::None)
}

/// The server of a tool; `None` where it says why there is none.
fn built(tool: DynamicTool) -> Option<Server> {
    match Server::builder("fuzz", "1.0.0").tools(tool.into()).build() {
        Ok(server) => Some(server),
        Err(error) => {
            assert!(
                error.problems().all(|problem| problem.contains("take")),
                "{error}"
            );
            None
        }
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}
