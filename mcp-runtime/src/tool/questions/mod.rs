//! What a call asks of its client: a form for the user, a model's words, the roots.

#[allow(dead_code, reason = "replies are routed; what asks is yet to come")]
pub(crate) mod open;
