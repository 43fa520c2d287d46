//! The errors of others that mean the same failure wherever they come up.

use std::convert::Infallible;
use std::sync::{Arc, PoisonError, mpsc as blocking};
use std::{fmt, thread};

use tokio::sync::{AcquireError, mpsc, oneshot};
use tokio::task::JoinError;
use tokio::time::error::Elapsed;

use super::ToolFailure;
use super::foreign_text::OwnWords;

impl From<Infallible> for ToolFailure {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<Elapsed> for ToolFailure {
    /// A deadline that the tool set for its own work. Its text is fixed and says nothing of the work.
    /// Where the tool is neither `read_only` nor `idempotent`, the model is told that the work may
    /// have been done all the same.
    fn from(elapsed: Elapsed) -> Self {
        Self::timeout("the work took longer than the time it was given")
            .source(elapsed)
            .undecided()
    }
}

impl<E: OwnWords + Into<Self>> From<Box<E>> for ToolFailure {
    /// A failure that is large, or holds itself.
    fn from(failure: Box<E>) -> Self {
        (*failure).into()
    }
}

impl<E: OwnWords + Into<Self> + Clone> From<Arc<E>> for ToolFailure {
    /// A failure that several hold, such as one that a cache keeps.
    fn from(failure: Arc<E>) -> Self {
        Arc::unwrap_or_clone(failure).into()
    }
}

/// Faults in the tool's own program: no arguments would have prevented them, and none cures them.
macro_rules! internal {
    ($($(#[$why:meta])* $error:ty $(, $parameter:ident)?;)*) => {$(
        impl $(<$parameter>)? From<$error> for ToolFailure {
            $(#[$why])*
            fn from(error: $error) -> Self {
                // In words: what an error holds may not be fit for another thread.
                Self::internal(error.to_string())
            }
        }
    )*};
}

internal! {
    /// A task panicked or was aborted. A panic's text is logged and never sent.
    JoinError;
    /// A lock's owner panicked.
    PoisonError<T>, T;
    /// A semaphore was closed.
    AcquireError;
    /// The other end of a channel is gone.
    mpsc::error::SendError<T>, T;
    /// The other end of a channel is gone.
    oneshot::error::RecvError;
    /// The other end of a channel is gone.
    blocking::SendError<T>, T;
    /// The other end of a channel is gone.
    blocking::RecvError;
    /// A thread is ending.
    thread::AccessError;
    /// A formatting trait gave up.
    fmt::Error;
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::FailureKind;
    use super::*;

    #[tokio::test]
    async fn a_deadline_of_the_tools_own_is_a_timeout() {
        async fn slow() -> Result<(), ToolFailure> {
            let never = std::future::pending::<()>();
            Ok(tokio::time::timeout(Duration::from_millis(1), never).await?)
        }
        let failure = slow().await.err().map(|failure| failure.to_string());
        assert!(failure.is_some_and(|text| text.starts_with("The work took longer than")));
    }

    #[test]
    fn a_fault_of_the_program_is_internal_and_told_to_the_log_alone() {
        let (sender, receiver) = blocking::channel::<u8>();
        drop(receiver);
        let failure = sender.send(7).map_err(ToolFailure::from).err();
        let failure = failure.unwrap_or_else(ToolFailure::broken);
        assert_eq!(failure.kind(), FailureKind::Internal);
        assert!(failure.causes().contains("closed channel"));
        assert!(!failure.to_string().contains("channel"));
    }
}
