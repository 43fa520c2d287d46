//! What the targets have in common: a way to run what never waits, and a judge of JSON.

use std::future::Future;
use std::pin::pin;
use std::sync::OnceLock;
use std::task::{Context, Poll, Waker};

use tokio::runtime::Runtime;

pub mod http;
pub mod json;

/// What a future gives at once; `None` where it waits.
pub fn at_once<F: Future>(future: F) -> Option<F::Output> {
    let _inside = runtime().enter();
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// What a future gives that has nothing to wait for.
#[track_caller]
pub fn given<F: Future>(future: F) -> F::Output {
    at_once(future).expect("nothing here waits")
}

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().build().expect("there is a clock")
    })
}
