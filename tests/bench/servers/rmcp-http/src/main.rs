//! The four tools, written with rmcp and served over HTTP as its documentation shows, in its
//! fastest mode: without sessions, answers as JSON.

#[path = "../../rmcp/src/four.rs"]
mod four;

use std::error::Error;

use axum::serve::ListenerExt;
use four::Server;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().next_back().unwrap_or_default();
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        || {
            Ok(Server {
                tool_router: Server::tool_router(),
            })
        },
        LocalSessionManager::default().into(),
        config,
    );
    let listener = tokio::net::TcpListener::bind(address).await?;
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let app = axum::Router::new().route_service("/mcp", service);
    Ok(axum::serve(listener, app).await?)
}
