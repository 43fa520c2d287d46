//! Resources: what a function under `#[resource]` says of itself, which addresses it serves, and
//! what it returns.

pub(crate) mod contents;
pub(crate) mod entry;
pub(crate) mod option;
pub(crate) mod template;

pub use contents::ResourceContents;
pub use entry::ResourceSet;
