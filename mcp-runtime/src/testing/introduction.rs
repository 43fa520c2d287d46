//! What the clients of this module say of themselves, on whatever way.

use serde_json::{Value, json};

use crate::protocol::meta;
use crate::protocol::version::ProtocolVersion;

/// What follows the answer to `initialize`.
pub(super) const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// The parameters of `initialize`.
pub(super) fn initialize(version: ProtocolVersion, capabilities: &Value) -> Value {
    json!({
        "protocolVersion": version.as_str(),
        "capabilities": capabilities,
        "clientInfo": about_this_client(),
    })
}

/// Adds to `_meta` what the revision requires and what makes notifications come, unless the test
/// has put it there itself.
pub(super) fn complete(
    params: &mut Value,
    id: u64,
    version: ProtocolVersion,
    capabilities: &Value,
) {
    let Some(params) = params.as_object_mut() else {
        return;
    };
    let meta = params.entry("_meta").or_insert_with(|| json!({}));
    let Some(meta) = meta.as_object_mut() else {
        return;
    };
    let mut add = |key: &str, value: Value| {
        meta.entry(key).or_insert(value);
    };
    add(meta::PROGRESS_TOKEN, json!(id));
    if version.is_stateless() {
        add(meta::PROTOCOL_VERSION, json!(version.as_str()));
        add(meta::CLIENT_INFO, about_this_client());
        add(meta::CLIENT_CAPABILITIES, capabilities.clone());
        add(meta::LOG_LEVEL, json!("debug"));
    }
}

fn about_this_client() -> Value {
    json!({ "name": "mcp-runtime-testing", "version": env!("CARGO_PKG_VERSION") })
}
