//! The official schemas of the protocol, as a judge.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use mcp_runtime::ProtocolVersion;
use serde_json::{Value, json};

/// The schemas, where they are at hand.
pub(crate) struct Schemas {
    folder: Option<PathBuf>,
    read: HashMap<ProtocolVersion, Value>,
    validators: HashMap<(ProtocolVersion, &'static str), Validator>,
}

impl Schemas {
    pub(crate) fn find() -> Self {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = package
            .ancestors()
            .map(|folder| folder.join("shared/schemas"))
            .find(|folder| folder.is_dir());
        if folder.is_none() {
            eprintln!(
                "note: no folder shared/schemas here, so answers are not judged by the official schemas"
            );
        }
        Self {
            folder,
            read: HashMap::new(),
            validators: HashMap::new(),
        }
    }

    /// What the schema has against an answer and the notifications before it.
    pub(crate) fn judge(
        &mut self,
        version: ProtocolVersion,
        sent: &Value,
        answer: Option<&Value>,
        notifications: &[Value],
    ) -> Vec<String> {
        let mut faults = Vec::new();
        for notification in notifications {
            let kind = match notification["method"].as_str() {
                Some("notifications/progress") => "ProgressNotification",
                Some("notifications/message") => "LoggingMessageNotification",
                Some("notifications/tools/list_changed") => "ToolListChangedNotification",
                Some("notifications/prompts/list_changed") => "PromptListChangedNotification",
                Some("notifications/resources/list_changed") => "ResourceListChangedNotification",
                Some("notifications/resources/updated") => "ResourceUpdatedNotification",
                Some("notifications/subscriptions/acknowledged") => {
                    "SubscriptionsAcknowledgedNotification"
                }
                Some("notifications/cancelled") => "CancelledNotification",
                other => panic!("an unexpected notification: {other:?}"),
            };
            faults.extend(self.faults(version, kind, notification));
        }
        for (sent, answer) in pairs(sent, answer) {
            if let Some(result) = answer.get("result") {
                faults.extend(self.faults(version, result_of(sent), result));
            } else if answer.get("id").is_some() {
                // Where no id could be read there is none in the answer, in all eras; the older
                // schemas do not know that case.
                let kind = if version >= ProtocolVersion::V2025_11_25 {
                    "JSONRPCErrorResponse"
                } else {
                    "JSONRPCError"
                };
                faults.extend(self.faults(version, kind, answer));
            }
        }
        faults
    }

    pub(crate) fn faults(
        &mut self,
        version: ProtocolVersion,
        kind: &'static str,
        value: &Value,
    ) -> Vec<String> {
        let Some(folder) = &self.folder else {
            return Vec::new();
        };
        let schema = self.read.entry(version).or_insert_with(|| {
            let file = folder.join(format!("{version}.schema.json"));
            let text = fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            serde_json::from_str(&text).unwrap()
        });
        let validator = self.validators.entry((version, kind)).or_insert_with(|| {
            let definitions = if schema.get("$defs").is_some() {
                "$defs"
            } else {
                "definitions"
            };
            assert!(
                schema[definitions].get(kind).is_some(),
                "{version} has no {kind}"
            );
            let mut schema = schema.clone();
            schema["$ref"] = json!(format!("#/{definitions}/{kind}"));
            jsonschema::validator_for(&schema).unwrap()
        });
        validator
            .iter_errors(value)
            .map(|error| {
                format!(
                    "{version} {kind}: {error} at '{}' in {value}",
                    error.instance_path()
                )
            })
            .collect()
    }
}

/// Each request with its answer; a batch has several.
fn pairs<'v>(sent: &'v Value, answer: Option<&'v Value>) -> Vec<(&'v Value, &'v Value)> {
    match answer {
        None => Vec::new(),
        Some(Value::Array(answers)) => answers
            .iter()
            .filter_map(|answer| {
                let requests = sent.as_array()?;
                let request = requests
                    .iter()
                    .find(|request| request["id"] == answer["id"])?;
                Some((request, answer))
            })
            .collect(),
        Some(answer) => vec![(sent, answer)],
    }
}

fn result_of(request: &Value) -> &'static str {
    match request["method"].as_str() {
        Some("initialize") => "InitializeResult",
        Some("server/discover") => "DiscoverResult",
        Some("tools/list") => "ListToolsResult",
        Some("tools/call") => "CallToolResult",
        Some("prompts/list") => "ListPromptsResult",
        Some("prompts/get") => "GetPromptResult",
        Some("resources/list") => "ListResourcesResult",
        Some("resources/templates/list") => "ListResourceTemplatesResult",
        Some("resources/read") => "ReadResourceResult",
        Some("completion/complete") => "CompleteResult",
        Some("subscriptions/listen") => "SubscriptionsListenResult",
        _ => "EmptyResult",
    }
}

#[test]
fn the_judge_sees_what_is_wrong() {
    let mut schemas = Schemas::find();
    if schemas.folder.is_none() {
        return;
    }
    for version in ProtocolVersion::ALL {
        let request = json!({ "method": "tools/call" });
        let answer = json!({ "id": 1, "result": { "content": [{ "type": "text" }] } });
        let faults = schemas.judge(version, &request, Some(&answer), &[]);
        assert!(!faults.is_empty(), "{version}");
    }
}
