use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport::stdio};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct ReadNote {
    /// The note's title.
    title: String,
    /// How many lines at most.
    lines: Option<usize>,
}

#[derive(Clone)]
struct Notes {
    notes: Arc<Mutex<BTreeMap<String, String>>>,
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Notes {
    fn new() -> Self {
        Self {
            notes: Arc::default(),
            tool_router: Self::tool_router(),
        }
    }

    #[tool(description = "Reads a note.", annotations(read_only_hint = true))]
    async fn read_note(
        &self,
        Parameters(ReadNote { title, lines }): Parameters<ReadNote>,
    ) -> Result<CallToolResult, ErrorData> {
        let lines = lines.unwrap_or(20);
        if !(1..=100).contains(&lines) {
            return Err(ErrorData::invalid_params("lines must be between 1 and 100", None));
        }
        let notes = self
            .notes
            .lock()
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        match notes.get(&title) {
            Some(note) => {
                let text = note.lines().take(lines).collect::<Vec<_>>().join("\n");
                Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
            }
            None => Ok(CallToolResult::error(vec![ContentBlock::text(format!(
                "there is no note '{title}'"
            ))])),
        }
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Notes {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = Notes::new().serve(stdio()).await?;
    service.waiting().await?;
    Ok(())
}
