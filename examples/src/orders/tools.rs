//! The three tools.

use mcp_runtime::{Json, tool};

use super::failure::OrderFailure;
use super::shop::{Order, Receipt, Status, User, Wish};
use super::store::Store;

/// Finds users by a part of their name or e-mail; at most 20.
#[tool(read_only, open_world = false)]
pub(super) async fn find_user(
    store: &Store,
    /// Part of the name or e-mail, in any case.
    #[arg(length(1..=100), example = "nordmann")]
    text: &str,
) -> Result<Json<Vec<User>>, OrderFailure> {
    let users = store.find_users(text).await?;
    if users.is_empty() {
        return Err(OrderFailure::NobodyFound {
            text: text.to_owned(),
        });
    }
    Ok(Json(users))
}

/// Lists a user's orders, the newest first.
#[tool(read_only, open_world = false)]
pub(super) async fn search_orders(
    store: &Store,
    /// The user's number, which `find_user` tells.
    #[arg(example = 1)]
    user: i64,
    /// Only orders that are this far.
    status: Option<Status>,
    /// How many orders at most.
    #[arg(default = 20, range(1..=100))]
    limit: i64,
) -> Result<Json<Vec<Order>>, OrderFailure> {
    Ok(Json(store.search_orders(user, status, limit).await?))
}

/// Places an order, within the user's credit and the stock.
// It is not idempotent, so after the timeout the model is told to look before it orders again.
#[tool(
    destructive = false,
    idempotent = false,
    open_world = false,
    timeout = "15s"
)]
pub(super) async fn place_order(
    store: &Store,
    /// The user's number, which `find_user` tells.
    #[arg(example = 1)]
    user: i64,
    /// The product.
    #[arg(length(1..=100), example = "PUMP")]
    sku: String,
    /// How many.
    #[arg(range(1..=1000))]
    quantity: i64,
) -> Result<Json<Receipt>, OrderFailure> {
    let wish = Wish {
        user,
        sku,
        quantity,
    };
    Ok(Json(store.place(wish).await?))
}
