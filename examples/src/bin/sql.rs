//! A read-only query server: `cargo run -q -p examples --bin sql -- call query sql="SELECT name, city FROM customers"`.
//!
//! `SQL_FILE=path` queries a SQLite file in place of the demo data.

use std::error::Error;

use examples::sql::{Database, server};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server(Database::from_environment()?).run().await?;
    Ok(())
}
