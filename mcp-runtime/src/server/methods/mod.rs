//! The methods, one file each.

pub(crate) mod call_tool;
pub(crate) mod complete;
pub(crate) mod discover;
pub(crate) mod get_prompt;
pub(crate) mod initialize;
pub(crate) mod list;
pub(crate) mod listen;
pub(crate) mod ping;
pub(crate) mod read_resource;
pub(crate) mod set_level;
pub(crate) mod subscribe;

use std::borrow::Cow;

use crate::protocol::params::Params;
use crate::protocol::text;
use crate::protocol::version::ProtocolVersion;

/// A method that is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Initialize,
    Ping,
    Discover,
    SetLevel,
    ListTools,
    CallTool,
    Listen,
    Subscribe,
    Unsubscribe,
    ListPrompts,
    GetPrompt,
    ListResources,
    ListTemplates,
    ReadResource,
    Complete,
}

impl Method {
    pub(crate) fn read(name: &str) -> Option<Self> {
        Some(match name {
            "initialize" => Self::Initialize,
            "ping" => Self::Ping,
            "server/discover" => Self::Discover,
            "logging/setLevel" => Self::SetLevel,
            "tools/list" => Self::ListTools,
            "tools/call" => Self::CallTool,
            "subscriptions/listen" => Self::Listen,
            "resources/subscribe" => Self::Subscribe,
            "resources/unsubscribe" => Self::Unsubscribe,
            "prompts/list" => Self::ListPrompts,
            "prompts/get" => Self::GetPrompt,
            "resources/list" => Self::ListResources,
            "resources/templates/list" => Self::ListTemplates,
            "resources/read" => Self::ReadResource,
            "completion/complete" => Self::Complete,
            _ => return None,
        })
    }

    /// What a request is about, for methods that are about one of several things: the header
    /// `Mcp-Name` repeats it.
    pub(crate) fn named_by<'a>(self, params: &Params<'a>) -> Option<Cow<'a, str>> {
        let name = match self {
            Self::CallTool | Self::GetPrompt => params.name,
            Self::ReadResource => params.uri,
            _ => None,
        };
        text::string(name?.get())
    }

    pub(crate) fn exists_in(self, version: ProtocolVersion) -> bool {
        match self {
            Self::Initialize | Self::Ping | Self::SetLevel => version.has_session_methods(),
            Self::Discover => version.has_discover(),
            Self::Listen => version.has_listen(),
            Self::Subscribe | Self::Unsubscribe => version.has_session_changes(),
            _ => true,
        }
    }
}
