//! The items of a result: text, images, audio, resources.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;

use super::base64;
use super::resource::ResourceContents;

/// One item of a tool's result, or of a message.
///
/// ```
/// use mcp_runtime::{Audience, Content};
///
/// let chart = Content::image([0x89, b'P', b'N', b'G'], "image/png").audience([Audience::User]);
/// let caption = Content::text("Temperatures of the last week").priority(0.8);
/// ```
///
/// A client of an older revision that lacks a kind gets a text in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    kind: Kind,
    audience: Vec<Audience>,
    priority: Option<f64>,
    last_modified: Option<String>,
    meta: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Text(String),
    /// Data in base64.
    Image {
        data: String,
        mime_type: String,
    },
    Audio {
        data: String,
        mime_type: String,
    },
    Link(Box<Link>),
    Resource(Box<ResourceContents>),
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Link {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<u64>,
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

/// Whom an item is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The person in front of the host.
    User,
    /// The model.
    Assistant,
}

impl Audience {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

impl Content {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            audience: Vec::new(),
            priority: None,
            last_modified: None,
            meta: Map::new(),
        }
    }

    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Kind::Text(text.into()))
    }

    /// An image, from its bytes and their type: `image/png`.
    #[must_use]
    pub fn image(data: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::new(Kind::Image {
            data: base64::encode(data.as_ref()),
            mime_type: mime_type.into(),
        })
    }

    /// A sound, from its bytes and their type: `audio/wav`.
    #[must_use]
    pub fn audio(data: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::new(Kind::Audio {
            data: base64::encode(data.as_ref()),
            mime_type: mime_type.into(),
        })
    }

    /// A link to a resource that the client can fetch.
    #[must_use]
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::new(Kind::Link(Box::new(Link {
            uri: uri.into(),
            name: name.into(),
            ..Link::default()
        })))
    }

    /// A resource of text, whole.
    #[must_use]
    pub fn resource_text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        let resource = ResourceContents::text(text).uri(uri);
        Self::new(Kind::Resource(Box::new(resource)))
    }

    /// A resource of bytes, whole.
    #[must_use]
    pub fn resource_bytes(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let resource = ResourceContents::bytes(bytes).uri(uri);
        Self::new(Kind::Resource(Box::new(resource)))
    }

    /// The type of a resource or of what a link leads to. Images and sounds have theirs already,
    /// which this replaces; a text has none.
    #[must_use]
    pub fn mime_type(mut self, value: impl Into<String>) -> Self {
        match &mut self.kind {
            Kind::Text(_) => {}
            Kind::Image { mime_type, .. } | Kind::Audio { mime_type, .. } => {
                *mime_type = value.into();
            }
            Kind::Link(link) => link.mime_type = Some(value.into()),
            Kind::Resource(resource) => resource.set_mime_type(value.into()),
        }
        self
    }

    /// A name for people, of a link; other items have none.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        if let Kind::Link(link) = &mut self.kind {
            link.title = Some(title.into());
        }
        self
    }

    /// What a link leads to; other items have no description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        if let Kind::Link(link) = &mut self.kind {
            link.description = Some(description.into());
        }
        self
    }

    /// How many bytes a link leads to; other items do not say.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        if let Kind::Link(link) = &mut self.kind {
            link.size = Some(bytes);
        }
        self
    }

    /// Whom the item is for.
    #[must_use]
    pub fn audience(mut self, audience: impl IntoIterator<Item = Audience>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// How much it matters, from 0 to 1.
    #[must_use]
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = priority.is_finite().then(|| priority.clamp(0.0, 1.0));
        self
    }

    /// When it was last changed, as an ISO 8601 text.
    #[must_use]
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.last_modified = Some(time.into());
        self
    }

    /// A member of the item's `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// A model can be asked with it.
    pub(crate) fn is_for_models(&self) -> bool {
        matches!(
            self.kind,
            Kind::Text(_) | Kind::Image { .. } | Kind::Audio { .. }
        )
    }

    /// The text, when the item is that and nothing else.
    pub(crate) fn plain_text(&mut self) -> Option<&mut String> {
        let is_plain = self.audience.is_empty()
            && self.priority.is_none()
            && self.last_modified.is_none()
            && self.meta.is_empty();
        match &mut self.kind {
            Kind::Text(text) if is_plain => Some(text),
            _ => None,
        }
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |item| {
            match self.fallback(version) {
                Some(text) => write_text(item, &text),
                None => self.kind.write(item, version),
            }
            let last_modified = self.last_modified.as_deref();
            write_annotations(
                item,
                (&self.audience, self.priority, last_modified),
                version,
            );
            if !self.meta.is_empty() && version.has_item_meta() {
                item.value("_meta", |out| write_meta(out, &self.meta));
            }
        });
    }

    /// The text in place of a kind that the revision lacks.
    fn fallback(&self, version: ProtocolVersion) -> Option<Cow<'_, str>> {
        match &self.kind {
            Kind::Audio { data, mime_type } if !version.has_audio() => Some(
                format!(
                    "(audio of type {mime_type}, about {} bytes, which this client's protocol version cannot receive)",
                    data.len() / 4 * 3
                )
                .into(),
            ),
            Kind::Link(link) if !version.has_resource_links() => {
                let title = link.title.as_deref().unwrap_or(&link.name);
                let mut text = format!("{title}: {}", link.uri);
                if let Some(description) = &link.description {
                    text.push('\n');
                    text.push_str(description);
                }
                Some(text.into())
            }
            _ => None,
        }
    }
}

/// `annotations`, where there is something to say.
pub(crate) fn write_annotations(
    item: &mut Members<'_>,
    (audience, priority, last_modified): (&[Audience], Option<f64>, Option<&str>),
    version: ProtocolVersion,
) {
    let last_modified = last_modified.filter(|_| version.has_last_modified());
    if audience.is_empty() && priority.is_none() && last_modified.is_none() {
        return;
    }
    item.object("annotations", |annotations| {
        if !audience.is_empty() {
            annotations.array("audience", audience, |out, audience| {
                json::string(out, audience.as_str());
            });
        }
        if let Some(priority) = priority {
            annotations.number("priority", priority);
        }
        if let Some(time) = last_modified {
            annotations.string("lastModified", time);
        }
    });
}

impl From<Cow<'_, str>> for Content {
    fn from(text: Cow<'_, str>) -> Self {
        Self::text(text)
    }
}

impl From<Box<str>> for Content {
    fn from(text: Box<str>) -> Self {
        Self::text(text)
    }
}

impl Kind {
    fn write(&self, item: &mut Members<'_>, version: ProtocolVersion) {
        match self {
            Self::Text(text) => write_text(item, text),
            Self::Image { data, mime_type } => {
                item.string("type", "image");
                item.string("data", data);
                item.string("mimeType", mime_type);
            }
            Self::Audio { data, mime_type } => {
                item.string("type", "audio");
                item.string("data", data);
                item.string("mimeType", mime_type);
            }
            Self::Link(link) => {
                item.string("type", "resource_link");
                item.string("uri", &link.uri);
                item.string("name", &link.name);
                if let Some(title) = link.title.as_deref().filter(|_| version.has_titles()) {
                    item.string("title", title);
                }
                if let Some(description) = &link.description {
                    item.string("description", description);
                }
                if let Some(mime_type) = &link.mime_type {
                    item.string("mimeType", mime_type);
                }
                if let Some(size) = link.size {
                    item.unsigned("size", size);
                }
            }
            Self::Resource(resource) => {
                item.string("type", "resource");
                item.object("resource", |item| resource.write(item, "", None, version));
            }
        }
    }
}

/// A text item; hosts show an empty one as if the tool had said nothing at all.
pub(crate) fn write_text(item: &mut Members<'_>, text: &str) {
    item.written(r#""type":"text""#);
    item.string("text", if text.is_empty() { "(empty)" } else { text });
}

pub(crate) fn write_meta(out: &mut Vec<u8>, meta: &Map<String, Value>) {
    json::object(out, |members| {
        for (key, value) in meta {
            members.foreign(key, &value.to_string());
        }
    });
}
