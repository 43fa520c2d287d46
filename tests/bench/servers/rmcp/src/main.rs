//! The four tools, written with rmcp as its documentation shows.

mod four;

use four::Server;
use rmcp::ServiceExt;
use rmcp::handler::server::router::tool::ToolRoute;
use rmcp::model::{CallToolResult, ContentBlock, Tool};
use rmcp::transport::stdio;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its schema alone")]
struct OneOfMany {
    /// City name
    city: String,
    days: Option<u8>,
    exact: Option<bool>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut router = Server::tool_router();
    let more: usize = std::env::var("BENCH_TOOLS").map_or(0, |more| more.parse().unwrap_or(0));
    for index in 0..more {
        let tool = Tool::new(
            format!("tool_{index:04}"),
            format!("One of many tools, number {index}."),
            rmcp::handler::server::tool::schema_for_type::<OneOfMany>(),
        );
        router.add_route(ToolRoute::new_dyn(tool, |_| {
            Box::pin(async {
                Ok(CallToolResult::success(vec![ContentBlock::text("Done.")]).into())
            })
        }));
    }
    let server = Server {
        tool_router: router,
    };
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
