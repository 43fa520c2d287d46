//! Listening for changes.

use std::future::poll_fn;
use std::task::Poll;

use serde_json::{Value, json};

use crate::protocol::notification::Notification;
use crate::server::answer::Answer;
use crate::server::dispatch::Received;

use super::inbox::lock;
use super::outcome::{ProtocolError, result};
use super::{Client, request};

impl Client {
    /// Waits for the next notification that [`notifications`](Self::notifications) would give.
    pub async fn next_notification(&self) -> Notification {
        loop {
            let arrived = self.inbox.arrived.notified();
            if let Some(notification) = lock(&self.inbox.mail).notifications.pop_front() {
                return notification;
            }
            arrived.await;
        }
    }

    /// Listens for changes, with the `notifications` of a `subscriptions/listen`. When this
    /// returns, the server has acknowledged it, which is the first of the
    /// [`notifications`](Self::notifications); changes follow there. Must be called in a tokio
    /// runtime.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error: that it has no such method, when nothing of it
    /// can change.
    pub async fn listen(&self, notifications: Value) -> Result<Listening, ProtocolError> {
        let id = self.next_id();
        let mut params = json!({ "notifications": notifications });
        self.complete_params(&mut params, id);
        let request = request(id, "subscriptions/listen", params);
        let mut running = match self.receive(&request) {
            Received::Running(running) => Box::pin(running),
            Received::Answer(answer) => {
                return Err(result(read(&answer)).err().unwrap_or_else(unexpected));
            }
            Received::Nothing => return Err(unexpected()),
        };
        let begun = poll_fn(|cx| Poll::Ready(running.as_mut().poll(cx))).await;
        let task = match begun {
            Poll::Ready(answer) => tokio::spawn(async { answer }),
            Poll::Pending => tokio::spawn(running),
        };
        Ok(Listening {
            client: self.clone(),
            id,
            task,
        })
    }

    /// Ends all listening as a transport does when the server stops; gives the messages that say
    /// so.
    #[must_use]
    pub fn end_listening(&self) -> Vec<String> {
        let messages = self.connection.end_listeners().into_iter();
        messages.map(crate::protocol::json::into_string).collect()
    }
}

/// A `subscriptions/listen` of a [`Client`] while it lasts.
#[derive(Debug)]
pub struct Listening {
    client: Client,
    id: u64,
    task: tokio::task::JoinHandle<Option<Answer>>,
}

impl Listening {
    /// The id of the request as JSON text, by which notifications name their subscription.
    #[must_use]
    pub fn id(&self) -> String {
        self.id.to_string()
    }

    /// Tells the server to end it.
    pub fn cancel(&self) {
        let id = self.id;
        self.client.receive(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        ));
    }

    /// Waits for its end, and gives the result that it was answered with: `None` when the client
    /// has ended it.
    pub async fn ended(self) -> Option<Value> {
        let answer = self.task.await.ok()??;
        result(read(&answer)).ok()
    }
}

fn read(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.json).unwrap_or_default()
}

fn unexpected() -> ProtocolError {
    ProtocolError {
        code: 0,
        message: "the server answered at once, without an error".to_owned(),
        data: None,
    }
}
