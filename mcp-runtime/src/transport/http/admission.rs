//! For whom a server answers: the headers `Host` and `Origin`.
//!
//! A web page can let its own name point to its reader's machine, and then call what listens
//! there as if it were its own server. The names in these two headers give it away.

use std::net::IpAddr;

use http::header::{HOST, HeaderMap, ORIGIN};
use http::uri::Authority;
use http::{HeaderValue, Uri};

use crate::server::http_settings::HttpSettings;
use crate::tool::clean::clean;

use super::refusal::Refusal;

const ANY: &str = "*";

/// Lets a request in, or says why not; and for a page's, which origin its browser is told to be
/// allowed. `local` is the address that it arrived at, where that is known.
pub(super) fn admit(
    headers: &HeaderMap,
    uri: &Uri,
    local: Option<IpAddr>,
    settings: &HttpSettings,
) -> Result<Option<HeaderValue>, Refusal> {
    let host = host(headers, uri)?;
    if !is_ours(&host, local, &settings.allowed_hosts) {
        tracing::warn!(
            host = &*clean(host.as_str(), 256),
            "a request for another host was refused; `allowed_hosts` allows one"
        );
        return Err(Refusal::Host);
    }
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return Ok(None);
    };
    let one = origins.next().is_none();
    let text = origin.to_str().unwrap_or_default();
    if let Some(origin) = allowed(text, &host, &settings.allowed_origins).filter(|_| one) {
        return Ok(HeaderValue::try_from(origin).ok());
    }
    tracing::warn!(
        origin = &*clean(text, 256),
        "a request of another origin was refused; `allowed_origins` allows one"
    );
    Err(Refusal::Origin)
}

/// The host that a request is for: every place that names it has to name the same.
fn host(headers: &HeaderMap, uri: &Uri) -> Result<Authority, Refusal> {
    let parse = |value: &HeaderValue| -> Option<Authority> {
        let authority: Authority = value.to_str().ok()?.parse().ok()?;
        (!authority.as_str().contains('@')).then_some(authority)
    };
    let mut values = headers.get_all(HOST).iter();
    let named = match (values.next(), values.next()) {
        (None, _) => None,
        (Some(value), None) => Some(parse(value).ok_or(Refusal::NoHost)?),
        (Some(_), Some(_)) => return Err(Refusal::NoHost),
    };
    match (named, uri.authority().cloned()) {
        (Some(named), Some(target)) if named != target => Err(Refusal::NoHost),
        (named, target) => named.or(target).ok_or(Refusal::NoHost),
    }
}

fn is_ours(host: &Authority, local: Option<IpAddr>, allowed: &[String]) -> bool {
    is_loopback(host.host())
        || address(host.host()).is_some_and(|address| Some(address) == local)
        || allowed.iter().any(|allowed| {
            let allowed = allowed.trim_end_matches('.');
            allowed == ANY
                || allowed.eq_ignore_ascii_case(host.host().trim_end_matches('.'))
                || allowed.eq_ignore_ascii_case(host.as_str())
        })
}

/// Pages of the host that is called may call it, and on this machine those of this machine: the
/// origin as its browser is told of it, made from what was understood of it.
fn allowed(origin: &str, host: &Authority, allowed: &[String]) -> Option<String> {
    if allowed.iter().any(|allowed| allowed == ANY) {
        return Some(ANY.to_owned());
    }
    let listed = allowed.iter().map(|allowed| allowed.trim_end_matches('/'));
    if let Some(listed) = listed
        .into_iter()
        .find(|listed| listed.eq_ignore_ascii_case(origin))
    {
        // Browsers compare letter by letter, and write small ones.
        return Some(listed.to_ascii_lowercase());
    }
    let (scheme, rest) = ["http://", "https://"]
        .iter()
        .find_map(|scheme| Some((scheme, origin.strip_prefix(scheme)?)))?;
    let authority: Authority = rest.parse().ok()?;
    let ours = authority == *host || (is_loopback(authority.host()) && is_loopback(host.host()));
    (ours && !authority.as_str().contains('@')).then(|| format!("{scheme}{authority}"))
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || address(host).is_some_and(|address| address.is_loopback())
}

fn address(host: &str) -> Option<IpAddr> {
    let host = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(host);
    let address: IpAddr = host.parse().ok()?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use super::*;

    fn admitted(host: &str, origin: Option<&str>, settings: &HttpSettings) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        let local = Some("192.168.1.5".parse().unwrap());
        admit(&headers, &Uri::from_static("/mcp"), local, settings).map(drop)
    }

    #[test]
    fn this_machine_is_let_in_under_its_own_names() {
        let settings = HttpSettings::default();
        for host in [
            "localhost",
            "LOCALHOST:8000",
            "127.0.0.1:1",
            "127.9.9.9",
            "[::1]:8000",
            "192.168.1.5:8000",
        ] {
            assert_eq!(admitted(host, None, &settings), Ok(()), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.168.1.6",
            "0.0.0.0:8000",
        ] {
            assert_eq!(
                admitted(host, None, &settings),
                Err(Refusal::Host),
                "{host}"
            );
        }
        for host in ["", "user@localhost", "a b"] {
            assert_eq!(
                admitted(host, None, &settings),
                Err(Refusal::NoHost),
                "{host}"
            );
        }
    }

    #[test]
    fn pages_of_other_origins_are_not_let_in() {
        let settings = HttpSettings::default();
        for origin in [
            "http://localhost:3000",
            "https://127.0.0.1",
            "http://[::1]:1",
        ] {
            assert_eq!(admitted("localhost:8000", Some(origin), &settings), Ok(()));
        }
        for origin in [
            "https://evil.example",
            "http://localhost.evil.example",
            "http://evil.example@localhost",
            "null",
            "file://",
            "",
        ] {
            let refused = admitted("localhost:8000", Some(origin), &settings);
            assert_eq!(refused, Err(Refusal::Origin), "{origin}");
        }
    }

    #[test]
    fn names_and_origins_are_opened_one_by_one() {
        let settings = HttpSettings {
            allowed_hosts: vec!["mcp.example.com".into(), "alt.example.com:8443".into()],
            allowed_origins: vec!["https://app.example.com/".into()],
            ..HttpSettings::default()
        };
        let origin = |origin| admitted("mcp.example.com", Some(origin), &settings);
        assert_eq!(admitted("MCP.example.com.:9", None, &settings), Ok(()));
        assert_eq!(admitted("alt.example.com:8443", None, &settings), Ok(()));
        assert_eq!(
            admitted("alt.example.com", None, &settings),
            Err(Refusal::Host)
        );
        assert_eq!(origin("https://app.example.com"), Ok(()));
        assert_eq!(origin("https://mcp.example.com"), Ok(()));
        assert_eq!(origin("http://localhost:3000"), Err(Refusal::Origin));
        let open = HttpSettings {
            allowed_hosts: vec!["*".into()],
            allowed_origins: vec!["*".into()],
            ..HttpSettings::default()
        };
        assert_eq!(admitted("any.example", Some("null"), &open), Ok(()));
    }
}
