//! Texts that are none, and placeholders that show nothing.
use mcp_runtime::ToolFailure;

const CLOSED: &str = "the atlas is closed today";

#[derive(Debug, ToolFailure)]
enum Failure {
    #[failure(rejected, message(CLOSED))]
    Closed,
    #[failure(rejected, message = "the atlas of {city is torn")]
    Torn { city: String },
    #[failure(rejected, message = "the page {a b} is missing")]
    Missing { page: u32 },
    #[failure(rejected, message = "the page {0} is missing")]
    Lost,
    #[failure(rejected, secret, message = "the seal is broken")]
    Sealed { seal: String },
}

fn main() {}
