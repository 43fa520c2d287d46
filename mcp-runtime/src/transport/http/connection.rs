//! One connection of [`serve_http`](crate::Server::serve_http), to its end.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use http_body::{Body, Frame, SizeHint};
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioTimer;
use tokio::net::TcpStream;
use tower_service::Service;

use super::body::HttpBody;
use super::patience::Patient;
use super::phase::Phase;
use super::service::HttpService;

/// The most that the head of a request may take.
const HEAD_BYTES: usize = 64 * 1024;

/// Serves one connection to its end. When the server drains, that is as soon as nothing is owed
/// on it: a request that has not arrived by then is not waited for.
pub(super) async fn connected(stream: TcpStream, service: HttpService) {
    let _ = stream.set_nodelay(true);
    let local = stream
        .local_addr()
        .ok()
        .map(|address| address.ip().to_canonical());
    let service = service.at(local);
    let timeout = service.endpoint().settings().read_timeout;
    let mut drains = service.endpoint().phases.reached(Phase::Draining);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(timeout)
        .max_buf_size(HEAD_BYTES);
    let stream = Patient::new(stream, timeout);
    let unwritten = stream.unwritten();
    let owed = Arc::new(AtomicUsize::new(0));
    let requests = Arc::clone(&owed);
    let answer = service_fn(move |request| {
        let owed = Owed::new(&requests);
        let answer = service.clone().call(request);
        async move {
            answer
                .await
                .map(|response| response.map(|body| Answer { body, _owed: owed }))
        }
    });
    let mut connection = pin!(builder.serve_connection(stream, answer));
    let mut draining = false;
    let served = poll_fn(|cx| {
        if !draining && drains.as_mut().poll(cx).is_ready() {
            draining = true;
            connection.as_mut().graceful_shutdown();
        }
        let polled = connection.as_mut().poll(cx);
        let busy = owed.load(Ordering::SeqCst) > 0 || unwritten.load(Ordering::SeqCst);
        if draining && !busy {
            return Poll::Ready(Ok(()));
        }
        polled
    })
    .await;
    if let Err(error) = served {
        tracing::debug!(%error, "a connection broke");
    }
}

/// A request is being answered, until its answer has been handed over.
struct Owed(Arc<AtomicUsize>);

impl Owed {
    fn new(owed: &Arc<AtomicUsize>) -> Self {
        owed.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(owed))
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The body of an answer that is owed.
struct Answer {
    body: HttpBody,
    _owed: Owed,
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
