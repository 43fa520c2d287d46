//! The server: what it is built from, and how one message becomes one answer.

pub(crate) mod builder;
pub(crate) mod connection;
pub(crate) mod dispatch;

pub use builder::{BuildError, Server, ServerBuilder};
