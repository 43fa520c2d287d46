//! Who calls, once somebody has made sure of it.

use std::sync::Arc;

/// Who makes a call: a subject, and what it may do.
///
/// The runtime checks no credentials. Over HTTP a layer in front of the service does, and puts a
/// principal into the request's extensions; a tool finds it with
/// [`Context::principal`](crate::Context::principal). Cheap to clone.
///
/// ```
/// use mcp_runtime::{Context, Principal, ToolFailure};
///
/// let principal = Principal::new("user-17").scope("orders:read").scope("orders:write");
/// assert!(principal.has_scope("orders:write"));
///
/// fn may_write(cx: &Context) -> Result<(), ToolFailure> {
///     match cx.principal() {
///         Some(principal) if principal.has_scope("orders:write") => Ok(()),
///         Some(_) => Err(ToolFailure::forbidden("this account may not change orders")),
///         None => Err(ToolFailure::unauthenticated("orders belong to an account")),
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal(Arc<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    subject: String,
    scopes: Vec<String>,
}

impl Principal {
    /// A principal without scopes. The subject is the name under which its issuer knows it, and
    /// has to be its own among all that reach the server.
    #[must_use]
    pub fn new(subject: impl Into<String>) -> Self {
        Self(Arc::new(Inner {
            subject: subject.into(),
            scopes: Vec::new(),
        }))
    }

    /// Adds something that it may do.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.0).scopes.push(scope.into());
        self
    }

    /// Who it is.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.0.subject
    }

    /// Whether it has this scope, spelled exactly so.
    #[must_use]
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scopes().any(|has| has == scope)
    }

    /// What it may do, in the order in which it was given.
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.0.scopes.iter().map(String::as_str)
    }
}
