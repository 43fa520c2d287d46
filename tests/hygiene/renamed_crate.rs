//! The runtime under another name, and nothing under its own.

/// Stands for a crate that depends on the runtime under another name.
mod reexporting {
    pub(super) mod deps {
        pub(crate) use ::mcp_runtime as renamed;
    }
}

use reexporting::deps::renamed;
use serde_json::json;

/// Hides the crate: a path that starts with it ends here.
mod mcp_runtime {}

pub(crate) struct Orders;

#[derive(renamed::State)]
#[state(crate = renamed)]
pub(crate) struct App {
    orders: Orders,
}

/// Count.
#[renamed::tool(crate = renamed)]
fn count(orders: &Orders, #[arg(default = 3)] count: u64) -> u64 {
    let _ = orders;
    count
}

#[renamed::tool(crate = crate::renamed_crate::reexporting::deps::renamed)]
impl Orders {
    /// List.
    #[tool(conversions = "scalars")]
    fn list(&self) -> u64 {
        1
    }
}

#[tokio::test]
async fn the_runtime_may_have_another_name() {
    let app = || App { orders: Orders };
    let tools = || renamed::tools![count, Orders];
    assert_eq!(super::call(app(), tools(), "count", json!({})).await, "3");
    assert_eq!(super::call(app(), tools(), "list", json!({})).await, "1");
}
