//! A code is for programs.
use mcp_runtime::ToolFailure;

#[derive(Debug, ToolFailure)]
enum Failure {
    #[failure(unavailable, message = "ERR_DB_CONN_FAIL")]
    Database,
    #[failure(rejected, message = "order.already_shipped")]
    Shipped,
}

fn main() {}
