//! Where messages to a peer go.

use std::fmt::Debug;
use std::task::Waker;

use crate::protocol::notification::Notification;
use crate::protocol::outgoing::OutgoingRequest;
use crate::protocol::version::ProtocolVersion;

/// Where messages to a peer go.
pub(crate) trait Sink: Debug + Send + Sync + 'static {
    /// Takes one whole JSON message, without a newline.
    fn send(&self, message: Vec<u8>);

    /// Takes what a call tells its client before the answer. A transport sends it as JSON; a
    /// front end in the same process overrides this and reads the value.
    fn notify(&self, notification: Notification, version: ProtocolVersion) {
        self.send(notification.message(version));
    }

    /// Lets the client go that waits on this stream, where it can come back for the rest.
    fn let_go(&self) {}

    /// Whether who reads the answers holds results to the schemas of their tools by itself, so
    /// that the server leaves it to them.
    fn checks_results(&self) -> bool {
        false
    }

    /// Whether what can wait should be sent now. When too much waits already, the answer is no,
    /// and `waker` is woken once there is room.
    fn has_room(&self, waker: &Waker) -> bool {
        let _ = waker;
        true
    }

    /// Takes what a call asks its client in a session. A transport sends it as JSON; a client in
    /// the same process overrides this and reads the value.
    fn ask(&self, request: &OutgoingRequest<'_>) {
        self.send(request.message());
    }
}
