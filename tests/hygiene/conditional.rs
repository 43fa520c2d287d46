//! `#[cfg]` on a function, a method, a parameter and an element of the list, and other attributes
//! between the doc comments.

use mcp_runtime::{tool, tools};
use serde_json::json;

pub(crate) struct Orders;

#[cfg(any())]
pub(crate) struct Archive;

/// Is there, with what is there.
#[tool]
#[cfg(test)]
fn present(
    #[cfg(any())] archive: &Archive,
    #[cfg(any())] gone: Gone,
    #[cfg(test)] orders: &Orders,
    #[cfg(test)] count: u64,
) -> u64 {
    let _ = orders;
    count
}

/// Is not there.
#[tool]
#[cfg(any())]
fn absent(archive: &Archive) {}

#[tool]
impl Orders {
    /// Is not there.
    #[cfg(any())]
    #[tool]
    fn archived(&self, archive: &Archive) {}

    /// Is there.
    #[tool]
    #[cfg(test)]
    #[must_use]
    /// And has
    #[inline]
    /// attributes in between.
    fn counted(&self, orders: &Self, #[cfg(any())] archive: &Archive) -> String {
        let _ = orders;
        "counted".to_owned()
    }

    /// Is another one under the same name.
    #[cfg(any())]
    #[tool(name = "counted")]
    fn counted_otherwise(&self) {}
}

#[tokio::test]
async fn what_is_configured_out_is_not_there() {
    let tools = || {
        tools![
            present,
            Orders,
            #[cfg(any())]
            absent
        ]
    };
    assert_eq!(
        super::call(Orders, tools(), "present", json!({"count": 3})).await,
        "3"
    );
    assert_eq!(
        super::call(Orders, tools(), "counted", json!({})).await,
        "counted"
    );
    let said = super::call(Orders, tools(), "archived", json!({})).await;
    assert!(said.contains("archived"), "{said}");
}
