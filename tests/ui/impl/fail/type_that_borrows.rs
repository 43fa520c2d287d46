use mcp_runtime::tool;

struct Orders<'a>(&'a str);
struct Stations<'a>(&'a str);

#[tool]
impl<'a> Orders<'a> {
    /// Count the orders.
    #[tool]
    fn count(&self) -> String {
        self.0.to_owned()
    }
}

#[tool]
impl Stations<'_> {
    /// Count the stations.
    #[tool]
    fn count(&self) -> String {
        self.0.to_owned()
    }
}

fn main() {}
