//! The first of several futures.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

/// Waits until one of the futures completes.
pub(super) async fn first(futures: &mut [&mut (dyn Future<Output = ()> + Send + Unpin)]) {
    poll_fn(|cx| {
        let ready = futures
            .iter_mut()
            .any(|future| Pin::new(&mut **future).poll(cx).is_ready());
        if ready {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}
