//! The four tools.

use std::time::Duration;

use records::{Filter, Found};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Echo {
    /// What to say.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Add {
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    /// What to look for.
    query: String,
    /// How many records at most.
    limit: Option<u32>,
    /// What narrows the search.
    filters: Option<Vec<Filter>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sleep {
    /// Milliseconds.
    ms: u64,
}

pub(crate) struct Server {
    pub(crate) tool_router: ToolRouter<Self>,
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}

#[tool_router(router = tool_router, vis = "pub(crate)")]
impl Server {
    /// Say it again.
    #[tool]
    async fn echo(&self, Parameters(Echo { text }): Parameters<Echo>) -> String {
        text
    }

    /// Add two integers.
    #[tool]
    async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> Result<String, String> {
        let sum = a.checked_add(b).ok_or("the sum is out of range")?;
        Ok(sum.to_string())
    }

    /// Find records.
    #[tool]
    async fn search(&self, Parameters(search): Parameters<Search>) -> Json<Found> {
        let filters = search.filters.map_or(0, |filters| filters.len());
        Json(records::search(&search.query, search.limit, filters))
    }

    /// Wait.
    #[tool]
    async fn sleep(&self, Parameters(Sleep { ms }): Parameters<Sleep>) -> String {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        "slept".to_owned()
    }
}
