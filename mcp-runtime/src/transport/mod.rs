//! How messages come in and go out.

mod error;
pub(crate) mod stdio;

pub use error::ServeError;
pub use stdio::ServeStdio;
