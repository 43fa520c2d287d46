//! Wherever in an error a secret sits, it is in the log at most, in every era and on both channels.

use std::fmt;
use std::path::PathBuf;

use mcp_runtime::testing::Client;
use mcp_runtime::{
    InvalidArguments, Json, ProtocolVersion, ResultExt, Server, ToolFailure, tool, tools,
};
use serde_json::{Value, json};

use crate::leaks::Log;

const SECRET: &str = "hunter2";

/// Says its secret only to programmers.
struct OnlyDebug;

impl fmt::Debug for OnlyDebug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OnlyDebug({SECRET})")
    }
}

impl fmt::Display for OnlyDebug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no connection")
    }
}

impl std::error::Error for OnlyDebug {}

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Vault {
    #[error("the vault of {owner} is locked")]
    #[failure(forbidden)]
    Locked {
        owner: &'static str,
        #[failure(secret)]
        key: String,
    },
    #[error("the file {} is not there", .0.display())]
    #[failure(internal)]
    File(PathBuf),
    #[error("the vault is shut: {0:?}")]
    #[failure(internal, message = "the vault cannot be opened")]
    Shut(OnlyDebug),
}

/// Cannot be written as JSON, and says why.
struct Unwritable;

impl serde::Serialize for Unwritable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom(SECRET))
    }
}

impl schemars::JsonSchema for Unwritable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Unwritable".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "properties": {} })
    }
}

fn locked() -> Result<Result<Json<Unwritable>, ToolFailure>, OnlyDebug> {
    Err(OnlyDebug)
}

/// Open the vault in one of the ways there are.
#[tool]
async fn open(way: u8, #[arg(secret)] pin: Option<u32>) -> Result<Json<Unwritable>, ToolFailure> {
    tokio::task::yield_now().await;
    Err(match (way, pin) {
        (0, _) => Vault::Locked {
            owner: "Ada",
            key: SECRET.to_owned(),
        }
        .into(),
        (1, _) => Vault::File(PathBuf::from("/etc").join(SECRET)).into(),
        (2, _) => Vault::Shut(OnlyDebug).into(),
        (3, _) => panic!("{SECRET}"),
        (4, _) => std::panic::panic_any(OnlyDebug),
        (5, _) => return locked().unwrap(),
        (6, _) => return Ok(Json(Unwritable)),
        (7, _) => return Err(OnlyDebug).or_internal(),
        _ => {
            let file = std::fs::read("/etc/hunter2/none");
            return Err(file
                .or_unavailable("the vault does not answer")
                .unwrap_err());
        }
    })
}

#[tokio::test]
async fn a_secret_is_nowhere_on_the_wire() {
    Log::start();
    for choice in [
        InvalidArguments::ProtocolError,
        InvalidArguments::ToolFailure,
    ] {
        let server = Server::builder("vault", "1.0.0")
            .invalid_arguments(choice)
            .tools(tools![open]);
        let client = Client::new(&server.build().unwrap());
        for version in ProtocolVersion::ALL {
            let client = client.clone().with_version(version);
            let ways = (0..9).map(|way| json!({ "way": way }));
            let wrong = [
                json!({ "way": 0, "pin": SECRET }),
                json!({ "way": 0, "pin": [SECRET] }),
                json!({ "way": 0, "pin": { "hunter2": 1 } }),
            ];
            for arguments in ways.chain(wrong) {
                let params = json!({ "name": "open", "arguments": arguments });
                let sent = client.request("tools/call", params).await;
                let sent = match sent {
                    Ok(result) => result.to_string(),
                    Err(error) => format!("{error:?}"),
                };
                for planted in [
                    SECRET,
                    "/etc",
                    "OnlyDebug",
                    "Vault",
                    "planted.rs",
                    "Unwritable",
                ] {
                    assert!(!sent.contains(planted), "{arguments}: {sent}");
                }
            }
        }
    }
}

#[tokio::test]
async fn what_the_operator_needs_is_in_the_log() {
    Log::start();
    let server = Server::builder("vault", "1.0.0").tools(tools![open]);
    let client = Client::new(&server.build().unwrap());
    for (way, logged) in [
        (1, SECRET),
        (2, SECRET),
        (3, SECRET),
        (5, SECRET),
        (6, SECRET),
        (7, "no connection"),
        (8, "os error"),
    ] {
        Log::take();
        let params = json!({ "name": "open", "arguments": { "way": way } });
        let sent: Value = client.request("tools/call", params).await.unwrap();
        let log = Log::take();
        assert!(log.contains(logged), "{way}: {log}");
        let id = sent.to_string();
        let id = id
            .split("referenceId\":\"")
            .nth(1)
            .and_then(|id| id.get(..8));
        assert!(id.is_none_or(|id| log.contains(id)), "{way}: {log}");
    }
}
