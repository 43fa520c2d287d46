//! Two replicas of a server, each a process, behind something that sends every request to the other one.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[cfg(feature = "redis")]
mod changes;
#[cfg(unix)]
mod nginx;
mod process;
mod proxy;
mod rounds;
