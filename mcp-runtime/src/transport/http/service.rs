//! The service that is mounted in an HTTP server, under whatever layers.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response};
use http_body::Body;
use tower_service::Service;

use crate::server::Server;

use super::body::HttpBody;
use super::endpoint::Endpoint;
use super::phase::Phase;

/// A server as a [`tower_service::Service`] for HTTP requests; made by
/// [`Server::into_service`]. Clones share their sessions.
#[derive(Debug, Clone)]
pub struct HttpService {
    endpoint: Arc<Endpoint>,
    local: Option<IpAddr>,
}

impl Server {
    /// The server as a service to mount in an application's own HTTP server, with its routes and
    /// layers around it: in axum with `route_service("/mcp", ..)` or `nest_service`.
    ///
    /// It serves the endpoint of Streamable HTTP under whatever path it is mounted. What
    /// [`serve_http`](Self::serve_http) does for a whole process, such as limiting connections,
    /// is the application's affair; sessions, limits of a message, and the checks of `Host` and
    /// `Origin` are the same. Who calls, [`bearer`](crate::ServerBuilder::bearer) tells, or a layer
    /// of the application's own that puts a [`Principal`](crate::Principal) into the request's
    /// extensions. Where neither does, what has a scope is called for nobody: it is answered with
    /// status 401.
    ///
    /// Calls run where the service is polled, so a tool that holds its thread holds a thread of
    /// that runtime, which has to have its timer enabled.
    #[must_use]
    pub fn into_service(self) -> HttpService {
        HttpService::of(Endpoint::new(self))
    }
}

impl HttpService {
    pub(super) fn of(endpoint: Endpoint) -> Self {
        Self {
            endpoint: Arc::new(endpoint),
            local: None,
        }
    }

    /// The service for requests that arrive at an address.
    pub(super) fn at(&self, local: Option<IpAddr>) -> Self {
        Self {
            local,
            ..self.clone()
        }
    }

    pub(super) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The path at which clients look for the metadata of a server with a
    /// [`bearer`](crate::ServerBuilder::bearer), to be routed to a clone of this service.
    #[must_use]
    pub fn metadata_path(&self) -> Option<&str> {
        let protected = self.endpoint.settings().bearer.as_ref()?;
        Some(protected.metadata_path())
    }

    /// Ends the streams that clients only listen to when this future completes, so that a
    /// graceful end of the HTTP server around it has nothing to wait for but calls.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime: it has to wait somewhere.
    #[must_use]
    pub fn shutdown(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Self {
        let endpoint = Arc::clone(&self.endpoint);
        tokio::spawn(async move {
            shutdown.await;
            endpoint.phases.advance(Phase::Draining);
        });
        self
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Send,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let endpoint = Arc::clone(&self.endpoint);
        let local = self.local;
        Box::pin(async move { Ok(endpoint.answer(request, local).await) })
    }
}
