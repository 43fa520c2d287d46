//! Who makes a request: asks whoever checks tokens, and answers those that bring no good one.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::{Method, Response, StatusCode};
use tokio::runtime::Handle;

use crate::server::bearer::Protected;
use crate::server::bearer::challenge::{Lack, challenge};
use crate::server::bearer::claims::TokenClaims;
use crate::server::bearer::token::Brought;
use crate::server::bearer::verify::{TokenRefused, Verifying};
use crate::tool::Principal;
use crate::tool::panics;

use super::body::HttpBody;
use super::response;

/// How long the checking of a token may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The principal of a request, or the answer to one that brings no good token. `runtime` is where
/// the author's code runs, when that is not here.
pub(super) async fn identify(
    protected: &Protected,
    brought: Brought,
    runtime: Option<&Handle>,
) -> Result<Principal, Response<HttpBody>> {
    let refuse = |lack| refusal(lack, protected);
    let token = match brought {
        Brought::Token(token) => token,
        Brought::Nothing => return Err(refuse(Lack::Token)),
        Brought::Unreadable => return Err(refuse(Lack::GoodToken)),
        Brought::Several => return Err(refuse(Lack::OneToken)),
    };
    let begin = || {
        let _inside = runtime.map(Handle::enter);
        protected.verify(token)
    };
    let checked = match panics::guarded(begin) {
        Ok(checking) => tokio::time::timeout(PATIENCE, guarded(checking, runtime)).await,
        Err(panic) => {
            log_panic(&panic);
            Ok(Err(TokenRefused::Unavailable))
        }
    };
    let checked = checked.unwrap_or_else(|_| {
        tracing::error!(
            "nobody said within {} s whether a token is good",
            PATIENCE.as_secs()
        );
        Err(TokenRefused::Unavailable)
    });
    match checked {
        Ok(claims) => protected.known(claims).map_err(|unfit| {
            let why = unfit.as_str();
            tracing::debug!(why, "a request with a token for somebody else was refused");
            refuse(Lack::GoodToken)
        }),
        Err(TokenRefused::Invalid) => {
            tracing::debug!("a request with a token that is not taken was refused");
            Err(refuse(Lack::GoodToken))
        }
        Err(TokenRefused::Unavailable) => Err(unavailable()),
    }
}

/// A panic ends the checking, and nothing else.
async fn guarded(
    checking: Verifying,
    runtime: Option<&Handle>,
) -> Result<TokenClaims, TokenRefused> {
    let mut checking = Some(checking);
    poll_fn(|cx| {
        let Some(running) = &mut checking else {
            return Poll::Ready(Err(TokenRefused::Unavailable));
        };
        let _inside = runtime.map(Handle::enter);
        let polled = panics::guarded(|| running.as_mut().poll(cx));
        polled.unwrap_or_else(|panic| {
            log_panic(&panic);
            // It may panic once more.
            drop(panics::guarded(|| drop(checking.take())));
            Poll::Ready(Err(TokenRefused::Unavailable))
        })
    })
    .await
}

fn log_panic(panic: &panics::Panic) {
    tracing::error!(
        payload = panic.payload,
        location = panic.location,
        backtrace = panic.backtrace,
        "checking a token panicked"
    );
}

/// Status 401, or 400 where nobody can tell which token is meant.
fn refusal(lack: Lack, protected: &Protected) -> Response<HttpBody> {
    let (status, text) = match lack {
        Lack::Token => (
            StatusCode::UNAUTHORIZED,
            "this server takes requests with a token: `Authorization: Bearer ..`\n",
        ),
        Lack::OneToken => (
            StatusCode::BAD_REQUEST,
            "invalid_request: the header Authorization is there more than once\n",
        ),
        Lack::GoodToken | Lack::Scope => (StatusCode::UNAUTHORIZED, "invalid_token\n"),
    };
    let mut response = plain(status, text);
    let challenge = challenge(lack, protected.scopes(), Some(protected));
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    response
}

fn unavailable() -> Response<HttpBody> {
    let mut response = plain(
        StatusCode::SERVICE_UNAVAILABLE,
        "nobody can tell just now whether the token is good: try again in a moment\n",
    );
    let soon = HeaderValue::from_static("10");
    response.headers_mut().insert(RETRY_AFTER, soon);
    response
}

/// Names what a token has to permit, in the answer to a call that it does not permit.
pub(super) fn ask_for(
    response: &mut Response<HttpBody>,
    scopes: &str,
    protected: Option<&Protected>,
) {
    let lack = if response.status() == StatusCode::FORBIDDEN {
        Lack::Scope
    } else {
        Lack::Token
    };
    let challenge = challenge(lack, scopes, protected);
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
}

/// The metadata of the resource, for everybody.
pub(super) fn metadata(method: &Method, protected: &Protected) -> Response<HttpBody> {
    let mut response = match *method {
        Method::GET | Method::HEAD => {
            let document = protected.document().as_bytes();
            let mut response = response::json(200, document.to_vec());
            let cache = HeaderValue::from_static("max-age=300");
            response.headers_mut().insert(CACHE_CONTROL, cache);
            return response;
        }
        Method::OPTIONS => response::empty(StatusCode::NO_CONTENT),
        _ => response::empty(StatusCode::METHOD_NOT_ALLOWED),
    };
    let methods = HeaderValue::from_static("GET, HEAD, OPTIONS");
    response.headers_mut().insert(ALLOW, methods);
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::whole(text.as_bytes().to_vec()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
