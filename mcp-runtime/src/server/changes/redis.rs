//! Changes that travel between replicas through Redis.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use redis::{Client, Connection, RedisResult};
use serde_json::{Value, json};

use crate::protocol::changed_list::ChangedList;

use super::{Broadcast, Change, Changes};

/// After how long without news the connection is tried.
const SILENCE: Duration = Duration::from_secs(30);
/// How long a connection may take to be made.
const PATIENCE: Duration = Duration::from_secs(5);
/// The first and the longest pause before it is tried again.
const PAUSE: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(10)];
/// What waits for a Redis that is away, at most: beyond it resources are forgotten.
const MOST: usize = 10_000;

/// Carries changes between the replicas of a server through a channel of Redis, with the feature
/// `redis`.
///
/// ```no_run
/// use mcp_runtime::{RedisBroadcast, Server};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let redis = RedisBroadcast::new("redis://redis.internal:6379", "notes")?;
/// let server = Server::builder("notes", "1.0.0").broadcast(redis);
/// # Ok(())
/// # }
/// ```
///
/// Two threads of its own speak with Redis, so nothing waits for it. A Redis that is away is tried
/// again until it is back, and the log says so. What changed here is told then; of what changed
/// elsewhere meanwhile the lists are told to have changed, as they may have, and updates of
/// resources are lost.
pub struct RedisBroadcast {
    shared: Arc<Shared>,
}

struct Shared {
    client: Client,
    channel: String,
    /// Which process this is: what comes back from the channel has been told already.
    origin: String,
    news: Mutex<News>,
    arrived: Condvar,
}

#[derive(Default)]
struct News {
    waiting: HashSet<Change>,
    closed: bool,
}

impl RedisBroadcast {
    /// Replicas that name the same Redis and the same channel hear of each other. It is not
    /// connected to before the server is built.
    ///
    /// # Errors
    ///
    /// `InvalidInput`: this is no URL of a Redis, such as `redis://:password@host:6379/0` or
    /// `redis+unix:///run/redis.sock`.
    pub fn new(url: &str, channel: &str) -> io::Result<Self> {
        let wrong = |_| {
            // The URL may have a password in it.
            let what = "this is no URL of a Redis, such as redis://host:6379";
            io::Error::new(io::ErrorKind::InvalidInput, what)
        };
        let mut origin = [0; 8];
        getrandom::fill(&mut origin).map_err(io::Error::other)?;
        let shared = Shared {
            client: Client::open(url).map_err(wrong)?,
            channel: channel.to_owned(),
            origin: format!("{:016x}", u64::from_ne_bytes(origin)),
            news: Mutex::default(),
            arrived: Condvar::new(),
        };
        Ok(Self {
            shared: Arc::new(shared),
        })
    }
}

impl Broadcast for RedisBroadcast {
    fn send(&self, change: &Change) {
        let mut news = self.shared.lock();
        if news.waiting.len() < MOST || matches!(change, Change::List(_)) {
            news.waiting.insert(change.clone());
        }
        drop(news);
        self.shared.arrived.notify_one();
    }

    fn connect(&self, changes: Changes) {
        let (telling, hearing) = (Arc::clone(&self.shared), Arc::clone(&self.shared));
        start("mcp-redis-tell", move || telling.tell_others());
        start("mcp-redis-hear", move || hearing.hear_others(&changes));
    }
}

fn start(name: &str, run: impl FnOnce() + Send + 'static) {
    let started = thread::Builder::new().name(name.to_owned()).spawn(run);
    if let Err(error) = started {
        tracing::error!(%error, "changes are not shared with other replicas: there is no thread for that");
    }
}

impl Drop for RedisBroadcast {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.arrived.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes what changes here until nobody can say any more that something does.
    fn tell_others(&self) {
        let mut pause = Pause::default();
        let mut connection: Option<Connection> = None;
        while let Some(changes) = self.next() {
            if let Err(error) = self.publish(&mut connection, &changes) {
                tracing::warn!(%error, "Redis cannot be told of changes; it is tried again");
                connection = None;
                self.lock().waiting.extend(changes);
                pause.wait(self);
            } else {
                pause = Pause::default();
            }
        }
    }

    /// What has changed, when something has; `None` at the end.
    fn next(&self) -> Option<HashSet<Change>> {
        let idle = |news: &mut News| news.waiting.is_empty() && !news.closed;
        let waited = self.arrived.wait_while(self.lock(), idle);
        let mut news = waited.unwrap_or_else(PoisonError::into_inner);
        let changes = std::mem::take(&mut news.waiting);
        (!changes.is_empty()).then_some(changes)
    }

    fn publish(
        &self,
        connection: &mut Option<Connection>,
        changes: &HashSet<Change>,
    ) -> RedisResult<()> {
        let connection = match connection {
            Some(connection) => connection,
            None => connection.insert(self.connected()?),
        };
        for change in changes {
            redis::cmd("PUBLISH")
                .arg(&self.channel)
                .arg(written(change, &self.origin))
                .exec(connection)?;
        }
        Ok(())
    }

    fn connected(&self) -> RedisResult<Connection> {
        let connection = self.client.get_connection_with_timeout(PATIENCE)?;
        connection.set_write_timeout(Some(PATIENCE))?;
        connection.set_read_timeout(Some(PATIENCE))?;
        Ok(connection)
    }

    /// Tells the clients of this process what changes elsewhere, until the server is gone.
    fn hear_others(&self, changes: &Changes) {
        let mut pause = Pause::default();
        let mut first = true;
        while !self.lock().closed {
            let missed = !std::mem::replace(&mut first, false);
            if let Err(error) = self.hear(changes, missed, &mut pause) {
                tracing::warn!(%error, "changes at other replicas cannot be heard; Redis is tried again");
                pause.wait(self);
            }
        }
    }

    /// Listens on one connection until it breaks. News may have been `missed` before it.
    fn hear(&self, changes: &Changes, missed: bool, pause: &mut Pause) -> RedisResult<()> {
        let mut connection = self.connected()?;
        let mut messages = connection.as_pubsub();
        messages.subscribe(&self.channel)?;
        messages.set_read_timeout(Some(SILENCE))?;
        *pause = Pause::default();
        if missed {
            for list in ChangedList::ALL {
                changes.tell(&Change::List(list));
            }
        }
        while !self.lock().closed {
            match messages.get_message() {
                Ok(message) => {
                    let payload: String = message.get_payload()?;
                    if let Some(change) = read(&payload, &self.origin) {
                        changes.tell(&change);
                    }
                }
                // A connection that broke without a word would be silent as well.
                Err(error) if error.is_timeout() => {
                    messages.set_read_timeout(Some(PATIENCE))?;
                    messages.ping::<redis::Value>()?;
                    messages.set_read_timeout(Some(SILENCE))?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The next pause, longer than the one before it.
struct Pause(Duration);

impl Default for Pause {
    fn default() -> Self {
        Self(PAUSE[0])
    }
}

impl Pause {
    /// Ends early when the server is gone.
    fn wait(&mut self, shared: &Shared) {
        let open = |news: &mut News| !news.closed;
        drop(
            shared
                .arrived
                .wait_timeout_while(shared.lock(), self.0, open),
        );
        self.0 = (self.0 * 2).min(PAUSE[1]);
    }
}

fn written(change: &Change, origin: &str) -> String {
    match change {
        Change::List(list) => json!({ "from": origin, "changed": list.method() }),
        Change::Resource { uri } => json!({ "from": origin, "resource": uri }),
    }
    .to_string()
}

/// What is not from here and can be read; replicas of another version may say what this one does
/// not know.
fn read(payload: &str, origin: &str) -> Option<Change> {
    let message: Value = serde_json::from_str(payload).ok()?;
    let said = |name| message.get(name).and_then(Value::as_str);
    if said("from")? == origin {
        return None;
    }
    if let Some(uri) = said("resource") {
        let uri = uri.to_owned();
        return Some(Change::Resource { uri });
    }
    let changed = said("changed")?;
    let list = ChangedList::ALL
        .into_iter()
        .find(|list| list.method() == changed)?;
    Some(Change::List(list))
}

impl fmt::Debug for RedisBroadcast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The client knows the password.
        f.debug_struct("RedisBroadcast")
            .field("channel", &self.shared.channel)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, ChangedList, RedisBroadcast, read, written};

    #[test]
    fn every_change_is_read_as_it_was_written_but_not_where_it_was() {
        let resource = Change::Resource {
            uri: "notes://\"1\"\n".to_owned(),
        };
        let lists = ChangedList::ALL.into_iter().map(Change::List);
        for change in lists.chain([resource]) {
            let sent = written(&change, "here");
            assert_eq!(read(&sent, "there"), Some(change));
            assert_eq!(read(&sent, "here"), None);
        }
    }

    #[test]
    fn what_is_no_news_is_none() {
        for sent in [
            "",
            "[]",
            "{}",
            r#"{"changed":"notifications/tasks"}"#,
            r#"{"changed":3}"#,
            r#"{"resource":null}"#,
        ] {
            assert_eq!(read(sent, "here"), None, "{sent}");
        }
    }

    #[test]
    fn a_url_that_is_none_is_refused_without_its_password() {
        let error = RedisBroadcast::new("redis//:hunter2@host", "c").err();
        let told = error.map(|error| error.to_string());
        assert!(told.is_some_and(|told| !told.contains("hunter2")));
    }
}
