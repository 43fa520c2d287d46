//! What a line asks for.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    #[serde(borrow, rename = "jsonrpc")]
    _jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) method: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(crate) struct Call<'a> {
    #[serde(borrow, default)]
    pub(crate) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) arguments: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Cow<'a, str>>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<IgnoredAny>,
}

/// Whether the request is of the 2026-07-28 era, and what it calls.
pub(crate) fn meaning<'a>(
    request: &Request<'a>,
) -> Result<(bool, Option<Call<'a>>), serde_json::Error> {
    use serde::de::Error;

    let Some(params) = request.params else {
        return Ok((false, None));
    };
    let call: Call<'a> = serde_json::from_str(params.get())?;
    let modern = match &call.meta {
        Some(Meta {
            version: Some(version),
            capabilities,
        }) => {
            if version != "2026-07-28" || capabilities.is_none() {
                return Err(Error::custom("_meta is not that of 2026-07-28"));
            }
            true
        }
        _ => false,
    };
    Ok((modern, Some(call)))
}
