//! Impl blocks: generic ones, two of one type, and functions without `self`.

use mcp_runtime::{Context, tool, tools};
use serde_json::json;

pub(crate) trait Store: Send + Sync + 'static {
    fn count(&self) -> u64;
}

pub(crate) struct Fixed;

impl Store for Fixed {
    fn count(&self) -> u64 {
        3
    }
}

pub(crate) struct Orders<T, const N: u64 = 2>
where
    T: Store,
{
    store: T,
}

#[tool]
impl<T: Store, const N: u64> Orders<T, N> {
    const LEAST: u64 = 1;

    /// Count.
    #[tool]
    async fn count(&self, context: &Context, #[arg(default = Self::LEAST)] least: u64) -> u64 {
        let _ = context;
        self.sum() + least
    }

    fn sum(&self) -> u64 {
        self.store.count() + N
    }

    /// Needs no orders.
    #[tool(blocking)]
    fn least() -> u64 {
        Self::LEAST
    }
}

pub(crate) struct Plain {
    count: u64,
}

#[tool]
impl Plain {
    const MOST: u64 = 9;

    /// Count.
    #[tool(idempotent)]
    pub(crate) fn count(self: &Self) -> u64 {
        self.count
    }
}

#[tool(marker = PlainQueries)]
impl Plain {
    /// Count from something.
    #[tool]
    fn count_from(
        &self,
        #[arg(default = Self::MOST, range(1..=Self::MOST))] from: u64,
        other: &Self,
    ) -> Result<u64, mcp_runtime::ToolFailure> {
        Ok(self.count + from + other.count)
    }
}

#[tokio::test]
async fn a_generic_block_is_listed_with_its_types() {
    let orders = || Orders::<Fixed, 4> { store: Fixed };
    let tools = || tools![Orders<Fixed, 4>];
    assert_eq!(
        super::call(orders(), tools(), "count", json!({})).await,
        "8"
    );
    assert_eq!(
        super::call(orders(), tools(), "least", json!({})).await,
        "1"
    );
}

#[tokio::test]
async fn a_second_block_is_listed_by_its_marker() {
    let plain = || Plain { count: 1 };
    let tools = || tools![Plain, PlainQueries];
    assert_eq!(super::call(plain(), tools(), "count", json!({})).await, "1");
    assert_eq!(
        super::call(plain(), tools(), "count_from", json!({})).await,
        "11"
    );
}
