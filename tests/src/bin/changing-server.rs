//! A server whose tools come and go, and whose resources change, when a call says so.

use mcp_runtime::{
    Context, ResourceUpdates, ServeError, Server, State, ToolFailure, ToolSwitch, tool, tools,
};

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    let builder = Server::builder("changing-server", "1.0.0");
    let hand = Hand {
        switch: builder.tool_switch(),
        updates: builder.resource_updates(),
    };
    let server = builder
        .state(hand)
        .tools(tools![lamp, turn, touch, wait_for_ever])
        .max_queued_bytes(64 * 1024);
    // The replicas of one test share a channel.
    #[cfg(feature = "redis")]
    let server = match std::env::var("CHANNEL") {
        Ok(channel) => {
            let url = std::env::var("REDIS").unwrap_or_default();
            let redis = mcp_runtime::RedisBroadcast::new(&url, &channel);
            server.broadcast(redis.map_err(ServeError::Http)?)
        }
        Err(_) => server,
    };
    server.run().await
}

#[derive(Debug, State)]
struct Hand {
    switch: ToolSwitch,
    updates: ResourceUpdates,
}

/// Gives light.
#[tool]
fn lamp() -> &'static str {
    "light"
}

/// Turns the lamp on or off, so many times.
#[tool]
fn turn(switch: &ToolSwitch, on: bool, times: Option<u32>) -> Result<(), ToolFailure> {
    for _ in 1..times.unwrap_or(1) {
        switch.disable("lamp").map_err(ToolFailure::internal)?;
        switch.enable("lamp").map_err(ToolFailure::internal)?;
    }
    let turned = if on {
        switch.enable("lamp")
    } else {
        switch.disable("lamp")
    };
    turned.map_err(ToolFailure::internal)
}

/// Changes a resource.
#[tool]
fn touch(updates: &ResourceUpdates, uri: &str) {
    updates.updated(uri);
}

/// Never returns.
#[tool]
async fn wait_for_ever(cx: &Context) {
    cx.progress(1, None, None);
    std::future::pending::<()>().await;
}
