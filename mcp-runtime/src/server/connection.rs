//! One peer: what it negotiated, what it has in flight, where messages to it go.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::protocol::envelope::Answer;
use crate::protocol::level::LogLevel;
use crate::protocol::request_id::{self, RequestId};
use crate::protocol::scan::Raw;
use crate::protocol::version::ProtocolVersion;
use crate::tool::Incident;
use crate::tool::context::{Context, Declared, LogGate};
use crate::tool::feature::Feature;
use crate::tool::questions::open::{OpenRequests, Reply};
use crate::tool::ticket::End;

use super::batch::Batch;
use super::callee::Callee;
use super::changes::push::Push;
use super::changes::subscriber::{Over, Subscriber};
use super::changes::{Hub, listener};
use super::era::Era;
use super::identity::Identity;
use super::in_flight::{Calls, Running};

pub(crate) use crate::tool::sink::Sink;

/// One peer: the process at the other end of stdio, an in-memory client, a session.
#[derive(Debug)]
pub(crate) struct Connection {
    sink: Arc<dyn Sink>,
    session: Mutex<Session>,
    log_level: Arc<AtomicU8>,
    in_flight: Mutex<InFlight>,
    /// What calls have asked the peer.
    requests: Arc<OpenRequests>,
    /// What a session wants to be told of.
    changes: Arc<Subscriber>,
}

/// What `initialize` agreed on.
#[derive(Debug, Clone, Default)]
struct Session {
    version: Option<ProtocolVersion>,
    client: Declared,
}

#[derive(Debug, Default)]
struct InFlight {
    calls: Calls,
    /// Those that listen; they run, and count as no calls.
    listeners: BTreeMap<RequestId, Listening>,
    /// Nothing more is started.
    stopped: bool,
    /// It stopped because the client ended its session.
    session_ended: bool,
}

#[derive(Debug)]
struct Listening {
    subscriber: Arc<Subscriber>,
    version: ProtocolVersion,
    identity: Arc<Identity>,
}

/// Whether a call may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Started,
    /// A call with this id is running.
    Duplicate,
    /// The server is stopping.
    Stopping,
}

impl Connection {
    pub(crate) fn new(sink: Arc<dyn Sink>) -> Arc<Self> {
        Arc::new(Self {
            sink,
            session: Mutex::default(),
            // What a session gets until it asks with `logging/setLevel`.
            log_level: Arc::new(AtomicU8::new(LogLevel::Info as u8)),
            in_flight: Mutex::default(),
            requests: Arc::default(),
            changes: Arc::default(),
        })
    }

    pub(crate) fn sink(&self) -> &Arc<dyn Sink> {
        &self.sink
    }

    /// The requests to the peer that wait for its reply.
    pub(crate) fn requests(&self) -> &Arc<OpenRequests> {
        &self.requests
    }

    /// Something shaped like an answer came: it is handed to whoever asked, and never answered.
    pub(crate) fn replied(&self, answer: &Answer<'_>) {
        let Some(id) = answer.id else { return };
        self.requests
            .reply(id, || match (answer.result, answer.error) {
                (Some(result), _) => Reply::result(result.get()),
                (None, error) => Reply::error(error.map_or("null", Raw::get)),
            });
    }

    /// No reply comes any more: the peer is gone, or nothing more is read of what it sends.
    pub(crate) fn hang_up(&self) {
        self.requests.close();
    }

    /// What `initialize` selects for what follows; the last one wins.
    pub(crate) fn initialize(&self, version: ProtocolVersion, client: Declared) {
        *lock(&self.session) = Session {
            version: Some(version),
            client,
        };
    }

    /// The version that `initialize` selected, if there was one.
    pub(crate) fn negotiated(&self) -> Option<ProtocolVersion> {
        lock(&self.session).version
    }

    /// How a request of the session is served; before the handshake as under the newest version
    /// that has one.
    pub(crate) fn session_era(&self) -> Era {
        let session = lock(&self.session).clone();
        Era {
            version: session
                .version
                .unwrap_or(ProtocolVersion::LATEST_WITH_HANDSHAKE),
            client: session.client,
            log: LogGate::Session(Arc::clone(&self.log_level)),
        }
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }

    pub(crate) fn is_in_flight(&self, id: &str) -> bool {
        let InFlight {
            calls, listeners, ..
        } = &*self.lock_in_flight();
        let has_any = !calls.is_empty() || !listeners.is_empty();
        has_any && {
            let id = &*request_id::key(id);
            calls.contains(id) || listeners.contains_key(id)
        }
    }

    /// Notes a call as running.
    pub(crate) fn start(
        &self,
        context: &Context,
        callee: &Arc<Callee>,
        batch: Option<&Arc<Batch>>,
    ) -> Start {
        let mut in_flight = self.lock_in_flight();
        if in_flight.stopped {
            return Start::Stopping;
        }
        let started = in_flight.calls.add(Running {
            context: context.clone(),
            callee: Arc::clone(callee),
            batch: batch.map(Arc::clone),
        });
        if started {
            Start::Started
        } else {
            Start::Duplicate
        }
    }

    /// Forgets a call that has ended, unless its id has been taken by another since.
    pub(crate) fn forget(&self, context: &Context) {
        self.lock_in_flight().calls.forget(context);
    }

    /// Cancels a call: its future is dropped when it is polled next, which this causes, and no
    /// answer follows. `None` when no call of this id is running.
    pub(crate) fn cancel(&self, id: &str) -> Option<Context> {
        let key = request_id::key(id);
        let Running { context, .. } = self.lock_in_flight().calls.take(&key)?;
        context.ticket().claim(End::Stopped).then_some(context)
    }

    /// Notes a request that listens. One that comes when the server stops is over at once.
    pub(crate) fn listen(
        &self,
        id: &RequestId,
        subscriber: &Arc<Subscriber>,
        (version, identity): (ProtocolVersion, &Arc<Identity>),
    ) -> Start {
        let mut in_flight = self.lock_in_flight();
        if in_flight.stopped {
            subscriber.end(Over::Closed);
            return Start::Stopping;
        }
        match in_flight.listeners.entry(id.clone()) {
            Entry::Occupied(_) => Start::Duplicate,
            Entry::Vacant(place) => {
                place.insert(Listening {
                    subscriber: Arc::clone(subscriber),
                    version,
                    identity: Arc::clone(identity),
                });
                Start::Started
            }
        }
    }

    /// How many requests listen.
    pub(crate) fn listeners(&self) -> usize {
        self.lock_in_flight().listeners.len()
    }

    /// Forgets a request that listened, unless its id has been taken by another since.
    pub(crate) fn forget_listener(&self, id: &RequestId, subscriber: &Arc<Subscriber>) {
        let mut in_flight = self.lock_in_flight();
        let listeners = &mut in_flight.listeners;
        let is_same = |known: &Listening| Arc::ptr_eq(&known.subscriber, subscriber);
        if listeners.get(id).is_some_and(is_same) {
            listeners.remove(id);
        }
    }

    /// Cancels a request that listens; whether there was one of this id.
    pub(crate) fn cancel_listener(&self, id: &str) -> bool {
        let key = request_id::key(id);
        let listening = self.lock_in_flight().listeners.remove(&*key);
        listening.is_some_and(|listening| listening.subscriber.end(Over::Cancelled))
    }

    /// Ends every request that listens, and those that come later at once; gives what each client
    /// is told of it.
    pub(crate) fn end_listeners(&self) -> Vec<Vec<u8>> {
        let listeners = {
            let mut in_flight = self.lock_in_flight();
            std::mem::take(&mut in_flight.listeners)
        };
        let mut messages = Vec::new();
        for (id, listening) in listeners {
            if listening.subscriber.end(Over::Cancelled) {
                let (id, version) = (id.as_str(), listening.version);
                messages.push(listener::ended(id).message(version));
                messages.push(listener::result(id, version, &listening.identity));
            }
        }
        messages
    }

    /// The session is ready to be told of changes.
    pub(crate) fn initialized(&self, hub: &Hub) {
        if let Some(version) = self.negotiated() {
            Push::start(&self.changes, &self.sink, version);
            hub.join(&self.changes);
        }
    }

    /// The session watches a resource.
    pub(crate) fn watch(&self, uri: &str, version: ProtocolVersion, hub: &Hub) {
        self.changes.want(uri);
        Push::start(&self.changes, &self.sink, version);
        hub.join(&self.changes);
    }

    /// What the session wants to be told of.
    pub(crate) fn changes(&self) -> &Arc<Subscriber> {
        &self.changes
    }

    /// Nothing more is started: the client ended its session. What runs is ended by whoever drives
    /// it.
    #[cfg(feature = "http")]
    pub(crate) fn end_session(&self) {
        self.hang_up();
        let mut in_flight = self.lock_in_flight();
        in_flight.stopped = true;
        in_flight.session_ended = true;
    }

    /// Why a call is not finished, now that nothing more is started; noted in the log unless it
    /// never ran.
    pub(crate) fn stopped<'a>(&self, tool: &'a str, running: Option<Feature>) -> Incident<'a> {
        let session_ended = self.lock_in_flight().session_ended;
        if let Some(feature) = running {
            let what = if session_ended {
                "the client ended its session"
            } else {
                "the server stops"
            };
            tracing::warn!(tool, "{what} while the {} is running", feature.noun());
        }
        if session_ended {
            Incident::SessionEnded { tool }
        } else {
            Incident::Stopping { tool }
        }
    }

    /// Ends every call that is still running, and gives the answer that each is owed: nothing
    /// that such a call does afterwards is sent. Calls that come later are answered likewise, at
    /// once.
    pub(crate) fn abandon(&self) -> Vec<Vec<u8>> {
        self.hang_up();
        let (calls, listeners) = {
            let mut in_flight = self.lock_in_flight();
            in_flight.stopped = true;
            (
                std::mem::take(&mut in_flight.calls),
                std::mem::take(&mut in_flight.listeners),
            )
        };
        for listening in listeners.into_values() {
            listening.subscriber.end(Over::Closed);
        }
        let mut answers = Vec::new();
        let mut batches: Vec<Arc<Batch>> = Vec::new();
        for running in calls.into_values() {
            let context = &running.context;
            if let Some(batch) = &running.batch {
                if !batches.iter().any(|known| Arc::ptr_eq(known, batch)) {
                    batches.push(Arc::clone(batch));
                }
            }
            if !context.ticket().claim(End::Stopped) {
                continue;
            }
            let incident = self.stopped(context.tool(), Some(context.feature()));
            let callee = running.callee;
            let failure = callee.failing.incident(context, &incident);
            let failure = callee.failed(failure.undecided());
            let answer = callee.failing.answer(context, &failure).json;
            match running.batch {
                Some(batch) => batch.add(answer),
                None => answers.push(answer),
            }
        }
        answers.extend(batches.iter().filter_map(|batch| batch.take()));
        answers
    }

    fn lock_in_flight(&self) -> MutexGuard<'_, InFlight> {
        lock(&self.in_flight)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
