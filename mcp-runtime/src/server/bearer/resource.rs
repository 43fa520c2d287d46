//! The addresses of a protected resource, of its metadata, and of authorization servers.

use std::net::IpAddr;

use http::Uri;

/// Where metadata is looked for (RFC 9728, section 3).
pub(crate) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// What follows from the address of a resource.
#[derive(Debug, Default)]
pub(super) struct Resource {
    pub(super) metadata_url: String,
    pub(super) metadata_path: String,
}

impl Resource {
    /// The well-known part stands between the host and the path; a path of `/` alone goes.
    pub(super) fn read(address: &str) -> Result<Self, String> {
        let (origin, path) = parts(address).map_err(|why| {
            format!("`{}` is not the address of a server's endpoint, such as `https://mcp.example.com/mcp`: {why}", address.escape_debug())
        })?;
        let metadata_path = format!("{WELL_KNOWN}{}", if path == "/" { "" } else { path });
        Ok(Self {
            metadata_url: format!("{origin}{metadata_path}"),
            metadata_path,
        })
    }
}

/// What is wrong with the address of an authorization server.
pub(super) fn server_fault(address: &str) -> Option<String> {
    let why = parts(address).err()?;
    Some(format!(
        "`{}` is not the address of an authorization server, such as `https://auth.example.com`: {why}",
        address.escape_debug()
    ))
}

/// The origin and the path of an address that tokens may be sent to, or what is wrong with it.
fn parts(address: &str) -> Result<(&str, &str), &'static str> {
    let plain =
        |letter: char| letter.is_ascii_graphic() && !matches!(letter, '"' | '\\' | '<' | '>');
    if !address.chars().all(plain) {
        return Err("it has letters that an address does not have");
    }
    if address.contains(['#', '?']) {
        return Err("it has a query or a fragment");
    }
    let uri: Uri = address.parse().map_err(|_| "it is no URL")?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err("it does not begin with `https://` and a host");
    };
    if authority.as_str().contains('@') {
        return Err("it has user information");
    }
    match scheme {
        "https" => {}
        "http" if is_loopback(authority.host()) => {}
        "http" => return Err("tokens are sent over `https://`, or within one machine"),
        _ => return Err("it does not begin with `https://`"),
    }
    let begin = scheme.len() + "://".len() + authority.as_str().len();
    address.split_at_checked(begin).ok_or("it is no URL")
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use super::*;

    #[test]
    fn metadata_is_between_host_and_path() {
        let url = |address| Resource::read(address).unwrap().metadata_url;
        assert_eq!(
            url("https://mcp.example.com/public/mcp"),
            "https://mcp.example.com/.well-known/oauth-protected-resource/public/mcp"
        );
        for address in [
            "https://mcp.example.com:8443",
            "https://mcp.example.com:8443/",
        ] {
            assert_eq!(
                url(address),
                "https://mcp.example.com:8443/.well-known/oauth-protected-resource"
            );
        }
        for local in [
            "http://localhost:8000/mcp",
            "http://127.0.0.1:1/mcp",
            "http://[::1]/mcp",
        ] {
            assert!(Resource::read(local).is_ok(), "{local}");
        }
    }

    #[test]
    fn an_address_that_tokens_may_not_be_sent_to_is_refused() {
        for address in [
            "",
            "mcp.example.com",
            "/mcp",
            "http://mcp.example.com/mcp",
            "http://127.0.0.1.evil.example/mcp",
            "ftp://mcp.example.com",
            "https://mcp.example.com/mcp?x=1",
            "https://mcp.example.com/mcp#x",
            "https://user@mcp.example.com/mcp",
            "https://mcp.example.com/a\"b",
            "https://mcp.example.com/a b",
            "https://mcp.example.com/\r\nX: y",
        ] {
            assert!(Resource::read(address).is_err(), "{address:?}");
            assert!(server_fault(address).is_some(), "{address:?}");
        }
    }
}
