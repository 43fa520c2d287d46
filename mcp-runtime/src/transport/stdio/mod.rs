//! The stdio transport: one message a line on standard input and standard output.
//!
//! [Specification, 2026-07-28, "stdio"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio).

mod engine;
mod lanes;
mod lines;
mod output;
mod reading;
mod tasks;
mod watchdog;
#[cfg_attr(unix, path = "wire_unix.rs")]
#[cfg_attr(not(unix), path = "wire_portable.rs")]
mod wire;

use std::fmt;
use std::future::IntoFuture;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::server::Server;
use crate::transport::ServeError;
use crate::transport::first::first;
use crate::transport::served::Served;
use crate::transport::signals::Signals;

use engine::{End, Engine};

/// How long finished answers may take to be written at the end.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// There is one standard input: it can be served once in a process.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Serves standard input and output; made by [`Server::serve_stdio`], started by awaiting it.
#[must_use = "nothing is served until this is awaited"]
pub struct ServeStdio {
    server: Server,
    shutdown: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Server {
    /// Serves the process at the other end of standard input and output, until the input ends,
    /// the process is told to stop (SIGTERM, SIGINT), or nobody reads the output any more.
    ///
    /// While it serves, standard output belongs to the protocol: what tools, libraries and child
    /// processes print appears on standard error instead, and they find standard input empty.
    /// Calls that run at the end are answered first, within the grace period; those that run
    /// longer are answered with a failure that says that the server is stopping. A second signal
    /// ends the grace period at once.
    ///
    /// Must be awaited in a tokio runtime with its timer and I/O drivers enabled
    /// (`#[tokio::main]`, in either flavor). Calls do not run on that runtime's threads.
    ///
    /// # Errors
    ///
    /// Awaiting it gives [`ServeError`] when the standard descriptors cannot be moved, when no
    /// thread can be started, or when standard input is already being served.
    pub fn serve_stdio(&self) -> ServeStdio {
        ServeStdio {
            server: self.clone(),
            shutdown: Box::pin(std::future::pending()),
        }
    }
}

impl ServeStdio {
    /// Stops, as at the end of input, when this future completes.
    pub fn shutdown(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Self {
        Self {
            shutdown: Box::pin(shutdown),
            ..self
        }
    }

    /// Serves, and says whether calls had to be abandoned.
    pub(crate) async fn serve(self) -> Result<Served, ServeError> {
        if TAKEN.swap(true, Ordering::SeqCst) {
            return Err(ServeError::AlreadyServing);
        }
        let grace = self.server.dispatcher.settings.grace;
        let mut signals = Signals::new().map_err(ServeError::Stdio)?;
        let (input, stopper, writer) = wire::take().map_err(ServeError::Stdio)?;
        let engine = Engine::start(self.server, input, writer).map_err(ServeError::Stdio)?;
        let serving = Closes(engine);
        let engine = &serving.0;

        let mut shutdown = self.shutdown;
        first(&mut [
            &mut pin!(ended(engine)),
            &mut pin!(signals.next()),
            &mut shutdown.as_mut(),
        ])
        .await;
        drop(stopper);
        for message in engine.connection.end_listeners() {
            engine.output.push(message);
        }
        engine.flush_elsewhere();
        if tokio::time::timeout(
            grace,
            first(&mut [&mut pin!(drained(engine)), &mut pin!(signals.next())]),
        )
        .await
        .is_err()
        {
            tracing::warn!("calls were still running after the grace period");
        }

        let owed = engine.connection.abandon();
        let served = if owed.is_empty() && engine.running() == 0 {
            Served::Whole
        } else {
            Served::Abandoned
        };
        for answer in owed {
            engine.output.push(answer);
        }
        let output = Arc::clone(&engine.output);
        // The peer may not be reading: waiting for it must not hold an author's executor.
        drop(tokio::task::spawn_blocking(move || output.drain(LAST_WRITES)).await);
        Ok(served)
    }
}

impl IntoFuture for ServeStdio {
    type Output = Result<(), ServeError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async { self.serve().await.map(|_| ()) })
    }
}

impl fmt::Debug for ServeStdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServeStdio")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

/// Lets the engine's threads end, however serving ends.
struct Closes(Arc<Engine>);

impl Drop for Closes {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Waits until no more input is read.
async fn ended(engine: &Engine) {
    let mut state = engine.state();
    // The sender lives as long as the engine.
    drop(state.wait_for(|state| state.ended.is_some()).await);
}

/// Waits until no more input is read and no call runs; at once when there is nobody to answer.
async fn drained(engine: &Engine) {
    let mut state = engine.state();
    let done = |ended: Option<End>| {
        ended == Some(End::PeerGone) || (ended.is_some() && engine.running() == 0)
    };
    drop(state.wait_for(|state| done(state.ended)).await);
}
