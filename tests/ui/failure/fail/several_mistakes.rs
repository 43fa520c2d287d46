//! All mistakes are told at once, each on its own token.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("error")]
    #[failure(unavailable, code = -32050)]
    Error,
    #[error("the atlas cannot be read: {0}")]
    Read(#[from] std::io::Error),
    #[error("no city named '{0}'")]
    #[failure(not_fuond)]
    UnknownCity(String),
}

/// Compiles all the same.
fn lookup() -> Result<(), Failure> {
    Err(std::io::Error::other("page missing"))?;
    Ok(())
}

fn main() {
    let _: Result<(), ToolFailure> = lookup().map_err(ToolFailure::from);
}
