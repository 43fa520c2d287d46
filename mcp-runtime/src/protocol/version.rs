//! The protocol revisions, and what each of them has.

use std::fmt;

/// A revision of the Model Context Protocol that this crate speaks.
///
/// Every question of the form "does this era have X" is a method here; nothing else in the crate
/// compares version strings.
///
/// ```
/// use mcp_runtime::ProtocolVersion;
///
/// assert_eq!(ProtocolVersion::read("2025-06-18"), Some(ProtocolVersion::V2025_06_18));
/// assert!(ProtocolVersion::LATEST.is_stateless());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// The first revision.
    V2024_11_05,
    /// Batches, audio, tool annotations.
    V2025_03_26,
    /// Structured content, titles, resource links; batches are gone.
    V2025_06_18,
    /// Icons and descriptions of the peers; the last revision with a handshake.
    V2025_11_25,
    /// Stateless: every request says its version and capabilities in `_meta`.
    V2026_07_28,
}

impl ProtocolVersion {
    /// Every revision, the oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];
    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;
    /// The newest revision that begins with a handshake: offered to a client that asks for an
    /// unknown one, and assumed for a client that skips the handshake.
    pub const LATEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// The revision's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of that name, if it is one of these.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == name)
    }

    /// Requests stand alone: version, client and capabilities come with each, without handshake.
    #[must_use]
    pub const fn is_stateless(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }

    /// The place in [`Self::ALL`], for tables with one entry a revision.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The answer to `initialize`: the version asked for when the handshake can select it.
    pub(crate) fn negotiate(requested: &str) -> Self {
        Self::read(requested)
            .filter(|version| !version.is_stateless())
            .unwrap_or(Self::LATEST_WITH_HANDSHAKE)
    }

    /// Several messages may come in one array.
    pub(crate) const fn has_batches(self) -> bool {
        matches!(self, Self::V2025_03_26)
    }

    /// `annotations` of a tool.
    pub(crate) fn has_tool_annotations(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// `message` in a progress notification.
    pub(crate) fn has_progress_message(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Content of type `audio`.
    pub(crate) fn has_audio(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// `title` beside a `name`.
    pub(crate) fn has_titles(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// `structuredContent` and `outputSchema`.
    pub(crate) fn has_structured_content(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Structured content may only be an object, and its schema only one of an object.
    pub(crate) const fn has_only_objects_as_structured_content(self) -> bool {
        matches!(self, Self::V2025_06_18 | Self::V2025_11_25)
    }

    /// Content of type `resource_link`.
    pub(crate) fn has_resource_links(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// `_meta` of a tool, and of a content item.
    pub(crate) fn has_item_meta(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// `lastModified` in the annotations of content.
    pub(crate) fn has_last_modified(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// `icons` of a tool and of the server, and the server's `description` and `websiteUrl`.
    pub(crate) fn has_icons(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Streams begin with an event without data, whose id a client can resume from.
    #[cfg(feature = "http")]
    pub(crate) const fn has_primed_streams(self) -> bool {
        matches!(self, Self::V2025_11_25)
    }

    /// `elicitation/create`.
    pub(crate) fn has_elicitation(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Modes of elicitation, and with them choices of several and defaults of every kind.
    pub(crate) fn has_elicitation_modes(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// A model that is asked may be offered tools.
    pub(crate) fn has_sampling_tools(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// An address to open has an id of its own.
    pub(crate) const fn has_elicitation_ids(self) -> bool {
        matches!(self, Self::V2025_11_25)
    }

    /// What is asked of the client goes out as the result of the request that needs it.
    pub(crate) const fn asks_in_results(self) -> bool {
        self.is_stateless()
    }

    /// The capability `completions`; the first revision has the method alone.
    pub(crate) fn has_completions_capability(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// `resultType` in every result.
    pub(crate) const fn has_result_type(self) -> bool {
        self.is_stateless()
    }

    /// `ttlMs` and `cacheScope` in results that may be kept.
    pub(crate) const fn has_cache_hints(self) -> bool {
        self.is_stateless()
    }

    /// The server names itself in the `_meta` of every result.
    pub(crate) const fn has_server_info_in_results(self) -> bool {
        self.is_stateless()
    }

    /// `initialize`, `ping` and `logging/setLevel`.
    pub(crate) const fn has_session_methods(self) -> bool {
        !self.is_stateless()
    }

    /// `subscriptions/listen`.
    pub(crate) const fn has_listen(self) -> bool {
        self.is_stateless()
    }

    /// `resources/subscribe`, and changes that are told without being asked for in a request.
    pub(crate) const fn has_session_changes(self) -> bool {
        !self.is_stateless()
    }

    /// `server/discover`.
    pub(crate) const fn has_discover(self) -> bool {
        self.is_stateless()
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_is_read_back_and_sits_at_its_index() {
        for (index, version) in ProtocolVersion::ALL.into_iter().enumerate() {
            assert_eq!(ProtocolVersion::read(version.as_str()), Some(version));
            assert_eq!(version.index(), index);
        }
        assert_eq!(ProtocolVersion::read("2025-11-26"), None);
    }

    #[test]
    fn the_handshake_never_selects_a_stateless_or_unknown_version() {
        for requested in ["2026-07-28", "1999-01-01", ""] {
            assert_eq!(
                ProtocolVersion::negotiate(requested),
                ProtocolVersion::V2025_11_25
            );
        }
        assert_eq!(
            ProtocolVersion::negotiate("2024-11-05"),
            ProtocolVersion::V2024_11_05
        );
    }

    #[test]
    fn only_one_version_has_batches() {
        let with: Vec<_> = ProtocolVersion::ALL
            .into_iter()
            .filter(|version| version.has_batches())
            .collect();
        assert_eq!(with, [ProtocolVersion::V2025_03_26]);
    }
}
