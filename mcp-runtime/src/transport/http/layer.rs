//! The check of tokens as a layer of tower, around services of any kind.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::header::{ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION};
use http::{Method, Request, Response};
use http_body::{Body, Frame, SizeHint};
use hyper::body::Bytes;
use tower_layer::Layer;
use tower_service::Service;

use crate::server::BuildError;
use crate::server::bearer::token::Brought;
use crate::server::bearer::{Bearer, Protected};

use super::body::HttpBody;
use super::identify::{identify, metadata};

/// [`Bearer`] as a layer of tower: lets in requests with a good token, with a
/// [`Principal`](crate::Principal) among their extensions, and answers the others.
///
/// For one server, [`ServerBuilder::bearer`](crate::ServerBuilder::bearer) does the same, for
/// [`into_service`](crate::Server::into_service) too. The layer is for an application that has more
/// behind it than that: several servers, or routes of its own. Where the layer gets to see requests
/// to the path of the metadata, it answers them; axum's `Router::layer` shows it all, and
/// `route_layer` only those to routes that there are, so that one has to be added that serves
/// [`metadata`](Self::metadata) at [`metadata_path`](Self::metadata_path).
///
/// What asks a browser's leave for a page (CORS) passes without a token, which browsers do not send
/// then. The header `Authorization` does not reach what is behind the layer.
#[derive(Debug, Clone)]
pub struct BearerLayer(Protected);

impl BearerLayer {
    /// Checks what was said of the resource.
    ///
    /// # Errors
    ///
    /// An address that tokens may not be sent to, or a scope that is none: all of them at once.
    pub fn new(bearer: Bearer) -> Result<Self, BuildError> {
        bearer.finish().map(Self)
    }

    /// The path at which clients look for the metadata.
    #[must_use]
    pub fn metadata_path(&self) -> &str {
        self.0.metadata_path()
    }

    /// The metadata (RFC 9728), as JSON text.
    #[must_use]
    pub fn metadata(&self) -> &str {
        self.0.document()
    }
}

impl<S> Layer<S> for BearerLayer {
    type Service = BearerService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        BearerService {
            inner,
            protected: self.0.clone(),
        }
    }
}

/// A service behind a [`BearerLayer`].
#[derive(Debug, Clone)]
pub struct BearerService<S> {
    inner: S,
    protected: Protected,
}

impl<S, B, R> Service<Request<B>> for BearerService<S>
where
    S: Service<Request<B>, Response = Response<R>> + Clone + Send + 'static,
    S::Future: Send,
    B: Send + 'static,
{
    type Response = Response<BearerBody<R>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        // The one that said it is ready.
        let clone = self.inner.clone();
        let mut inner = mem::replace(&mut self.inner, clone);
        let protected = self.protected.clone();
        Box::pin(async move {
            let refused =
                |response: Response<HttpBody>| Ok(response.map(|body| BearerBody(Kind::Own(body))));
            if protected.is_metadata(request.uri().path()) {
                return refused(metadata(request.method(), &protected));
            }
            let brought = Brought::of(request.headers());
            request.headers_mut().remove(AUTHORIZATION);
            let is_preflight = request.method() == Method::OPTIONS
                && request
                    .headers()
                    .contains_key(ACCESS_CONTROL_REQUEST_METHOD);
            if !is_preflight {
                match identify(&protected, brought, None).await {
                    Ok(principal) => request.extensions_mut().insert(principal),
                    Err(response) => return refused(response),
                };
            }
            request.extensions_mut().insert(protected);
            let response = inner.call(request).await?;
            Ok(response.map(|body| BearerBody(Kind::Inner(body))))
        })
    }
}

/// The body of a response through a [`BearerLayer`]: that of the service behind it, or of a refusal.
#[derive(Debug)]
pub struct BearerBody<R>(Kind<R>);

#[derive(Debug)]
enum Kind<R> {
    Own(HttpBody),
    Inner(R),
}

impl<R: Body<Data = Bytes> + Unpin> Body for BearerBody<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        match &mut self.0 {
            Kind::Own(body) => {
                let polled = Pin::new(body).poll_frame(cx);
                polled.map(|frame| frame.map(|frame| frame.map_err(|never| match never {})))
            }
            Kind::Inner(body) => Pin::new(body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Own(body) => body.is_end_stream(),
            Kind::Inner(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Own(body) => body.size_hint(),
            Kind::Inner(body) => body.size_hint(),
        }
    }
}
