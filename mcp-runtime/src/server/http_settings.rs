//! What a server allows over HTTP.

use std::time::Duration;

use super::bearer::Protected;

/// The settings that only HTTP asks for.
#[derive(Debug, Clone)]
pub(crate) struct HttpSettings {
    /// Names, beside those of this machine, under which the server may be addressed.
    pub(crate) allowed_hosts: Vec<String>,
    /// Web origins, beside those of this machine, whose pages may call.
    pub(crate) allowed_origins: Vec<String>,
    /// Whose tokens it takes.
    pub(crate) bearer: Option<Protected>,
    pub(crate) max_connections: usize,
    pub(crate) max_sessions: usize,
    pub(crate) session_idle: Duration,
    /// After how long a silence a stream says that it is still there.
    pub(crate) keep_alive: Duration,
    /// How long a request may take to arrive: its head, and then its body.
    pub(crate) read_timeout: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            bearer: None,
            max_connections: 16_384,
            max_sessions: 10_000,
            session_idle: Duration::from_secs(30 * 60),
            keep_alive: Duration::from_secs(15),
            read_timeout: Duration::from_secs(30),
        }
    }
}
