//! What a server allows: limits, defaults and policies.

use std::time::Duration;

pub use crate::protocol::cache_scope::CacheScope;
use crate::tool::questions::seal::StateKey;
use crate::tool::rate::Rate;
use crate::tool::{Conversions, InvalidArguments, UnknownArguments};

use super::failing::Choices;
#[cfg(feature = "http")]
use super::http_settings::HttpSettings;
use super::span::SpanHook;

/// The settings of a server.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) invalid_arguments: InvalidArguments,
    pub(crate) conversions: Conversions,
    pub(crate) unknown_arguments: UnknownArguments,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_running: usize,
    /// How often each caller may call.
    pub(crate) rates: Vec<Rate>,
    pub(crate) page_size: Option<usize>,
    pub(crate) max_nesting: usize,
    /// Bytes of a message; kept by the transports.
    pub(crate) max_message: usize,
    /// Bytes that wait to be written before reading pauses; kept by the transports.
    pub(crate) max_queue: usize,
    /// How long running calls may take to end when the server stops; kept by the transports.
    pub(crate) grace: Duration,
    pub(crate) cache_for: Duration,
    pub(crate) cache_scope: CacheScope,
    /// What a caller may not call is not there for it.
    pub(crate) hide_unauthorized: bool,
    pub(crate) failures: Choices,
    pub(crate) span_hook: SpanHook,
    #[cfg(feature = "http")]
    pub(crate) http: HttpSettings,
    /// How long a client may take to answer a question.
    pub(crate) answers_within: Duration,
    /// What seals the state of calls; the environment's, or the process's own, where none is set.
    pub(crate) state_keys: Vec<StateKey>,
}

impl Settings {
    /// How long lists may be kept, and by whom.
    pub(crate) fn cache(&self) -> (Duration, CacheScope) {
        (self.cache_for, self.cache_scope)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            invalid_arguments: InvalidArguments::default(),
            conversions: Conversions::default(),
            unknown_arguments: UnknownArguments::default(),
            timeout: None,
            max_running: 16_384,
            rates: Vec::new(),
            page_size: None,
            max_nesting: 128,
            max_message: 8 << 20,
            max_queue: 8 << 20,
            grace: Duration::from_secs(30),
            cache_for: Duration::ZERO,
            cache_scope: CacheScope::Public,
            hide_unauthorized: false,
            failures: Choices::default(),
            span_hook: SpanHook::default(),
            #[cfg(feature = "http")]
            http: HttpSettings::default(),
            answers_within: Duration::from_secs(600),
            state_keys: Vec::new(),
        }
    }
}
