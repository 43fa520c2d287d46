/// Cancel an order.
#[tool]
async fn cancel(
    orders: &Orders,
    /// The order.
    id: u64,
    reason: Option<&str>,
) -> Result<Receipt, ToolFailure> {
    orders.cancel(id, reason).await
}
