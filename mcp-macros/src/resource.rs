//! What only `#[resource]` has: addresses, and the variables in them.

pub(crate) mod address;
pub(crate) mod check;
pub(crate) mod shape;
