//! The floor for HTTP: hyper's connections, each request's body read whole, and the plain loop's
//! answer to it.
//!
//! It looks at no header and keeps no limit: what a server over HTTP must do beside that is what
//! the others cost more.

#[path = "../../plain/src/answer.rs"]
mod answer;
#[path = "../../plain/src/handle.rs"]
mod handle;
#[path = "../../plain/src/request.rs"]
mod request;

use std::error::Error;
use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = std::env::args().next_back().unwrap_or_default();
    let listener = TcpListener::bind(address).await?;
    let tools: Arc<str> = answer::listing().into();
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let tools = tools.clone();
        let service = service_fn(move |request| respond(request, tools.clone()));
        tokio::spawn(
            http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service),
        );
    }
}

async fn respond(
    request: Request<Incoming>,
    tools: Arc<str>,
) -> Result<Response<Full<Bytes>>, Box<dyn Error + Send + Sync>> {
    let message = request.into_body().collect().await?.to_bytes();
    let mut answer = Vec::new();
    handle::handle(&message, &tools, &mut answer)?;
    let accepted = answer.is_empty();
    let mut response = Response::new(Full::new(Bytes::from(answer)));
    if accepted {
        *response.status_mut() = StatusCode::ACCEPTED;
    } else {
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
    }
    Ok(response)
}
