//! A server as a protected resource of OAuth: whose tokens it takes, and where clients get them.
//!
//! [Specification, 2026-07-28, "Authorization"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization)

pub(crate) mod challenge;
pub(crate) mod claims;
mod resource;
pub(crate) mod token;
pub(crate) mod verify;

use std::fmt;
use std::sync::Arc;

use crate::protocol::json;
use crate::server::builder::BuildError;
use crate::tool::Principal;
use crate::tool::scopes::scope_fault;

use claims::{TokenClaims, Unfit};
use resource::{Resource, server_fault};
use verify::Verify;

/// Who may call over HTTP: those with a bearer token that somebody has checked.
///
/// Given to [`ServerBuilder::bearer`](crate::ServerBuilder::bearer), or as the layer
/// [`BearerLayer`](crate::BearerLayer) around a service. Then a request without a token, or with
/// one that is not taken, is answered with status 401 and `WWW-Authenticate`, before anybody reads
/// its body; clients find in it where the server's metadata is (RFC 9728), and in that where to get
/// a token. Who it is that calls, tools find in [`Context::principal`](crate::Context::principal),
/// and scopes are named at the tool: `#[tool(scope = "orders:write")]`.
///
/// Tokens come in the header `Authorization` alone, never in an address. They are not logged, and
/// go no further than to whoever checks them.
///
/// ```
/// use mcp_runtime::{Bearer, Principal, Server, Token, TokenClaims, TokenRefused};
///
/// async fn verify(token: Token) -> Result<TokenClaims, TokenRefused> {
///     // Ask the authorization server (RFC 7662): is it active, whose is it, and for whom?
///     # let asked: Option<(&str, &str, &str, &str)> = token.is("t-17").then_some((
///     #     "https://auth.example.com", "https://mcp.example.com/mcp", "ada", "orders:read",
///     # ));
///     let Some((issuer, audience, subject, scopes)) = asked else {
///         return Err(TokenRefused::Invalid);
///     };
///     let principal = scopes.split(' ').fold(Principal::new(subject), Principal::scope);
///     Ok(TokenClaims::new(principal, issuer, [audience]))
/// }
///
/// let bearer = Bearer::new("https://mcp.example.com/mcp", "https://auth.example.com", verify)
///     .scopes(["orders:read"])
///     .implies("orders:write", ["orders:read"]);
/// let server = Server::builder("orders", "1.0.0")
///     .allowed_hosts(["mcp.example.com"])
///     .bearer(bearer)
///     .build()?;
/// # Ok::<(), mcp_runtime::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Bearer {
    resource: String,
    servers: Vec<String>,
    audiences: Vec<String>,
    scopes: Vec<String>,
    implied: Vec<(String, Vec<String>)>,
    verify: Arc<dyn Verify>,
}

impl Bearer {
    /// Takes tokens for a resource: the address of the MCP endpoint as clients know it, such as
    /// `https://mcp.example.com/mcp`. `authorization_server` is the issuer from whom they get them,
    /// and `verify` tells whether one is good and what it says: an async function from a
    /// [`Token`](crate::Token) to [`TokenClaims`](crate::TokenClaims).
    ///
    /// A token has to be issued for this very server: its audience is compared with the resource,
    /// its issuer with the authorization servers, its expiry with the clock. One that was issued for
    /// another server is somebody else's to use. Where `verify` gives no more than a [`Principal`],
    /// it has made sure of all that itself.
    #[must_use]
    pub fn new(
        resource: impl Into<String>,
        authorization_server: impl Into<String>,
        verify: impl Verify,
    ) -> Self {
        Self {
            resource: resource.into(),
            servers: vec![authorization_server.into()],
            audiences: Vec::new(),
            scopes: Vec::new(),
            implied: Vec::new(),
            verify: Arc::new(verify),
        }
    }

    /// Adds another authorization server that issues tokens for this resource. Subjects of two have
    /// to differ: what `verify` gives as the principal's is the one name it has.
    #[must_use]
    pub fn authorization_server(mut self, issuer: impl Into<String>) -> Self {
        self.servers.push(issuer.into());
        self
    }

    /// Another name under which tokens are issued for this server. Some authorization servers know it
    /// by one of theirs, and not by its address.
    #[must_use]
    pub fn audience(mut self, name: impl Into<String>) -> Self {
        self.audiences.push(name.into());
        self
    }

    /// The scopes that a client asks for at first: the least with which the server is of use. It is
    /// told of them with status 401 and in the metadata; for what needs more, it is told when it
    /// calls it.
    #[must_use]
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Who has the scope `broad` has the scopes `narrow` as well.
    #[must_use]
    pub fn implies<S: Into<String>>(
        mut self,
        broad: impl Into<String>,
        narrow: impl IntoIterator<Item = S>,
    ) -> Self {
        let narrow = narrow.into_iter().map(Into::into).collect();
        self.implied.push((broad.into(), narrow));
        self
    }

    /// Checks what was said.
    pub(crate) fn finish(self) -> Result<Protected, BuildError> {
        let mut problems = Vec::new();
        let resource = Resource::read(&self.resource).unwrap_or_else(|problem| {
            problems.push(problem);
            Resource::default()
        });
        problems.extend(self.servers.iter().filter_map(|it| server_fault(it)));
        let implied = self.implied.iter();
        let implied = implied.flat_map(|(broad, narrow)| narrow.iter().chain([broad]));
        for scope in self.scopes.iter().chain(implied) {
            if scope_fault(scope).is_some() {
                problems.push(format!(
                    "the scope {scope:?} of `Bearer` is none: a scope is made of ASCII letters, digits and marks, without blanks, `\"` and `\\` (RFC 6749, section 3.3)"
                ));
            }
        }
        if !problems.is_empty() {
            return Err(BuildError::of(problems));
        }
        let document = self.document();
        let mut names = self.audiences;
        names.push(self.resource);
        Ok(Protected(Arc::new(Inner {
            document,
            names,
            issuers: self.servers,
            scopes: self.scopes.join(" "),
            implied: self.implied,
            verify: self.verify,
            resource,
        })))
    }

    /// The metadata of RFC 9728, section 2.
    fn document(&self) -> String {
        let mut out = Vec::new();
        json::object(&mut out, |members| {
            members.string("resource", &self.resource);
            members.array("authorization_servers", &self.servers, |out, server| {
                json::string(out, server);
            });
            if !self.scopes.is_empty() {
                members.array("scopes_supported", &self.scopes, |out, scope| {
                    json::string(out, scope);
                });
            }
            members.array("bearer_methods_supported", ["header"], json::string);
        });
        json::into_string(out)
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer")
            .field("resource", &self.resource)
            .field("authorization_servers", &self.servers)
            .finish_non_exhaustive()
    }
}

/// A [`Bearer`] that was found to be right. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Protected(Arc<Inner>);

struct Inner {
    resource: Resource,
    document: String,
    /// What it is called in the audience of a token.
    names: Vec<String>,
    issuers: Vec<String>,
    /// What a client asks for at first, with blanks between them.
    scopes: String,
    implied: Vec<(String, Vec<String>)>,
    verify: Arc<dyn Verify>,
}

impl Protected {
    /// Where the metadata is, for clients.
    pub(crate) fn metadata_url(&self) -> &str {
        &self.0.resource.metadata_url
    }

    /// The path of that.
    pub(crate) fn metadata_path(&self) -> &str {
        &self.0.resource.metadata_path
    }

    /// Whether the metadata is at a path: at its own, or where clients look next.
    pub(crate) fn is_metadata(&self, path: &str) -> bool {
        path == self.metadata_path() || path == resource::WELL_KNOWN
    }

    /// The metadata, as JSON text.
    pub(crate) fn document(&self) -> &str {
        &self.0.document
    }

    /// The scopes that a client asks for at first, with blanks between them.
    pub(crate) fn scopes(&self) -> &str {
        &self.0.scopes
    }

    pub(crate) fn verify(&self, token: token::Token) -> verify::Verifying {
        self.0.verify.verify(token)
    }

    /// The principal of a token that is for this server, with what its scopes imply.
    pub(crate) fn known(&self, claims: TokenClaims) -> Result<Principal, Unfit> {
        let mut principal = claims.accept(&self.0.names, &self.0.issuers)?;
        let mut grew = true;
        while grew {
            grew = false;
            for (broad, narrow) in &self.0.implied {
                if !principal.has_scope(broad) {
                    continue;
                }
                for scope in narrow {
                    if !principal.has_scope(scope) {
                        principal = principal.scope(scope);
                        grew = true;
                    }
                }
            }
        }
        Ok(principal)
    }
}

impl fmt::Debug for Protected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Protected")
            .field(&self.metadata_url())
            .finish()
    }
}
