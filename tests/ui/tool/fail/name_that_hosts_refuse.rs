use mcp_runtime::tool;

/// Has a dot.
#[tool(name = "admin.list")]
fn dot() {}

/// Has more than 64 letters.
#[tool]
fn a_name_that_says_so_much_about_its_tool_that_the_hosts_cannot_take_it() {}

/// Has more than 128 letters, which no option makes good.
#[tool(any_host, name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn long() {}

fn main() {}
