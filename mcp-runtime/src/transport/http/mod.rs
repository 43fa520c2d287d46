//! Streamable HTTP: one endpoint for the clients of every revision.
//!
//! [Specification, 2026-07-28, "Streamable HTTP"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http);
//! [2025-11-25, "Transports"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports),
//! for sessions.

mod admission;
mod body;
mod call;
mod calls;
mod connection;
mod cors;
mod crowd;
mod endpoint;
mod events;
mod identify;
mod layer;
mod media;
mod patience;
mod phase;
mod post;
mod reading;
mod refusal;
mod response;
mod serve;
mod service;
mod sessions;
mod stream;
mod watch;

pub use body::HttpBody;
pub use layer::{BearerBody, BearerLayer, BearerService};
pub use serve::ServeHttp;
pub use service::HttpService;
