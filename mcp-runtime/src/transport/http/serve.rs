//! A whole process that serves HTTP: the listener, its connections, and their end.

use std::fmt;
use std::future::{IntoFuture, poll_fn};
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use tokio::runtime::{Handle, Runtime};
use tokio::sync::Semaphore;

use crate::server::Server;
use crate::transport::error::ServeError;
use crate::transport::first::first;
use crate::transport::served::Served;
use crate::transport::signals::Signals;

use super::call::Apart;
use super::connection::connected;
use super::crowd::{Crowd, Seldom};
use super::endpoint::Endpoint;
use super::phase::Phase;
use super::service::HttpService;
use super::watch::Watch;

/// Where the endpoint is.
pub(super) const PATH: &str = "/mcp";
/// How long finished answers may take to be written at the end.
const LAST_WRITES: Duration = Duration::from_secs(2);
/// How long to wait when a connection cannot be accepted, for want of descriptors perhaps.
const BREATH: Duration = Duration::from_millis(50);
/// Threads beside one for each core: as many tools may hold theirs before others wait.
const SPARE_THREADS: usize = 8;

/// Serves HTTP; made by [`Server::serve_http`], started by awaiting it.
#[must_use = "nothing is served until this is awaited"]
pub struct ServeHttp {
    server: Server,
    listener: io::Result<TcpListener>,
    shutdown: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Server {
    /// Serves Streamable HTTP at an address, such as `127.0.0.1:8000`, until the process is told
    /// to stop (SIGTERM, SIGINT). The endpoint is `/mcp`.
    ///
    /// The address is taken at once: [`local_addr`](ServeHttp::local_addr) tells which port it
    /// became when the port was 0. Stay with a loopback address unless something in front of the
    /// server knows who may call. Requests that name another host than this machine, or come from
    /// pages of other origins, are refused; see
    /// [`allowed_hosts`](crate::ServerBuilder::allowed_hosts) and
    /// [`allowed_origins`](crate::ServerBuilder::allowed_origins).
    ///
    /// Clients of every revision are served side by side. For those of 2026-07-28 a request stands
    /// alone, and going away cancels it. For earlier ones `initialize` begins a session; there a
    /// client that goes away can come back for the answer. That a client is gone is not noticed as
    /// long as bytes of its next request wait behind one that runs.
    ///
    /// At the end no more connections are accepted, calls that run are answered within the grace
    /// period, also those of a session whose client is away, and streams that clients only listen
    /// to are ended. Requests that have not arrived as a whole are not waited for. A second signal
    /// ends the grace period at once.
    ///
    /// Connections are served by threads of their own, so a tool that holds its thread does not
    /// keep others from being answered while there are threads left; a warning in the log names
    /// it. Timers, sockets and spawned tasks of the tools belong to the runtime that this is
    /// awaited in, which has to have its timer and I/O drivers enabled.
    ///
    /// ```no_run
    /// # use mcp_runtime::Server;
    /// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    /// let server = Server::builder("calculator", "1.0.0").build()?;
    /// let serving = server.serve_http("127.0.0.1:0");
    /// println!("{}", serving.url()?);
    /// serving.await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Awaiting it gives [`ServeError`] when the address cannot be taken or no thread can be
    /// started, and when a tool, a prompt or a resource has a scope and the server no
    /// [`bearer`](crate::ServerBuilder::bearer): nobody could call it.
    pub fn serve_http(&self, address: impl ToSocketAddrs) -> ServeHttp {
        ServeHttp {
            server: self.clone(),
            listener: bind(address),
            shutdown: Box::pin(std::future::pending()),
        }
    }
}

/// A name may stand for several addresses: those of the older kind first, which more clients try.
fn bind(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
    let mut addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    addresses.sort_by_key(SocketAddr::is_ipv6);
    let listener = TcpListener::bind(&*addresses).map_err(|error| match addresses.first() {
        Some(address) => io::Error::new(error.kind(), format!("{address}: {error}")),
        None => error,
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

impl ServeHttp {
    /// The address that is served.
    ///
    /// # Errors
    ///
    /// The address could not be taken.
    pub fn local_addr(&self) -> Result<SocketAddr, ServeError> {
        let address = match &self.listener {
            Ok(listener) => listener.local_addr(),
            Err(error) => Err(again(error)),
        };
        address.map_err(ServeError::Http)
    }

    /// The URL of the endpoint, for clients on this machine.
    ///
    /// # Errors
    ///
    /// The address could not be taken, or what has a scope could be called by nobody.
    pub fn url(&self) -> Result<String, ServeError> {
        self.identifies()?;
        let address = self.local_addr()?;
        Ok(format!("http://{address}{PATH}"))
    }

    /// What asks for scopes is not served where nobody is known.
    fn identifies(&self) -> Result<(), ServeError> {
        let dispatcher = &self.server.dispatcher;
        match dispatcher.scoped() {
            Some(what) if dispatcher.settings.http.bearer.is_none() => {
                Err(ServeError::NobodyIdentifies { what })
            }
            _ => Ok(()),
        }
    }

    /// Stops, as at a signal, when this future completes.
    pub fn shutdown(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Self {
        Self {
            shutdown: Box::pin(shutdown),
            ..self
        }
    }

    /// Serves, and says whether calls had to be abandoned.
    pub(crate) async fn serve(self) -> Result<Served, ServeError> {
        self.identifies()?;
        let listener = self.listener.map_err(ServeError::Http)?;
        let grace = self.server.dispatcher.settings.grace;
        let mut signals = Signals::new().map_err(ServeError::Http)?;
        let runtime = Threads::start().map_err(ServeError::Http)?;
        let handle = runtime.handle();
        if self.server.dispatcher.settings.http.bearer.is_none() {
            warn_when_open(&listener);
        }
        let mut endpoint = Endpoint::new(self.server);
        endpoint.apart = Some(Apart {
            runtime: Handle::current(),
            watch: Arc::clone(&runtime.watch),
        });
        endpoint.path = Some(PATH);
        let most = endpoint.settings().max_connections.clamp(1, 1 << 20);
        let connections = Arc::new(Semaphore::new(most));
        let service = HttpService::of(endpoint);
        let phases = &service.endpoint().phases;
        let _stopped = OnDrop(|| phases.advance(Phase::Stopping));
        handle.spawn(sweep(service.clone()));
        let accepting = {
            let _inside = handle.enter();
            let listener = tokio::net::TcpListener::from_std(listener).map_err(ServeError::Http)?;
            handle.spawn(accept(listener, service.clone(), Arc::clone(&connections)))
        };

        let mut shutdown = self.shutdown;
        first(&mut [&mut pin!(signals.next()), &mut shutdown.as_mut()]).await;
        phases.advance(Phase::Draining);
        drop(accepting.await);
        let closed = || async {
            let all = u32::try_from(most).unwrap_or(u32::MAX);
            drop(connections.acquire_many(all).await);
        };
        let calls = &service.endpoint().calls;
        let mut none = pin!(calls.none());
        let mut signal = pin!(signals.next());
        let mut ends: [&mut (dyn Future<Output = ()> + Send + Unpin); 2] = [&mut none, &mut signal];
        let in_time = tokio::time::timeout(grace, first(&mut ends)).await.is_ok();
        let running = calls.running();
        if running > 0 && !in_time {
            tracing::warn!(
                calls = running,
                "calls were still running after the grace period"
            );
        }
        phases.advance(Phase::Stopping);
        drop(tokio::time::timeout(LAST_WRITES, closed()).await);
        Ok(if running == 0 {
            Served::Whole
        } else {
            Served::Abandoned
        })
    }
}

impl IntoFuture for ServeHttp {
    type Output = Result<(), ServeError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async { self.serve().await.map(|_| ()) })
    }
}

impl fmt::Debug for ServeHttp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServeHttp")
            .field("server", &self.server)
            .field("listener", &self.listener)
            .finish_non_exhaustive()
    }
}

fn warn_when_open(listener: &TcpListener) {
    match listener.local_addr() {
        Ok(address) if !address.ip().is_loopback() => tracing::warn!(
            %address,
            "other machines can reach the server, and it does not ask who they are: put something \
             in front of it that does"
        ),
        _ => {}
    }
}

/// The same error once more.
fn again(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

/// The threads that serve connections.
struct Threads {
    runtime: Option<Runtime>,
    watch: Arc<Watch>,
}

impl Threads {
    fn start() -> io::Result<Self> {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(cores + SPARE_THREADS)
            .thread_name("mcp-http")
            .enable_all()
            .build()?;
        let watch = Watch::start(runtime.handle().clone())?;
        Ok(Self {
            runtime: Some(runtime),
            watch,
        })
    }

    fn handle(&self) -> Handle {
        match &self.runtime {
            Some(runtime) => runtime.handle().clone(),
            None => Handle::current(),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.watch.end();
        if let Some(runtime) = self.runtime.take() {
            // A tool may hold its thread for ever.
            runtime.shutdown_background();
        }
    }
}

struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Ends sessions that nobody uses, also when nobody comes.
async fn sweep(service: HttpService) {
    let sessions = &service.endpoint().sessions;
    loop {
        tokio::time::sleep(sessions.sweep_interval()).await;
        sessions.sweep_now_and_then();
    }
}

/// Accepts connections until the server drains. One beyond those that may be open is turned away.
async fn accept(
    listener: tokio::net::TcpListener,
    service: HttpService,
    connections: Arc<Semaphore>,
) {
    let mut drains = service.endpoint().phases.reached(Phase::Draining);
    let crowd = Crowd::default();
    let mut said = Seldom::default();
    loop {
        let mut next = pin!(listener.accept());
        let accepted = poll_fn(|cx| {
            if drains.as_mut().poll(cx).is_ready() {
                return Poll::Ready(None);
            }
            next.as_mut().poll(cx).map(Some)
        })
        .await;
        match accepted {
            None => return,
            Some(Ok((stream, _))) => {
                let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else {
                    if let Some(times) = said.now() {
                        tracing::warn!(
                            times,
                            "a connection was turned away: as many are open as may be, and \
                             `max_connections` allows more"
                        );
                    }
                    crowd.turn_away(stream);
                    continue;
                };
                let connected = connected(stream, service.clone());
                tokio::spawn(async move {
                    connected.await;
                    drop(permit);
                });
            }
            Some(Err(error)) => {
                if let Some(times) = said.now() {
                    tracing::warn!(%error, times, "a connection cannot be accepted; it is tried again");
                }
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}
