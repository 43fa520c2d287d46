use mcp_runtime::tool;

#[tool]
async fn find_city(name: String) -> String {
    name
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find_city]);
    let _ = find_city(String::new());
}
