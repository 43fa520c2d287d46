//! Telling clients that a resource has other contents.

use std::sync::Arc;

use super::{Change, Hub};

/// Tells the clients that watch a resource when its contents change.
///
/// It comes from [`ServerBuilder::resource_updates`](crate::ServerBuilder::resource_updates), to
/// be state of the tools and resources, or from
/// [`Server::resource_updates`](crate::Server::resource_updates). Whoever asks for it makes the
/// server declare that resources can be watched, so it is asked for before clients come. Clones
/// tell the same clients.
///
/// ```
/// use mcp_runtime::{ResourceUpdates, Server, tool, tools};
///
/// /// Renames the shop.
/// #[tool]
/// fn rename(updates: &ResourceUpdates, name: &str) {
///     // .. and then:
///     updates.updated("shop://settings");
/// #   let _ = name;
/// }
///
/// let builder = Server::builder("shop", "1.0.0");
/// let updates = builder.resource_updates();
/// let server = builder.state(updates).tools(tools![rename]);
/// # let _ = server;
/// ```
#[derive(Debug, Clone)]
pub struct ResourceUpdates(Arc<Hub>);

impl ResourceUpdates {
    pub(crate) fn new(hub: &Arc<Hub>) -> Self {
        hub.offer_resources();
        Self(Arc::clone(hub))
    }

    /// The resource at this address has changed. Who watches it reads it again; several changes
    /// at once may come as one.
    pub fn updated(&self, uri: &str) {
        self.0.announce(&Change::Resource {
            uri: uri.to_owned(),
        });
    }
}
