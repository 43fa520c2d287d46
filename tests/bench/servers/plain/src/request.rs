//! What a line asks for, read in one pass.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    #[serde(borrow)]
    jsonrpc: &'a str,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) method: &'a str,
    #[serde(borrow, default)]
    pub(crate) params: Params<'a>,
}

/// The parameters of every method, as far as they matter here.
#[derive(Deserialize, Default)]
pub(crate) struct Params<'a> {
    #[serde(borrow, default)]
    pub(crate) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) arguments: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta", default)]
    meta: Meta<'a>,
}

#[derive(Deserialize, Default)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<&'a str>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<IgnoredAny>,
}

impl Request<'_> {
    /// Whether the request is of the 2026-07-28 era.
    pub(crate) fn modern(&self) -> Result<bool, &'static str> {
        if self.jsonrpc != "2.0" {
            return Err("not JSON-RPC 2.0");
        }
        match &self.params.meta {
            Meta { version: None, .. } => Ok(false),
            Meta {
                version: Some("2026-07-28"),
                capabilities: Some(_),
            } => Ok(true),
            Meta { .. } => Err("_meta is not that of 2026-07-28"),
        }
    }
}
