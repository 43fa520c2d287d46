//! What a server sends beside its answers, kept until a test reads it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::protocol::notification::Notification;
use crate::protocol::outgoing::OutgoingRequest;
use crate::protocol::version::ProtocolVersion;
use crate::server::connection::Sink;

/// A request of the server's in a session.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) id: u64,
    /// The id of the request whose call asks, as JSON text.
    pub(super) call: String,
    pub(super) key: String,
    pub(super) request: Value,
}

/// Keeps what the server sends beside answers until a test reads it.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    pub(super) mail: Mutex<Mail>,
    /// A notification has come.
    pub(super) arrived: Notify,
    /// Results are taken as they come.
    pub(super) unchecked: AtomicBool,
}

#[derive(Debug, Default)]
pub(super) struct Mail {
    pub(super) notifications: VecDeque<Notification>,
    pub(super) questions: Vec<Question>,
    pub(super) messages: Vec<Value>,
}

impl Mail {
    /// Takes what a call asks.
    pub(super) fn take(&mut self, call: &str) -> Vec<Question> {
        let (taken, kept) = std::mem::take(&mut self.questions)
            .into_iter()
            .partition::<Vec<_>, _>(|question| question.call == call);
        self.questions = kept;
        let is_taken = |id: Option<&Value>| taken.iter().any(|it| id == Some(&json!(it.id)));
        self.messages.retain(|message| !is_taken(message.get("id")));
        taken
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sink for Inbox {
    fn send(&self, message: Vec<u8>) {
        let message = crate::protocol::json::into_string(message);
        let message = serde_json::from_str(&message).unwrap_or_default();
        lock(&self.mail).messages.push(message);
    }

    fn notify(&self, notification: Notification, _: ProtocolVersion) {
        lock(&self.mail).notifications.push_back(notification);
        self.arrived.notify_one();
    }

    fn checks_results(&self) -> bool {
        !self.unchecked.load(Ordering::Relaxed)
    }

    fn ask(&self, request: &OutgoingRequest<'_>) {
        self.send(request.message());
        let mut asked = json!({ "method": request.method });
        if let (Some(params), Some(asked)) = (request.params, asked.as_object_mut()) {
            let params = serde_json::from_str(params).unwrap_or_default();
            asked.insert("params".to_owned(), params);
        }
        lock(&self.mail).questions.push(Question {
            id: request.id,
            call: request.call.to_owned(),
            key: request.key.to_owned(),
            request: asked,
        });
    }
}
