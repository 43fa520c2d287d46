//! The four tools, written with tower-mcp as its documentation shows.

use std::time::Duration;

use records::Filter;
use schemars::JsonSchema;
use serde::Deserialize;
use tower_mcp::{BoxError, CallToolResult, McpRouter, StdioTransport, ToolBuilder};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Echo {
    /// What to say.
    text: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Add {
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    /// What to look for.
    query: String,
    /// How many records at most.
    limit: Option<u32>,
    /// What narrows the search.
    filters: Option<Vec<Filter>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sleep {
    /// Milliseconds.
    ms: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its schema alone")]
struct OneOfMany {
    /// City name
    city: String,
    days: Option<u8>,
    exact: Option<bool>,
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let echo = ToolBuilder::new("echo")
        .description("Say it again.")
        .handler(|input: Echo| async move { Ok(CallToolResult::text(input.text)) })
        .build();
    let add = ToolBuilder::new("add")
        .description("Add two integers.")
        .handler(|input: Add| async move {
            Ok(match input.a.checked_add(input.b) {
                Some(sum) => CallToolResult::text(sum.to_string()),
                None => CallToolResult::error("the sum is out of range"),
            })
        })
        .build();
    let search = ToolBuilder::new("search")
        .description("Find records.")
        .output_schema_for::<records::Found>()
        .handler(|input: Search| async move {
            let filters = input.filters.map_or(0, |filters| filters.len());
            CallToolResult::from_serialize(&records::search(&input.query, input.limit, filters))
        })
        .build();
    let sleep = ToolBuilder::new("sleep")
        .description("Wait.")
        .handler(|input: Sleep| async move {
            tokio::time::sleep(Duration::from_millis(input.ms)).await;
            Ok(CallToolResult::text("slept"))
        })
        .build();

    let mut router = McpRouter::new()
        .server_info("tower-mcp", "0.1.0")
        .tool(echo)
        .tool(add)
        .tool(search)
        .tool(sleep);
    let more: usize = std::env::var("BENCH_TOOLS").map_or(0, |more| more.parse().unwrap_or(0));
    for index in 0..more {
        router = router.tool(
            ToolBuilder::new(format!("tool_{index:04}"))
                .description(format!("One of many tools, number {index}."))
                .handler(|_: OneOfMany| async move { Ok(CallToolResult::text("Done.")) })
                .build(),
        );
    }
    StdioTransport::new(router).run().await?;
    Ok(())
}
