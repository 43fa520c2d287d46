//! What a page's browser is told, so that it lets the page call and read
//! ([Fetch, "CORS protocol"](https://fetch.spec.whatwg.org/#http-cors-protocol)).

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    HeaderMap, HeaderValue, VARY,
};
use http::{Method, Request, Response};

use super::body::HttpBody;

/// The methods of the endpoint.
pub(super) const METHODS: &str = "GET, POST, DELETE, OPTIONS";
/// Every header but the one that has to be named; arguments have headers of any name.
const HEADERS: &str = "*, Authorization";
const EXPOSED: &str = "Mcp-Session-Id, WWW-Authenticate, Retry-After";
/// Seconds for which a browser need not ask again.
const MAX_AGE: &str = "7200";

/// Whether a browser asks what a page may do.
pub(super) fn is_preflight<B>(request: &Request<B>) -> bool {
    let headers = request.headers();
    request.method() == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// Tells it which origin may read the response, and for a preflight what else that one may do.
pub(super) fn allow(response: &mut Response<HttpBody>, origin: HeaderValue, preflight: bool) {
    let headers: &mut HeaderMap = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(VARY, HeaderValue::from_static("Origin"));
    if preflight {
        for (name, value) in [
            (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (ACCESS_CONTROL_MAX_AGE, MAX_AGE),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
    } else {
        let exposed = HeaderValue::from_static(EXPOSED);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }
}
