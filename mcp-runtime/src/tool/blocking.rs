//! Running a tool on the blocking pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::call::Call;
use super::entry::CallFuture;
use super::exits;
use super::panics;
use super::result::{CallResult, Kind};
use super::start::{self, AtOnce};

/// How many threads of the process such tools hold.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// How many threads tools hold, also those of calls that ended long ago: an executor that is
/// dropped waits for them.
pub(crate) fn held() -> usize {
    HELD.load(Ordering::SeqCst)
}

/// A tool holds a thread.
struct Held;

impl Held {
    fn new() -> Self {
        HELD.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Runs the body of a `#[tool(blocking)]` on the blocking pool.
///
/// Dropping the future does not stop the thread: it runs to the end of the body, owning the call,
/// and what it gives is thrown away. A panic in the body is caught where it happens, with its
/// place, and answered where every other panic is.
pub fn blocking<State: Send + Sync + 'static>(
    call: Call<State>,
    start: AtOnce<State>,
) -> CallFuture {
    Box::pin(async move {
        let span = tracing::Span::current();
        let tool = Arc::from(call.context().tool());
        let run = move || {
            let _held = Held::new();
            span.in_scope(|| panics::guarded(|| exits::named(&tool, || start::now(&call, start))))
        };
        match tokio::task::spawn_blocking(run).await {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => CallResult(Kind::Panicked(panic)),
            // The runtime is shutting down and drops the thread's work before it began; it drops
            // this future as well.
            Err(_) => std::future::pending().await,
        }
    })
}
