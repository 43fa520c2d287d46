//! On whose behalf a message was sent, as far as anybody knows.

use crate::tool::Principal;
use crate::tool::scopes::Scopes;

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Caller<'a> {
    /// The person whose process the server is: who could start it may call all of it.
    Owner,
    /// Somebody over the network of whom nobody has made sure who it is.
    Anonymous,
    /// Who it is has been made sure of.
    Known(&'a Principal),
}

impl<'a> Caller<'a> {
    pub(crate) fn principal(self) -> Option<&'a Principal> {
        match self {
            Self::Known(principal) => Some(principal),
            Self::Owner | Self::Anonymous => None,
        }
    }

    /// Whether it has every scope.
    pub(crate) fn has(self, scopes: &Scopes) -> bool {
        match self {
            Self::Owner => true,
            Self::Anonymous => scopes.are_none(),
            Self::Known(principal) => scopes.iter().all(|scope| principal.has_scope(scope)),
        }
    }
}
