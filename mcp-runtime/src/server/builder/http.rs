//! What a server allows over HTTP, as its author says it.

use std::time::Duration;

use super::ServerBuilder;
use crate::server::bearer::Bearer;

/// Settings for HTTP; they need the feature `http`, and change nothing on standard input and
/// output.
impl<State: Send + Sync + 'static> ServerBuilder<State> {
    /// Under which names a server may be addressed over HTTP, beside those of this machine:
    /// `mcp.example.com`, or `mcp.example.com:8443` for one port alone.
    ///
    /// A request whose `Host` is neither of these, nor `localhost`, a loopback address or the
    /// address it arrived at, is answered with 403: else a web page could reach a server on its
    /// reader's machine through a name that it lets point there. `*` allows every name, for a
    /// server behind a proxy that checks them.
    #[must_use]
    pub fn allowed_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        let hosts = hosts.into_iter().map(Into::into);
        self.rest.settings.http.allowed_hosts.extend(hosts);
        self
    }

    /// Which web origins may call over HTTP, beside the server's own and, on this machine, those
    /// of this machine: `https://app.example.com`.
    ///
    /// A request with any other `Origin` is answered with 403. Programs send none. `*` allows
    /// every origin: then any page that a user opens can call the tools. Pages that may call get
    /// the headers that their browser asks for (CORS), the answer to its preflight included; no
    /// cookies are let through.
    #[must_use]
    pub fn allowed_origins<O: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = O>,
    ) -> Self {
        let origins = origins.into_iter().map(Into::into);
        self.rest.settings.http.allowed_origins.extend(origins);
        self
    }

    /// Lets in over HTTP who brings a good bearer token, and nobody else; see [`Bearer`]. The
    /// metadata of RFC 9728 is served beside the endpoint, at the path that clients look at and at
    /// the root.
    ///
    /// Mounted with [`into_service`](crate::Server::into_service), the server is shown only what
    /// its application routes to it: a route for
    /// [`metadata_path`](crate::HttpService::metadata_path), too, then. On standard input and
    /// output there are no tokens.
    #[must_use]
    pub fn bearer(mut self, bearer: Bearer) -> Self {
        self.rest.bearer = Some(bearer);
        self
    }

    /// How many connections `serve_http` keeps at once: 16,384 unless set. Streams that clients listen
    /// to are among them. One more is answered with 503 and `Retry-After`, and closed. The operating
    /// system has a limit of its own on what a process has open (`ulimit -n`): beyond that one,
    /// clients wait, and the log says so.
    #[must_use]
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.rest.settings.http.max_connections = connections;
        self
    }

    /// How many sessions of clients with a handshake there are at once over HTTP: 10,000 unless
    /// set. One more ends the one that has been idle for longest; when all are in use, it is
    /// answered with 503.
    #[must_use]
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.rest.settings.http.max_sessions = sessions;
        self
    }

    /// After how long without a request, a running call or an open stream a session ends: 30
    /// minutes unless set. Its client is answered with 404 and begins anew.
    #[must_use]
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.rest.settings.http.session_idle = idle;
        self
    }

    /// After how long a silence a stream carries a comment, so that no proxy cuts it: 15 seconds
    /// unless set. A call that says nothing for so long gets a stream for that.
    #[must_use]
    pub fn keep_alive(mut self, interval: Duration) -> Self {
        self.rest.settings.http.keep_alive = interval;
        self
    }

    /// How long the head of an HTTP request may take to arrive, and then its body: 30 seconds
    /// unless set. It also ends connections that have been idle for so
    /// long, and, with `serve_http`, those whose client reads nothing of its answer for so long.
    #[must_use]
    pub fn read_timeout(mut self, timeout: Duration) -> Self {
        self.rest.settings.http.read_timeout = timeout;
        self
    }
}
