//! Example servers. Each is a binary in `src/bin`; what a test needs to reach is a module here.

pub mod files;
pub mod mounted;
pub mod orders;
pub mod sql;
pub mod traced;
pub mod weather;
