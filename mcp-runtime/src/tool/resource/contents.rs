//! What reading a resource gives.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::json::Members;
use crate::protocol::version::ProtocolVersion;
use crate::tool::base64;
use crate::tool::content::write_meta;
use crate::tool::failure::ToolFailure;
use crate::tool::output::Json;
use crate::tool::result::{CallResult, Kind};

/// The contents of a resource, or of a part of it, where text or bytes alone do not say enough.
///
/// ```
/// use mcp_runtime::ResourceContents;
///
/// /// A folder is read as its files.
/// fn folder() -> Vec<ResourceContents> {
///     vec![
///         ResourceContents::text("# Notes").uri("notes://2026/README.md").mime_type("text/markdown"),
///         ResourceContents::bytes([0x89, b'P']).uri("notes://2026/chart.png").mime_type("image/png"),
///     ]
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceContents {
    uri: Option<String>,
    mime_type: Option<String>,
    body: Body,
    meta: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq)]
enum Body {
    Text(String),
    /// In base64.
    Blob(String),
}

impl ResourceContents {
    fn new(body: Body) -> Self {
        Self {
            uri: None,
            mime_type: None,
            body,
            meta: Map::new(),
        }
    }

    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Body::Text(text.into()))
    }

    /// Bytes; they are sent in base64.
    #[must_use]
    pub fn bytes(bytes: impl AsRef<[u8]>) -> Self {
        Self::new(Body::Blob(base64::encode(bytes.as_ref())))
    }

    /// The address of this part; that which is being read unless set.
    #[must_use]
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// The type, such as `text/markdown`; that of the declaration unless set.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// A member of `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    pub(crate) fn set_mime_type(&mut self, mime_type: String) {
        self.mime_type = Some(mime_type);
    }

    /// Writes the members; `uri` and `mime_type` stand for what the contents do not say.
    pub(crate) fn write(
        &self,
        item: &mut Members<'_>,
        uri: &str,
        mime_type: Option<&str>,
        version: ProtocolVersion,
    ) {
        item.string("uri", self.uri.as_deref().unwrap_or(uri));
        if let Some(mime_type) = self.mime_type.as_deref().or(mime_type) {
            item.string("mimeType", mime_type);
        }
        match &self.body {
            Body::Text(text) => item.string("text", text),
            Body::Blob(data) => item.string("blob", data),
        }
        if !self.meta.is_empty() && version.has_item_meta() {
            item.value("_meta", |out| write_meta(out, &self.meta));
        }
    }
}

/// A value that reading a resource gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a resource",
    label = "not a result of a resource",
    note = "return `String`, `&str`, `Vec<u8>`, `&[u8]`, `Json<T>`, `ResourceContents` or `Vec<ResourceContents>`"
)]
pub trait IntoContents {
    /// The type of what is given, where the declaration says none.
    const MIME_TYPE: Option<&'static str>;

    /// The contents.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON: a fault of the resource, answered as `internal`.
    fn into_contents(self) -> Result<Vec<ResourceContents>, ToolFailure>;
}

macro_rules! text_contents {
    ($($type:ty),* $(,)?) => {$(
        impl IntoContents for $type {
            const MIME_TYPE: Option<&'static str> = Some("text/plain");

            fn into_contents(self) -> Result<Vec<ResourceContents>, ToolFailure> {
                Ok(vec![ResourceContents::text(self)])
            }
        }
    )*};
}
text_contents!(String, &str, Cow<'_, str>, Box<str>);

macro_rules! bytes_contents {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> IntoContents for $type {
            const MIME_TYPE: Option<&'static str> = None;

            fn into_contents(self) -> Result<Vec<ResourceContents>, ToolFailure> {
                Ok(vec![ResourceContents::bytes(self)])
            }
        }
    )*};
}
bytes_contents! {
    [] Vec<u8>;
    [] &[u8];
    [const N: usize] [u8; N];
    [const N: usize] &[u8; N];
    [] Cow<'_, [u8]>;
    [] Box<[u8]>;
}

impl<T: Serialize> IntoContents for Json<T> {
    const MIME_TYPE: Option<&'static str> = Some("application/json");

    fn into_contents(self) -> Result<Vec<ResourceContents>, ToolFailure> {
        let text = serde_json::to_string(&self.0).map_err(ToolFailure::internal)?;
        Ok(vec![ResourceContents::text(text)])
    }
}

impl IntoContents for ResourceContents {
    const MIME_TYPE: Option<&'static str> = None;

    fn into_contents(self) -> Result<Vec<ResourceContents>, ToolFailure> {
        Ok(vec![self])
    }
}

impl IntoContents for Vec<ResourceContents> {
    const MIME_TYPE: Option<&'static str> = None;

    fn into_contents(self) -> Result<Vec<ResourceContents>, ToolFailure> {
        if self.is_empty() {
            // An empty list could as well mean that there is no such resource.
            return Ok(vec![ResourceContents::text("")]);
        }
        Ok(self)
    }
}

/// A return type of a resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a resource",
    label = "not a result of a resource",
    note = "return `String`, `&str`, `Vec<u8>`, `&[u8]`, `Json<T>`, `ResourceContents`, `Vec<ResourceContents>`, or a `Result` of one of them",
    note = "the error of a `Result` converts into `ToolFailure`: derive `ToolFailure` on an enum of yours, or call `.or_unavailable(\"..\")`, `.or_not_found(\"..\")` or `.or_internal()` of `mcp_runtime::ResultExt` where it comes up"
)]
pub trait IntoResourceResult {
    /// The type of what is given, where the declaration says none.
    const MIME_TYPE: Option<&'static str>;

    /// The result of the call.
    fn into_resource_result(self) -> CallResult;
}

#[diagnostic::do_not_recommend]
impl<T: IntoContents> IntoResourceResult for T {
    const MIME_TYPE: Option<&'static str> = T::MIME_TYPE;

    fn into_resource_result(self) -> CallResult {
        let contents = self.into_contents();
        CallResult(contents.map_or_else(Kind::Failure, Kind::Contents))
    }
}

impl<T: IntoContents, E: Into<ToolFailure>> IntoResourceResult for Result<T, E> {
    const MIME_TYPE: Option<&'static str> = T::MIME_TYPE;

    fn into_resource_result(self) -> CallResult {
        match self {
            Ok(value) => value.into_resource_result(),
            Err(error) => CallResult(Kind::Failure(error.into())),
        }
    }
}

/// What makes a call's result of what a resource's function returned; see
/// [`answer`](crate::__private::answer).
#[must_use]
pub fn resource_answer<R: IntoResourceResult>() -> fn(R) -> CallResult {
    R::into_resource_result
}
