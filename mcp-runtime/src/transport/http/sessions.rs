//! The sessions of clients that begin with a handshake (2025-03-26 to 2025-11-25, "Session
//! Management"): bounded, and gone when nobody uses them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::protocol::version::ProtocolVersion;
use crate::server::connection::Connection;
use crate::tool::Principal;

use super::phase::{Phase, Phases, Reached};
use super::refusal::Refusal;
use super::stream::{Reader, Stream};

/// The name of the stream that belongs to no request.
const STANDALONE: u64 = 0;
/// How many bytes of streams that have ended a session keeps for resumption.
const KEPT_BYTES: usize = 1024 * 1024;
/// How many streams a session keeps for resumption.
const KEPT_STREAMS: usize = 64;

/// Every session of a server.
#[derive(Debug)]
pub(super) struct Sessions {
    open: Mutex<Open>,
    most: usize,
    idle: Duration,
}

#[derive(Debug)]
struct Open {
    sessions: HashMap<String, Arc<Session>>,
    swept: Instant,
}

/// One session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) connection: Arc<Connection>,
    /// What the server tells the client without being asked.
    pub(super) standalone: Arc<Stream>,
    /// Who began it: nobody else is let in.
    subject: Option<String>,
    streams: Mutex<Streams>,
    uses: Mutex<Uses>,
    phases: Phases,
}

#[derive(Debug, Default)]
struct Streams {
    last: u64,
    by_name: BTreeMap<u64, Arc<Stream>>,
}

#[derive(Debug)]
struct Uses {
    open: usize,
    last: Instant,
}

/// Holds a session in use.
#[derive(Debug)]
pub(super) struct InUse(pub(super) Arc<Session>);

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Self {
            open: Mutex::new(Open {
                sessions: HashMap::new(),
                swept: Instant::now(),
            }),
            most,
            idle,
        }
    }

    /// Begins a session with a connection that has been initialized, and gives the session's id.
    pub(super) fn begin(
        &self,
        connection: Arc<Connection>,
        standalone: Arc<Stream>,
        principal: Option<&Principal>,
    ) -> Result<String, Refusal> {
        let mut bytes = [0; 16];
        if let Err(error) = getrandom::fill(&mut bytes) {
            tracing::error!(%error, "there is no randomness for the id of a session");
            return Err(Refusal::TooManySessions);
        }
        let mut id = String::with_capacity(32);
        for byte in bytes {
            let _ = write!(id, "{byte:02x}");
        }
        standalone.call(STANDALONE);
        let session = Arc::new(Session {
            connection,
            standalone,
            subject: principal.map(|principal| principal.subject().to_owned()),
            streams: Mutex::default(),
            uses: Mutex::new(Uses {
                open: 0,
                last: Instant::now(),
            }),
            phases: Phases::new(),
        });
        let mut ended = Vec::new();
        {
            let mut open = lock(&self.open);
            if open.sessions.len() >= self.most {
                ended = open.sweep(self.idle);
            }
            if open.sessions.len() >= self.most {
                ended.push(open.remove_idlest().ok_or(Refusal::TooManySessions)?);
            }
            open.sessions.insert(id.clone(), session);
        }
        close(ended);
        Ok(id)
    }

    /// The session of an id, held in use, when it is alive and its own client asks.
    pub(super) fn find(&self, id: &str, principal: Option<&Principal>) -> Option<InUse> {
        self.sweep_now_and_then();
        let subject = principal.map(Principal::subject);
        let open = lock(&self.open);
        let session = open.sessions.get(id)?;
        if session.subject.as_deref() != subject || session.is_idle(self.idle) {
            return None;
        }
        Some(session.in_use())
    }

    /// Ends a session.
    pub(super) fn end(&self, id: &str) {
        let ended = lock(&self.open).sessions.remove(id);
        close(ended);
    }

    /// Ends the sessions that nobody has used for long; at every look would be too often.
    pub(super) fn sweep_now_and_then(&self) {
        let ended = {
            let mut open = lock(&self.open);
            if open.swept.elapsed() < self.idle / 8 {
                return;
            }
            open.sweep(self.idle)
        };
        close(ended);
    }

    /// How long an idle session may outlive its time.
    pub(super) fn sweep_interval(&self) -> Duration {
        (self.idle / 8).max(Duration::from_millis(10))
    }
}

impl Open {
    fn sweep(&mut self, idle: Duration) -> Vec<Arc<Session>> {
        self.swept = Instant::now();
        let mut ended = Vec::new();
        self.sessions.retain(|_, session| {
            let is_idle = session.is_idle(idle);
            if is_idle {
                ended.push(Arc::clone(session));
            }
            !is_idle
        });
        ended
    }

    /// Takes out the session that has been idle for longest.
    fn remove_idlest(&mut self) -> Option<Arc<Session>> {
        let idle = self.sessions.iter().filter_map(|(id, session)| {
            let uses = lock(&session.uses);
            (uses.open == 0).then_some((uses.last, id))
        });
        let id = idle.min()?.1.clone();
        self.sessions.remove(&id)
    }
}

impl Session {
    pub(super) fn in_use(self: &Arc<Self>) -> InUse {
        lock(&self.uses).open += 1;
        InUse(Arc::clone(self))
    }

    fn is_idle(&self, idle: Duration) -> bool {
        let uses = lock(&self.uses);
        uses.open == 0 && uses.last.elapsed() >= idle
    }

    /// Gives a stream a name, so that it can be resumed; the oldest that have ended make room.
    pub(super) fn keep(&self, stream: &Arc<Stream>) -> u64 {
        let mut streams = lock(&self.streams);
        streams.last += 1;
        let name = streams.last;
        stream.call(name);
        streams.by_name.insert(name, Arc::clone(stream));
        let mut bytes: usize = streams.by_name.values().map(|stream| stream.size()).sum();
        while bytes > KEPT_BYTES || streams.by_name.len() > KEPT_STREAMS {
            let ended = streams
                .by_name
                .iter()
                .find(|(_, stream)| stream.has_ended());
            let Some((&oldest, stream)) = ended else {
                break;
            };
            bytes = bytes.saturating_sub(stream.size());
            streams.by_name.remove(&oldest);
        }
        name
    }

    /// Streams of the session begin with an event from which a client can resume.
    pub(super) fn has_primed_streams(&self) -> bool {
        self.connection
            .negotiated()
            .is_some_and(ProtocolVersion::has_primed_streams)
    }

    /// Whether an event's id is one of the stream that belongs to no request.
    pub(super) fn is_standalone((name, _): (u64, u64)) -> bool {
        name == STANDALONE
    }

    pub(super) fn forget(&self, name: u64) {
        lock(&self.streams).by_name.remove(&name);
    }

    /// Reads on after the event of an id.
    pub(super) fn resume(&self, (name, number): (u64, u64)) -> Option<Reader> {
        if name == STANDALONE {
            return self.standalone.reader(Some(number));
        }
        let stream = lock(&self.streams).by_name.get(&name).cloned()?;
        stream.reader(Some(number))
    }

    /// Completes when the session has ended.
    pub(super) fn ended(&self) -> Reached {
        self.phases.reached(Phase::Stopping)
    }

    /// Ends what is open. What runs is answered by whoever drives it.
    fn close(&self) {
        self.connection.end_session();
        self.standalone.end();
        self.phases.advance(Phase::Stopping);
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut uses = lock(&self.0.uses);
        uses.open -= 1;
        uses.last = Instant::now();
    }
}

/// Outside of the lock: what ends may run an author's code.
fn close(ended: impl IntoIterator<Item = Arc<Session>>) {
    for session in ended {
        session.close();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
