//! What a shop is made of, and the rules for an order.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::failure::OrderFailure;

/// A customer.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct User {
    /// The number to call other tools with.
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) email: String,
    /// What this customer may order for without paying first.
    pub(super) credit_left: Money,
}

#[derive(Debug)]
pub(super) struct Product {
    pub(super) sku: String,
    pub(super) name: String,
    pub(super) price: Money,
    pub(super) stock: i64,
}

/// An order that was placed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Order {
    pub(super) id: i64,
    /// The product.
    pub(super) sku: String,
    pub(super) quantity: i64,
    pub(super) total: Money,
    /// `open`, `shipped` or `cancelled`.
    pub(super) status: String,
}

/// How far an order is.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Open,
    Shipped,
    Cancelled,
}

/// What somebody wants to order.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    pub(super) user: i64,
    pub(super) sku: String,
    pub(super) quantity: i64,
}

/// What an order costs, and what is left after it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Receipt {
    /// The number of the order.
    pub(super) order: i64,
    pub(super) customer: String,
    pub(super) product: String,
    pub(super) total: Money,
    pub(super) credit_left: Money,
}

/// An amount in euro, such as `12.50 EUR`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(transparent)]
pub(super) struct Money(#[schemars(with = "String")] pub(super) i64);

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (euro, cents) = (self.0 / 100, self.0 % 100);
        write!(f, "{euro}.{cents:02} EUR")
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Status {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Shipped => "shipped",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Wish {
    /// What it costs: the rules of the shop, which know nothing of databases.
    pub(super) fn cost(&self, user: &User, product: &Product) -> Result<Money, OrderFailure> {
        if product.stock < self.quantity {
            return Err(OrderFailure::OutOfStock {
                product: product.name.clone(),
                stock: product.stock,
                quantity: self.quantity,
            });
        }
        let total = Money(product.price.0.saturating_mul(self.quantity));
        if total > user.credit_left {
            return Err(OrderFailure::OverCredit {
                customer: user.name.clone(),
                total,
                credit_left: user.credit_left,
                affordable: user.credit_left.0 / product.price.0.max(1),
            });
        }
        Ok(total)
    }

    /// What the customer is told of it.
    pub(super) fn receipt(
        &self,
        order: i64,
        total: Money,
        user: &User,
        product: &Product,
    ) -> Receipt {
        Receipt {
            order,
            total,
            customer: user.name.clone(),
            product: format!("{} of {}, {}", self.quantity, product.sku, product.name),
            credit_left: Money(user.credit_left.0 - total.0),
        }
    }
}
