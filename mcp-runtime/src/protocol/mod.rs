//! The wire: versions, codes, envelopes and how they are written; no input or output.

pub(crate) mod buffer;
pub(crate) mod cache_scope;
pub(crate) mod changed_list;
pub(crate) mod code;
pub(crate) mod envelope;
pub(crate) mod error;
pub(crate) mod json;
pub(crate) mod level;
pub(crate) mod meta;
pub(crate) mod notification;
mod object;
pub(crate) mod outgoing;
pub(crate) mod params;
pub(crate) mod request_id;
pub(crate) mod routing;
pub(crate) mod scan;
pub(crate) mod text;
pub(crate) mod version;
