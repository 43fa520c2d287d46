//! A shop's server: `cargo run -q -p examples --bin orders -- call place_order user=1 sku=PUMP quantity=2`.
//!
//! Its data are in memory; `DATABASE_URL=sqlite:shop.db` keeps them in a file, and
//! `DATABASE_URL=postgres://user:password@host/database` in PostgreSQL.

use std::error::Error;

use examples::orders::{Store, server};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server(Store::from_environment().await?).run().await?;
    Ok(())
}
