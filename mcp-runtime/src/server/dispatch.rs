//! One message in, at most one answer out.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};

use super::connection::Connection;

/// Everything that answering a message needs.
#[derive(Debug)]
pub(crate) struct Dispatcher {}

/// What a message asks of the transport.
#[derive(Debug)]
pub(crate) enum Received {
    /// Nothing: a notification, or something that is never answered.
    Nothing,
    /// To send this.
    Answer(Vec<u8>),
    /// To poll this, and to send what it gives.
    Running(Running),
}

/// A call, or a batch, on its way to its answer; `None` when it was cancelled.
///
/// A panic of the tool never leaves a poll. Cancellation wakes it.
pub(crate) struct Running {
    /// The tool's name, for what is logged about a poll that does not return.
    pub(crate) tool: Arc<str>,
    future: Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>,
}

impl Future for Running {
    type Output = Option<Vec<u8>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        self.future.as_mut().poll(cx)
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running")
            .field("tool", &self.tool)
            .finish_non_exhaustive()
    }
}

impl Dispatcher {
    /// Reads one message and starts what it asks for. Must be called, and what it gives polled,
    /// inside a tokio runtime's context.
    pub(crate) fn receive(&self, connection: &Arc<Connection>, text: Arc<str>) -> Received {
        let _ = (connection, text);
        Received::Nothing
    }

    pub(crate) fn stdio_settings(&self) -> crate::transport::stdio::Settings {
        crate::transport::stdio::Settings {
            line_limit: 8 << 20,
            queue_limit: 8 << 20,
            grace: std::time::Duration::from_secs(30),
            most_workers: 512,
        }
    }

    /// The answer to bytes that are not UTF-8: -32700.
    pub(crate) fn not_text(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The answer to a line longer than `limit` bytes: -32600.
    pub(crate) fn too_long(&self, limit: usize) -> Vec<u8> {
        let _ = limit;
        Vec::new()
    }
}
