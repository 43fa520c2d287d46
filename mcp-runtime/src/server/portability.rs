//! What common hosts refuse of a server's tools.

use serde_json::Value;

use crate::protocol::version::ProtocolVersion;
use crate::tool::portability::{self, Listed, PortabilityFinding};

use super::builder::Server;
use super::catalog::CompiledTool;

impl Server {
    /// Everything that is found, tool by tool, then about all of them.
    pub(crate) fn portability(&self) -> Vec<PortabilityFinding> {
        let catalog = &self.dispatcher.catalog;
        let server = &self.dispatcher.identity.name;
        let mut findings = Vec::new();
        for tool in catalog.all() {
            findings.extend(of_tool(tool, server));
        }
        findings.extend(portability::of_list(catalog.all().len()));
        findings
    }
}

fn of_tool(tool: &CompiledTool, server: &str) -> Vec<PortabilityFinding> {
    let input: Value = serde_json::from_str(&tool.callee.rules.input.schema).unwrap_or_default();
    let output: Option<Value> = tool
        .output_schema(ProtocolVersion::LATEST)
        .map(|schema| serde_json::from_str(&schema).unwrap_or_default());
    portability::of_tool(&Listed {
        server,
        name: &tool.callee.name,
        description: &tool.about.description,
        input: &input,
        output: output.as_ref(),
        any_host: tool.any_host,
        recursive: tool.about.recursive,
    })
}
