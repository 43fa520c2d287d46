//! Whether common hosts take a server's tools.

use crate::server::Server;

pub use crate::tool::portability::{HostFamily, PortabilityFinding, Rule, Severity};

/// What common hosts refuse of a server's tools, or make less of: names, descriptions, schemas.
///
/// A host hands all its tools to a model at once, so one schema that a service refuses can cost
/// its user every tool. Each finding says which [`Rule`] it is about, for which [`HostFamily`],
/// where, and what to do. The command `schema --check` of every server prints the same list.
///
/// Prompts and resources are not in it. Hosts show them to people, one at a time and without a
/// schema, and none is known that refuses a list of them for one name or text in it. What can be
/// wrong with them whatever the host (no description, two of one name or address, arguments that no
/// text can be read as) does not compile or is refused when the server is built.
///
/// ```
/// use mcp_runtime::testing::{Severity, portability};
/// use mcp_runtime::{Server, tool, tools};
///
/// /// Waits.
/// #[tool(any_host, name = "clock.wait")]
/// fn wait(seconds: f64) {
///     let _ = seconds;
/// }
///
/// # fn main() -> Result<(), mcp_runtime::BuildError> {
/// let server = Server::builder("clock", "1.0.0").tools(tools![wait]).build()?;
/// let findings = portability(&server);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].path, "/name");
/// assert_eq!(findings[0].severity, Severity::Allowed);
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn portability(server: &Server) -> Vec<PortabilityFinding> {
    server.portability()
}

/// Fails a test when common hosts refuse one of a server's tools, and says which and why.
/// Warnings, and what a tool opted into, do not fail it.
///
/// In a debug build a server that hosts refuse is not built at all, so this is for tests of
/// release builds, and for saying what a server promises.
///
/// ```
/// # use mcp_runtime::{Server, tool, tools};
/// # /// Adds.
/// # #[tool]
/// # fn add(a: i64, b: i64) -> i64 { a + b }
/// # fn main() -> Result<(), mcp_runtime::BuildError> {
/// let server = Server::builder("calculator", "1.0.0").tools(tools![add]).build()?;
/// mcp_runtime::testing::assert_portable(&server);
/// # Ok(())
/// # }
/// ```
///
/// # Panics
///
/// A finding is an error.
#[track_caller]
pub fn assert_portable(server: &Server) {
    let errors: Vec<String> = portability(server)
        .into_iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| format!("\n- {finding}"))
        .collect();
    assert!(
        errors.is_empty(),
        "hosts refuse tools of this server:{}",
        errors.concat()
    );
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::{tool, tools};

    /// A filter, as a service that was there before it has it.
    #[derive(schemars::JsonSchema, serde::Deserialize)]
    struct Filter {
        #[serde(rename = "$top")]
        _top: u32,
    }

    /// Lists.
    #[tool]
    fn list(#[arg(rename = "by")] _by: Filter, _any: Value) {}

    // What is lent may be state, so the macro leaves its name to the built server.
    /// Reads.
    #[tool]
    fn read(größe: &str) {
        let _ = größe;
    }

    #[test]
    fn warnings_do_not_fail_and_are_listed() -> Result<(), crate::BuildError> {
        let server = Server::builder("s", "1").tools(tools![list]).build()?;
        assert_portable(&server);
        let paths: Vec<String> = portability(&server)
            .into_iter()
            .map(|finding| format!("{} {}", finding.rule, finding.path))
            .collect();
        assert_eq!(
            paths,
            [
                "type-list /inputSchema/properties/_any/type",
                "property-name /inputSchema/properties/by/properties/$top",
            ]
        );
        Ok(())
    }

    #[test]
    #[should_panic(
        expected = "hosts refuse tools of this server:\n- error[property-name] read: /inputSchema/properties/größe: "
    )]
    fn an_error_fails_the_test_and_says_why() {
        let builder = Server::builder("s", "1").tools(tools![read]);
        if let Ok(server) = builder.assemble() {
            assert_portable(&server);
        }
    }

    #[test]
    fn a_debug_build_refuses_to_build_and_says_the_same() {
        let built = Server::builder("s", "1").tools(tools![read]).build();
        assert_eq!(built.is_err(), cfg!(debug_assertions));
        if let Err(error) = built {
            assert!(
                error
                    .to_string()
                    .contains("error[property-name] read: /inputSchema/properties/größe: "),
                "{error}"
            );
        }
    }
}
