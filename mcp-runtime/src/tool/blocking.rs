//! Running a tool on the blocking pool.

use super::call::Call;
use super::entry::CallFuture;
use super::result::CallResult;

/// Runs the body of a `#[tool(blocking)]` on the blocking pool.
///
/// Dropping the future does not stop the thread: it runs to the end of the body, owning the call,
/// and what it gives is thrown away. A panic in the body goes on in the future's poll, so that it
/// is answered where every other panic is.
pub fn blocking<State: Send + Sync + 'static>(
    call: Call<State>,
    body: fn(Call<State>) -> CallResult,
) -> CallFuture {
    Box::pin(async move {
        let span = tracing::Span::current();
        let thread = tokio::task::spawn_blocking(move || span.in_scope(|| body(call)));
        match thread.await {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(payload) => std::panic::resume_unwind(payload),
                // The runtime is shutting down and drops the thread's work before it began; it
                // drops this future as well.
                Err(_) => std::future::pending().await,
            },
        }
    })
}
