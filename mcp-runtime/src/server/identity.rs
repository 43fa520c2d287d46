//! What a server says of itself, per protocol revision.

use std::sync::OnceLock;

use crate::protocol::json::{self, Members};
use crate::protocol::meta;
use crate::protocol::version::ProtocolVersion;

/// An icon of the server, for hosts that show one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon {
    src: String,
    mime_type: Option<String>,
    sizes: Vec<String>,
    theme: Option<IconTheme>,
}

/// The background that an icon is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IconTheme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

impl Icon {
    /// An icon at an address: `https:`, or `data:` with the image in base64.
    #[must_use]
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }

    /// Its type, where the address does not tell: `image/png`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// A size it fits: `48x48`, or `any` for what scales.
    #[must_use]
    pub fn size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }

    /// The background it is drawn for.
    #[must_use]
    pub fn theme(mut self, theme: IconTheme) -> Self {
        self.theme = Some(theme);
        self
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        json::object(out, |icon| {
            icon.string("src", &self.src);
            if let Some(mime_type) = &self.mime_type {
                icon.string("mimeType", mime_type);
            }
            if !self.sizes.is_empty() {
                icon.array("sizes", &self.sizes, |out, size| json::string(out, size));
            }
            match self.theme {
                Some(IconTheme::Light) => icon.string("theme", "light"),
                Some(IconTheme::Dark) => icon.string("theme", "dark"),
                None => {}
            }
        });
    }
}

/// What a server says of itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website: Option<String>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) instructions: Option<String>,
    /// Written once: what it is made of does not change while serving.
    pub(crate) brief: OnceLock<String>,
}

impl Identity {
    /// Why a server cannot be called this.
    pub(crate) fn problems(&self) -> Vec<String> {
        let blank = |text: &str| text.trim().is_empty();
        let mut problems = Vec::new();
        if blank(&self.name) {
            problems.push(
                "the server has no name: give `Server::builder` one, such as \"weather\""
                    .to_owned(),
            );
        }
        if blank(&self.version) {
            problems.push(
                "the server has no version: give `Server::builder` one, such as `env!(\"CARGO_PKG_VERSION\")`"
                    .to_owned(),
            );
        }
        problems
    }

    /// The member of `_meta` that names the server, with the least that the protocol's
    /// `Implementation` may be: what goes into every result must not carry icons along.
    pub(crate) fn brief(&self) -> &str {
        self.brief.get_or_init(|| {
            json::members(|members| {
                members.object(meta::SERVER_INFO, |server| self.write_brief(server));
            })
        })
    }

    fn write_brief(&self, server: &mut Members<'_>) {
        server.string("name", &self.name);
        server.string("version", &self.version);
    }

    /// The protocol's `Implementation`.
    pub(crate) fn write(&self, server: &mut Members<'_>, version: ProtocolVersion) {
        self.write_brief(server);
        if let Some(title) = self.title.as_deref().filter(|_| version.has_titles()) {
            server.string("title", title);
        }
        if !version.has_icons() {
            return;
        }
        if let Some(description) = &self.description {
            server.string("description", description);
        }
        if let Some(website) = &self.website {
            server.string("websiteUrl", website);
        }
        if !self.icons.is_empty() {
            server.array("icons", &self.icons, |out, icon| icon.write(out));
        }
    }
}
