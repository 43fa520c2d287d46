//! Who is to change a value must know which.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("no such city")]
    #[failure(not_found)]
    UnknownCity,
    #[error("the dates are in the wrong order")]
    #[failure(invalid_input)]
    Dates,
    #[error("no such country")]
    #[failure(not_found, try_next = "Call list_countries for the names.")]
    UnknownCountry,
}

fn main() {}
