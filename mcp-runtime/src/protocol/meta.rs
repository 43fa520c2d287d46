//! The names of `_meta` members.

pub(crate) const PROGRESS_TOKEN: &str = "progressToken";
pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
pub(crate) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
pub(crate) const TRACE_PARENT: &str = "traceparent";
pub(crate) const TRACE_STATE: &str = "tracestate";
pub(crate) const BAGGAGE: &str = "baggage";
/// Where a failure's machine-readable twin goes. One constant, because a key for this is under
/// discussion for the specification; a second label `mcp` would be reserved.
pub(crate) const FAILURE: &str = "rs.mcp-runtime/failure";
