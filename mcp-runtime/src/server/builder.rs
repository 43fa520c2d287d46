//! From an author's declarations to a server.

use std::sync::Arc;

use crate::tool::ToolSet;

use super::dispatch::Dispatcher;

/// A server that is ready to serve.
#[derive(Debug, Clone)]
pub struct Server {
    pub(crate) dispatcher: Arc<Dispatcher>,
}

impl Server {
    /// Starts building a server with the name and version that it tells its clients.
    #[must_use]
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder<()> {
        let _ = (name.into(), version.into());
        ServerBuilder {
            state: Arc::new(()),
        }
    }
}

/// Collects what a server is made of.
#[derive(Debug)]
pub struct ServerBuilder<State> {
    state: Arc<State>,
}

impl<State: Send + Sync + 'static> ServerBuilder<State> {
    /// Sets the state that the tools listed after it share.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(self, state: T) -> ServerBuilder<T> {
        ServerBuilder {
            state: Arc::new(state),
        }
    }

    /// Adds tools; they share the state set so far.
    #[must_use]
    pub fn tools(self, tools: ToolSet<State>) -> Self {
        let _ = (tools, &self.state);
        self
    }

    /// Checks everything and builds the server.
    ///
    /// # Errors
    ///
    /// A schema that hosts would refuse, or two tools of one name.
    pub fn build(self) -> Result<Server, BuildError> {
        Ok(Server {
            dispatcher: Arc::new(Dispatcher {}),
        })
    }
}

/// Why a server cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("skeleton")]
pub struct BuildError {}
