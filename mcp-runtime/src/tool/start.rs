//! How calls of most tools run: what a macro would otherwise write for each of them.

use std::future::Future;

use super::arguments::Arguments;
use super::call::Call;
use super::entry::CallFuture;
use super::result::CallResult;

/// Holds what a function takes and calls it; `None` when an argument has a finding.
pub type AtOnce<State> =
    for<'call> fn(&'call Call<State>, &mut Arguments<'call>) -> Option<CallResult>;

/// Runs a function that does not wait.
pub(crate) fn now<State>(call: &Call<State>, start: AtOnce<State>) -> CallResult {
    let mut arguments = call.arguments();
    start(call, &mut arguments).unwrap_or_else(|| arguments.refuse())
}

/// A call of a function that does not wait.
pub fn at_once<State: Send + Sync + 'static>(
    call: Call<State>,
    start: AtOnce<State>,
) -> CallFuture {
    Box::pin(async move { now(&call, start) })
}

/// A call of a function that waits, and that owns everything it takes.
pub fn waiting<State: Send + Sync + 'static, R, F: Future<Output = R> + Send + 'static>(
    call: Call<State>,
    answer: fn(R) -> CallResult,
    start: fn(&mut Arguments<'_>) -> Option<F>,
) -> CallFuture
where
    R: 'static,
{
    Box::pin(async move {
        let future = {
            let mut arguments = call.arguments();
            match start(&mut arguments) {
                Some(future) => future,
                None => return arguments.refuse(),
            }
        };
        answer(future.await)
    })
}
