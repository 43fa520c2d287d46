//! Tools whose schemas are known only at run time.

use std::time::Duration;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{
    Context, Conversions, DynamicTool, InvalidArguments, Json, ProtocolVersion, RawArguments,
    Server, ToolFailure, ToolOutput, ToolSet, UnknownArguments, tool, tools,
};
use serde_json::{Value, json};

/// Everything that the suite of the protocol's own tests asks a server to keep.
const LETTER: &str = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contact":{"type":"string"}},"allOf":[{"anyOf":[{"required":["name"]},{"required":["contact"]}]}],"if":{"required":["address"]},"then":{"required":["name"]},"else":{"required":["contact"]},"additionalProperties":false}"##;

async fn echo(arguments: RawArguments, _: Context) -> String {
    arguments.get().to_owned()
}

fn break_down() {
    panic!("secret");
}

/// Add.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn dynamic(schema: impl std::fmt::Display) -> DynamicTool {
    DynamicTool::new("echo", "Says what it was told.", schema, echo)
}

fn client(tool: DynamicTool) -> Client {
    Client::new(
        &Server::builder("s", "1")
            .tools(tool.into())
            .build()
            .unwrap(),
    )
}

fn days() -> Value {
    json!({
        "type": "object",
        "properties": {
            "days": { "type": "integer", "minimum": 1, "maximum": 16 },
            "cities": { "type": "array", "items": { "type": "string" } },
            "note": { "type": ["string", "null"] },
        },
        "required": ["days"],
        "additionalProperties": false,
    })
}

#[tokio::test]
async fn a_schema_is_sent_to_the_letter_in_every_revision() {
    let tool = dynamic(LETTER).unchecked_keywords().any_host();
    let server = Server::builder("s", "1")
        .tools(tool.into())
        .build()
        .unwrap();
    for version in ProtocolVersion::ALL {
        let client = Client::new(&server).with_version(version);
        let id = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
        let listed = if version == ProtocolVersion::LATEST {
            client
                .request("tools/list", json!({}))
                .await
                .unwrap()
                .to_string()
        } else {
            let sent = client.send(&id.to_string()).await.unwrap();
            assert!(
                sent.contains(&format!(r#""inputSchema":{LETTER}"#)),
                "{version} {sent}"
            );
            sent
        };
        assert!(listed.contains("addressDef"), "{version}");
    }
}

#[tokio::test]
async fn a_schema_of_several_lines_stays_on_one() {
    let schema = serde_json::to_string_pretty(&days()).unwrap();
    let client = client(dynamic(schema)).with_version(ProtocolVersion::V2025_11_25);
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let sent = client.send(&list.to_string()).await.unwrap();
    assert!(!sent.contains('\n'), "{sent}");
}

#[tokio::test]
async fn arguments_are_held_to_the_schema_in_the_words_of_other_tools() {
    let client = client(dynamic(days()));
    for (arguments, message) in [
        (
            json!({}),
            "'days' is required and must be an integer between 1 and 16",
        ),
        (
            json!({ "days": 17 }),
            "'days' must be between 1 and 16, got 17",
        ),
        (
            json!({ "days": 1, "note": 2, "day": 3 }),
            "'note' must be a string, got 2; unknown argument 'day', did you mean 'days'?",
        ),
        (
            json!({ "days": 1, "cities": [1] }),
            "'cities[0]' must be a string, got 1",
        ),
        (
            json!({ "days": null }),
            "'days' may not be null, it must be",
        ),
    ] {
        let Outcome::ProtocolError {
            code: -32602,
            message: said,
            data,
            ..
        } = client.call("echo", arguments.clone()).await
        else {
            panic!("{arguments} was taken");
        };
        assert!(
            said.starts_with(&format!("Invalid arguments for 'echo': {message}")),
            "{said}"
        );
        assert!(data.unwrap()["errors"].is_array());
    }
}

#[tokio::test]
async fn arguments_come_as_they_were_sent() {
    let client = client(dynamic(days()).unknown_arguments(UnknownArguments::Ignore));
    for sent in [
        r#"{"days":1}"#,
        r#"{ "days" : 1.0, "cities": [ "Oslo\u0041" ] }"#,
        r#"{"days":16,"note":null}"#,
        r#"{"days":16,"other":{"deep":[1e300]}}"#,
    ] {
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{sent}}}}}"#
        );
        let answer: Value = serde_json::from_str(&client.send(&call).await.unwrap()).unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], sent, "{answer}");
    }
    let open = self::client(dynamic(r#"{"type":"object"}"#).any_host());
    assert_eq!(open.call("echo", Value::Null).await.text(), "{}");
    assert_eq!(
        open.call("echo", json!({ "a": 1 })).await.text(),
        r#"{"a":1}"#
    );
}

#[tokio::test]
async fn what_hosts_encode_twice_or_leave_null_is_put_right_before_the_handler() {
    let client = client(dynamic(days()));
    let sent = json!({ "days": 2, "cities": "[\"Oslo\",\"Rome\"]", "note": null });
    let told: Value = serde_json::from_str(&client.call("echo", sent).await.text()).unwrap();
    assert_eq!(
        told,
        json!({ "days": 2, "cities": ["Oslo", "Rome"], "note": null })
    );
    let sent = json!({ "days": 2, "cities": null });
    assert_eq!(client.call("echo", sent).await.text(), r#"{"days":2}"#);
    let nested = r#"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"integer"}}}}}"#;
    let sent = json!({ "a": { "b": null, "c": null } });
    let told = self::client(dynamic(nested))
        .call("echo", sent)
        .await
        .text();
    assert_eq!(told, r#"{"a":{"c":null}}"#);
    let strict = self::client(dynamic(days()).conversions(Conversions::None));
    let sent = json!({ "days": 2, "cities": "[]" });
    assert!(
        strict
            .call("echo", sent)
            .await
            .text()
            .contains("'cities' must be an array")
    );
}

#[tokio::test]
async fn a_null_among_the_listed_values_is_one_of_them() {
    let schema = r#"{"type":"object","properties":{"a":{"enum":["x",null]},"b":{"type":"object","properties":{"c":{"const":null},"d":{"enum":[null,1]}}}},"required":["a"],"additionalProperties":false}"#;
    let client = client(dynamic(schema).any_host());
    for sent in [
        r#"{"a":null}"#,
        r#"{"a":null,"b":{"c":null,"d":null}}"#,
        r#"{"a":"x","b":{"d":1}}"#,
    ] {
        let arguments: Value = serde_json::from_str(sent).unwrap();
        let told = client.call("echo", arguments.clone()).await.text();
        assert_eq!(serde_json::from_str::<Value>(&told).unwrap(), arguments);
    }
    let refused = client.call("echo", json!({ "a": "y" })).await.text();
    assert!(
        refused.contains(r#"'a' must be "x" or null, got "y""#),
        "{refused}"
    );
}

#[tokio::test]
async fn properties_that_are_not_named_are_what_the_schema_lets_them_be() {
    let map = r#"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"}}"#;
    let client = client(dynamic(map));
    assert_eq!(
        client.call("echo", json!({ "b": 1 })).await.text(),
        r#"{"b":1}"#
    );
    let refused = client
        .call("echo", json!({ "a": 1, "b": "x" }))
        .await
        .text();
    assert_eq!(
        refused,
        "Invalid arguments for 'echo': 'a' must be a string, got 1; 'b' must be an integer, got the string \"x\""
    );
}

#[test]
fn rules_that_are_not_checked_are_refused_unless_the_tool_takes_them_on() {
    let error = Server::builder("s", "1")
        .tools(dynamic(LETTER).any_host().into())
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the server cannot be built: the tool 'echo': the schema of its arguments has rules that \
         are not checked here: 'allOf', 'else', 'if', 'then'; call `unchecked_keywords` on the \
         tool, whose handler then has to check them, or take them out"
    );
}

#[test]
fn what_cannot_be_a_schema_or_a_name_is_refused() {
    let refused = |tool: DynamicTool| {
        Server::builder("s", "1")
            .tools(tool.into())
            .build()
            .unwrap_err()
            .to_string()
    };
    for (schema, problem) in [
        ("{", "is not JSON"),
        ("true", "is not one of an object"),
        (r#"{"properties":{}}"#, "is not one of an object"),
        (r#"{"type":["object","null"]}"#, "is not one of an object"),
        (
            r#"{"type":"object","required":"a"}"#,
            "is not valid JSON Schema: 'required' must be a list of names",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"int"}}}"#,
            "'type' at '#/properties/a' must be one of",
        ),
        (
            r#"{"type":"object","properties":{"a":{}},"properties":{"b":{}}}"#,
            "'properties' is there twice",
        ),
        (
            r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a"}}}"##,
            "contains nothing but itself",
        ),
    ] {
        let message = refused(dynamic(schema).any_host().unchecked_keywords());
        assert!(message.contains(problem), "{schema}: {message}");
    }
    assert!(refused(dynamic(days()).output_schema("{")).contains("output schema is not JSON"));
    let output = dynamic(days()).output_schema(r#"{"type":"object","minimum":"5"}"#);
    assert!(refused(output).contains("output schema is not valid JSON Schema: 'minimum' must be"));
    let named = |name: &str| DynamicTool::new(name, "Does it.", days(), echo);
    assert!(refused(named("with blank")).contains("cannot be a tool's name"));
    assert!(refused(named("with.dot")).contains("dots"));
    assert!(refused(DynamicTool::new("a", "", days(), echo)).contains("description"));
    let set: ToolSet<()> = [named("a"), named("b"), named("a")].into_iter().collect();
    let error = Server::builder("s", "1")
        .tools(set)
        .build()
        .unwrap_err()
        .to_string();
    let (before, after) = error.split_once("dynamic.rs:").unwrap();
    assert_eq!(
        before,
        "the server cannot be built: two tools are called 'a': both are the one declared at tests/servers/"
    );
    assert_eq!(
        after.trim_start_matches(|letter: char| letter.is_ascii_digit()),
        "; list it once, give each a name of its own where several are made there, or put a prefix before one of the sets with `ToolSet::prefixed`"
    );
    let clash = Server::builder("s", "1")
        .tools(tools![add])
        .tools(named("add").into());
    let error = clash.build().unwrap_err().to_string();
    assert!(
        error.contains("the other at tests/servers/dynamic.rs:"),
        "{error}"
    );
}

#[tokio::test]
async fn it_stands_in_the_list_as_written_with_what_it_says_of_itself() {
    let said = dynamic(days())
        .title("Echo")
        .read_only(true)
        .idempotent(true)
        .destructive(false)
        .open_world(false)
        .icon("https://example.com/echo.png")
        .meta(json!({ "example.com/origin": "upstream" }))
        .output_schema(json!({ "type": "object", "properties": { "n": { "type": "integer" } } }));
    let set = tools![add]
        .and(said.into())
        .prefixed("up_")
        .and(tools![add]);
    let server = Server::builder("s", "1").tools(set).build().unwrap();
    let listed = Client::new(&server).list_tools().await.unwrap();
    let names: Vec<_> = listed.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["up_add", "up_echo", "add"]);
    let tool = &listed[1];
    assert_eq!(tool["title"], "Echo");
    assert_eq!(
        tool["annotations"],
        json!({ "readOnlyHint": true, "idempotentHint": true, "destructiveHint": false, "openWorldHint": false })
    );
    assert_eq!(
        tool["icons"],
        json!([{ "src": "https://example.com/echo.png" }])
    );
    assert_eq!(tool["_meta"], json!({ "example.com/origin": "upstream" }));
    assert_eq!(tool["outputSchema"]["properties"]["n"]["type"], "integer");
}

#[tokio::test]
async fn its_handler_returns_what_tools_return_under_the_same_limits() {
    let object = r#"{"type":"object","properties":{}}"#;
    let set: ToolSet<()> = [
        DynamicTool::new("structured", "Structures.", object, |_, _| async {
            ToolOutput::structured(Json(json!({ "n": 1 })))
        }),
        DynamicTool::new("fails", "Fails.", object, |_, _| async {
            Err::<(), _>(ToolFailure::not_found("there is no such thing as 17"))
        }),
        DynamicTool::new("panics", "Panics.", object, |_, _| async {
            break_down();
        }),
        DynamicTool::new("breaks", "Breaks.", object, |_, _| {
            break_down();
            async {}
        }),
        DynamicTool::new("hangs", "Hangs.", object, |_, _| {
            std::future::pending::<String>()
        })
        .timeout(Duration::from_millis(1))
        .max_running(1),
        DynamicTool::new(
            "decodes",
            "Decodes.",
            days(),
            |arguments: RawArguments, _| async move {
                #[derive(serde::Deserialize)]
                struct Days {
                    days: String,
                }
                arguments.decode::<Days>().map(|days| days.days)
            },
        ),
    ]
    .into_iter()
    .collect();
    let hooked = Server::builder("s", "1")
        .tools(set)
        .on_failure(|failure, call| {
            Some(
                failure
                    .clone()
                    .map_text(|text| format!("[{}] {text}", call.tool())),
            )
        });
    let client = Client::new(&hooked.build().unwrap());
    let structured = client.call("structured", Value::Null).await;
    assert_eq!(structured.structured(), Some(&json!({ "n": 1 })));
    for (tool, text) in [
        ("fails", "[fails] there is no such thing as 17"),
        ("panics", "This tool failed because of a fault of its own"),
        ("breaks", "This tool failed because of a fault of its own"),
        ("hangs", "[hangs] 'hangs' was stopped"),
    ] {
        let outcome = client.call(tool, Value::Null).await;
        assert!(
            matches!(outcome, Outcome::ToolFailure { .. }),
            "{tool} {outcome:?}"
        );
        assert!(outcome.text().starts_with(text), "{outcome:?}");
        assert!(!outcome.text().contains("secret"), "{outcome:?}");
    }
    let outcome = client.call("decodes", json!({ "days": 1 })).await;
    assert!(
        matches!(outcome, Outcome::ToolFailure { .. }),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn refused_arguments_may_go_to_the_model() {
    let client = client(dynamic(days()).invalid_arguments(InvalidArguments::ToolFailure));
    let outcome = client.call("echo", json!({})).await;
    assert!(
        matches!(outcome, Outcome::ToolFailure { .. }),
        "{outcome:?}"
    );
}
