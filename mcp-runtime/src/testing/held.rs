//! Results held to the output schemas of their tools, as a client that checks them does.

use serde_json::Value;

use crate::server::caller::Caller;
use crate::tool::output_schema::check;

use super::Client;

impl Client {
    /// Fails the test when the answer to a call is a success that breaks the tool's output schema
    /// in the client's revision.
    pub(super) fn hold_to_schema(&self, tool: &str, answer: &Value) {
        let Some(result) = answer.get("result") else {
            return;
        };
        let is_complete = !matches!(result.get("resultType"), Some(kind) if kind != "complete");
        let failed = result.get("isError") == Some(&Value::Bool(true));
        let catalog = &self.server.dispatcher.catalog;
        let caller = self.principal.as_ref().map_or(Caller::Owner, Caller::Known);
        let known = catalog.find(tool, caller);
        let schema = known.and_then(|known| known.output_schema(self.version));
        let (Some(schema), true, false) = (schema, is_complete, failed) else {
            return;
        };
        let schema: Value = serde_json::from_str(&schema).unwrap_or_default();
        let content = result.get("structuredContent");
        let held = check::hold(tool, &schema, content);
        assert!(
            held.is_ok(),
            "{}\n\nthe structured content is {}",
            held.err()
                .map(|broken| broken.to_string())
                .unwrap_or_default(),
            content.unwrap_or(&Value::Null)
        );
    }
}
