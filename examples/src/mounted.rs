//! Two MCP servers in one axum application, beside a route of its own and under a layer of tower.

use std::error::Error;
use std::time::Duration;

use axum::error_handling::HandleErrorLayer;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{BoxError, Router};
use tokio::sync::watch;
use tower::timeout::TimeoutLayer;

use crate::orders::{self, Store};
use crate::sql::{self, Database};

/// The application: `/orders/mcp`, `/sql/mcp` and `/health`.
///
/// A request that is not answered within the limit gets status 504, and what it called is cancelled.
/// The limit is for what nobody foresaw: a tool's own is shorter, and tells the model what to do.
///
/// # Errors
///
/// A server cannot be built.
pub fn app(limit: Duration, stop: &watch::Receiver<bool>) -> Result<Router, Box<dyn Error>> {
    let orders = orders::server(Store::in_memory()?).build()?.into_service();
    let sql = sql::server(Database::demo()).build()?.into_service();
    let overdue = HandleErrorLayer::new(async |_: BoxError| StatusCode::GATEWAY_TIMEOUT);
    Ok(Router::new()
        .route_service("/orders/mcp", orders.shutdown(stopped(stop.clone())))
        .route_service("/sql/mcp", sql.shutdown(stopped(stop.clone())))
        .layer((overdue, TimeoutLayer::new(limit)))
        .route("/health", get("ok")))
}

/// Waits until the application is told to stop.
pub async fn stopped(mut stop: watch::Receiver<bool>) {
    // An error says that nobody can tell any more.
    drop(stop.wait_for(|stop| *stop).await);
}
