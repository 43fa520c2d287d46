//! Somebody has to say what failed.
use mcp_runtime::ToolFailure;

#[derive(Debug, ToolFailure)]
enum Failure {
    #[failure(unavailable)]
    Closed,
    #[failure(internal)]
    Torn(#[from] std::io::Error),
    #[failure(rejected, message = "no map shows {city} and {}")]
    UnknownCity { country: String },
    #[failure(rejected, message = "the map {map is torn")]
    Map { map: String },
    #[failure(rejected, message("the page {0} is torn", .page, .page + 1))]
    Page { page: u8 },
}

fn main() {}
