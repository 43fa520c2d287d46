//! The server: what it is built from, and how one message becomes one answer.

pub(crate) mod answer;
pub(crate) mod arrival;
pub(crate) mod batch;
#[cfg(feature = "http")]
pub(crate) mod bearer;
pub(crate) mod builder;
pub(crate) mod call;
pub(crate) mod callee;
pub(crate) mod caller;
pub(crate) mod capabilities;
pub(crate) mod catalog;
pub(crate) mod changes;
pub(crate) mod completions;
pub(crate) mod connection;
pub(crate) mod dispatch;
pub(crate) mod era;
pub(crate) mod failing;
pub(crate) mod headers;
#[cfg(feature = "http")]
pub(crate) mod http_settings;
pub(crate) mod identity;
mod in_flight;
pub(crate) mod item;
pub(crate) mod methods;
mod name_hash;
mod names;
pub(crate) mod pages;
mod portability;
pub(crate) mod prompts;
pub(crate) mod rates;
pub(crate) mod resources;
pub(crate) mod settings;
pub(crate) mod span;
pub(crate) mod starting;
pub(crate) mod textual;
pub(crate) mod visibility;

#[cfg(feature = "http")]
pub use bearer::Bearer;
#[cfg(feature = "http")]
pub use bearer::claims::TokenClaims;
#[cfg(feature = "http")]
pub use bearer::token::Token;
#[cfg(feature = "http")]
pub use bearer::verify::{TokenRefused, Verify, Verifying};
pub use builder::{BuildError, Server, ServerBuilder};
#[cfg(feature = "redis")]
pub use changes::redis::RedisBroadcast;
pub use changes::switch::{PromptSwitch, ResourceSwitch, ToolSwitch, UnknownName};
pub use changes::updates::ResourceUpdates;
pub use changes::{Broadcast, Change, Changes};
pub use identity::{Icon, IconTheme};
pub use settings::CacheScope;
pub use visibility::ToolView;
