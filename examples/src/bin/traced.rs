//! Calls as spans of OpenTelemetry: `cargo run -q -p examples --bin traced -- call roast darkness=3` prints them.

use examples::traced::{Printer, server, subscriber};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing::subscriber::set_global_default(subscriber(Printer))?;
    Ok(server().run().await?)
}
