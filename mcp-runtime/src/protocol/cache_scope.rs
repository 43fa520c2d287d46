//! Who may keep what a server sends.

/// Who may keep a list, or what was read, once the server sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum CacheScope {
    /// Anybody on the way.
    #[default]
    Public,
    /// Only the client that asked.
    Private,
}

impl CacheScope {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
        }
    }
}
