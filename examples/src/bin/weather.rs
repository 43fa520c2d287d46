//! The weather server: `cargo run -q -p examples --bin weather -- call get_weather city=Oslo`.

use std::error::Error;

use examples::weather::content::{climate, plan_day};
use examples::weather::stations::Stations;
use examples::weather::tools::{find_city, get_weather};
use mcp_runtime::{Server, prompts, resources, tools};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    Server::builder("weather", env!("CARGO_PKG_VERSION"))
        .state(Stations::from_environment()?)
        .tools(tools![get_weather, find_city])
        .prompts(prompts![plan_day])
        .resources(resources![climate])
        .run()
        .await?;
    Ok(())
}
