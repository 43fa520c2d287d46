//! How messages come in and go out.

mod error;
mod first;
#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod served;
mod signals;
mod sleeper;
pub(crate) mod stdio;

pub use error::ServeError;
#[cfg(feature = "http")]
pub use http::{BearerBody, BearerLayer, BearerService, HttpBody, HttpService, ServeHttp};
pub use stdio::ServeStdio;
