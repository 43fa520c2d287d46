//! What placeholders of advice show stands in parentheses with the text.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("there is no product '{sku}'")]
    #[failure(not_found, try_next = "The products are {}.", skus.join(", "), otherwise = "ask the user")]
    NoSuchProduct { sku: String, skus: Vec<String> },

    #[error("the order is for {wanted} pieces")]
    #[failure(rejected, otherwise = "offer {} or {half}", .stock, half = wanted / 2)]
    OutOfStock { wanted: u32, stock: u32 },

    #[error("the shop is closed until {hour}")]
    #[failure(unavailable, try_next = "Come back at {hour}.", retyr = never)]
    Closed { hour: u8 },
}

fn main() {}
