use mcp_runtime::{Json, tool};

/// Generic over a type.
#[tool]
async fn over_a_type<T>(value: T) -> Json<T> {
    Json(value)
}

/// Generic over a number.
#[tool]
async fn over_a_number<const N: usize>(value: [u8; N]) {
    let _ = value;
}

/// Generic over a lifetime.
#[tool]
async fn over_a_lifetime<'a>(value: &'a str) -> &'a str {
    value
}

/// Generic without a name.
#[tool]
async fn over_a_trait(value: impl Into<String>) -> String {
    value.into()
}

/// Returns something.
#[tool]
async fn returns_a_trait() -> impl std::fmt::Display {
    "something"
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![over_a_type]);
}
