//! Two servers in one application: `cargo run -q -p examples --bin mounted`, then `curl http://127.0.0.1:8000/health`.
//!
//! A host is given `http://127.0.0.1:8000/orders/mcp` or `http://127.0.0.1:8000/sql/mcp`.

use std::error::Error;
use std::time::Duration;

use examples::mounted::{app, stopped};
use tokio::net::TcpListener;
use tokio::sync::watch;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (stop, told) = watch::channel(false);
    tokio::spawn(async move {
        // Where there is no such signal, the application runs until it is killed.
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.send_replace(true);
        } else {
            stop.closed().await;
        }
    });
    let app = app(Duration::from_secs(60), &told)?;
    let listener = TcpListener::bind("127.0.0.1:8000").await?;
    axum::serve(listener, app)
        .with_graceful_shutdown(stopped(told))
        .await?;
    Ok(())
}
