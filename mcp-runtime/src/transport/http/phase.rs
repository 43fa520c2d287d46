//! How far a server is on its way to its end.

use std::pin::Pin;

use tokio::sync::watch;

/// What a server does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// It serves.
    Serving,
    /// It answers what runs, and ends streams that are there to listen.
    Draining,
    /// It gives up on what still runs.
    Stopping,
}

/// The phase, for everybody to wait for.
#[derive(Debug)]
pub(super) struct Phases(watch::Sender<Phase>);

/// Completes when a phase is reached.
pub(super) type Reached = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Phases {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(Phase::Serving))
    }

    /// Goes on to a phase; never back.
    pub(super) fn advance(&self, phase: Phase) {
        self.0.send_if_modified(|current| {
            let forward = *current < phase;
            *current = phase.max(*current);
            forward
        });
    }

    /// Waits until a phase is reached; for ever when the server is dropped before.
    pub(super) fn reached(&self, phase: Phase) -> Reached {
        let mut phases = self.0.subscribe();
        Box::pin(async move {
            if phases.wait_for(|current| *current >= phase).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}
