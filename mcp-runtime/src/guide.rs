//! From `cargo new` to replicas behind a proxy, in the order in which an author needs it.
//!
//! 1. [`first_server`]: a server, a host that uses it, and the command line it comes with.
//! 2. [`arguments`]: what a signature says to a model, and what is refused before a function runs.
//! 3. [`failures`]: what a model reads when something goes wrong, so that it does the right thing next.
//! 4. [`state`]: databases, clients of other services, and what a call knows about itself.
//! 5. [`testing`]: tests that call tools as a host does, and tests of what hosts accept.
#![cfg_attr(
    feature = "http",
    doc = "6. [`http`]: the same server on a network, alone or inside of an axum application."
)]
#![cfg_attr(
    feature = "http",
    doc = "7. [`deployment`]: replicas behind a proxy, keys, limits, logs, stopping."
)]
//! 8. [`migrating`]: from rmcp, side by side.
//!
//! Every program here is compiled with the crate, and run where it ends by itself.

#[doc = include_str!("guide/first_server.md")]
pub mod first_server {}

#[doc = include_str!("guide/arguments.md")]
pub mod arguments {}

#[doc = include_str!("guide/failures.md")]
pub mod failures {}

#[doc = include_str!("guide/state.md")]
pub mod state {}

#[doc = include_str!("guide/testing.md")]
pub mod testing {}

#[cfg(feature = "http")]
#[doc = include_str!("guide/http.md")]
pub mod http {}

#[cfg(feature = "http")]
#[doc = include_str!("guide/deployment.md")]
pub mod deployment {}

#[doc = include_str!("guide/migrating.md")]
pub mod migrating {}
