//! A server that shows one folder: `cargo run -q -p examples --bin files -- --root examples/src call search_files text=rusqlite`.

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use examples::files::{Root, server};
use mcp_runtime::cli;

/// Lets a model list, read and search the files in one folder.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// The folder that is open; nothing outside it is.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    server: cli::Args,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { root, server: args } = Options::parse();
    let folder = Root::open(&root)
        .map_err(|error| format!("the folder {} cannot be opened: {error}", root.display()))?;
    server(folder).run_with(args).await?;
    Ok(())
}
