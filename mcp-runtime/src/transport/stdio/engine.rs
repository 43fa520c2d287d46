//! What the threads that serve one stdio peer share.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Waker;
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::server::Server;
use crate::server::arrival::Arrival;
use crate::server::connection::{Connection, Sink};
use crate::server::dispatch::Received;

use crate::transport::sleeper::Sleeper;

use super::lanes::{Lane, Lanes};
use super::lines::Line;
use super::output::Output;
use super::reading::{Source, read};
use super::tasks::{Task, Tasks};
use super::watchdog::watch;
use super::wire::Input;

/// Why no more input is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The input ended.
    Input,
    /// The server is to stop.
    Stopped,
    /// Nobody reads the output any more.
    PeerGone,
}

/// Reading, the calls that run, and the output, shared by all threads.
///
/// The threads are our own: reading and answering go on whatever the author's executor does, and
/// whatever a tool does to the thread that polls it. Timers, sockets and spawned tasks of the
/// tools belong to the author's runtime, whose context every thread enters.
#[derive(Debug)]
pub(super) struct Engine {
    server: Server,
    pub(super) connection: Arc<Connection>,
    runtime: Handle,
    pub(super) source: Mutex<Source>,
    pub(super) output: Arc<Output>,
    pub(super) tasks: Tasks,
    pub(super) lanes: Lanes,
    pub(super) watchdog: Sleeper,
    /// Workers that are started as soon as there is work.
    pub(super) base_workers: usize,
    line_limit: usize,
    /// Who has the reading role: the thread that was given this number.
    turn: AtomicU64,
    running: AtomicUsize,
    /// Moves when reading ends or the last running call ends.
    state: watch::Sender<State>,
}

/// What the end of serving waits for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    pub(super) ended: Option<End>,
    pub(super) quiet: u64,
}

/// Notifications go to the output and are written at once.
#[derive(Debug)]
struct ToOutput(Arc<Output>);

impl Sink for ToOutput {
    fn send(&self, message: Vec<u8>) {
        self.0.push(message);
        self.0.flush();
    }

    fn has_room(&self, waker: &Waker) -> bool {
        self.0.has_room(waker)
    }
}

impl Engine {
    /// Starts serving: one thread reads, one watches.
    pub(super) fn start(
        server: Server,
        input: Input,
        writer: Box<dyn Write + Send>,
    ) -> io::Result<Arc<Self>> {
        let settings = &server.dispatcher.settings;
        let line_limit = settings.max_message;
        let output = Arc::new(Output::new(writer, settings.max_queue));
        let engine = Arc::new(Self {
            server,
            connection: Connection::new(Arc::new(ToOutput(Arc::clone(&output)))),
            runtime: Handle::current(),
            source: Mutex::new(Source::new(input, line_limit)),
            output,
            tasks: Tasks::default(),
            lanes: Lanes::default(),
            watchdog: Sleeper::default(),
            base_workers: thread::available_parallelism().map_or(2, usize::from),
            line_limit,
            turn: AtomicU64::new(0),
            running: AtomicUsize::new(0),
            state: watch::Sender::new(State::default()),
        });
        let watcher = Arc::clone(&engine);
        thread::Builder::new()
            .name("mcp-watchdog".into())
            .spawn(move || watch(&watcher))?;
        engine.start_reader(0)?;
        Ok(engine)
    }

    /// Starts a thread in the context of the author's runtime.
    pub(super) fn start_thread(
        self: &Arc<Self>,
        name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        let runtime = self.runtime.clone();
        let started = thread::Builder::new().name(name.into()).spawn(move || {
            let _context = runtime.enter();
            work();
        });
        started.map(drop)
    }

    fn start_reader(self: &Arc<Self>, turn: u64) -> io::Result<()> {
        let reader = Arc::clone(self);
        self.start_thread("mcp-reader", move || read(&reader, turn))
    }

    /// Does what one line asks for. `spare` is a task that can be used again, before and after.
    pub(super) fn handle(
        self: &Arc<Self>,
        arrived: Line,
        lane: &Lane,
        spare: &mut Option<Arc<Task>>,
    ) {
        let dispatcher = &self.server.dispatcher;
        match arrived {
            Line::Text(text) => match dispatcher.receive(&self.connection, self.arrival(text)) {
                Received::Nothing => {}
                Received::Answer(answer) => self.output.push(answer.json),
                Received::Running(running) => {
                    if !running.listens() {
                        self.running.fetch_add(1, Ordering::SeqCst);
                    }
                    let task = Task::begin(self, running, spare.take());
                    task.poll(lane);
                    *spare = task.is_done().then_some(task);
                }
            },
            Line::NotText => self.output.push(dispatcher.not_text()),
            Line::TooLong => self.output.push(dispatcher.too_long(self.line_limit)),
        }
    }

    fn arrival(&self, text: Arc<str>) -> Arrival<'_> {
        Arrival::new(text, self.connection.sink())
    }

    /// A call has its answer in the queue, or is owed none.
    pub(super) fn finished(&self) {
        if self.running.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.state.send_if_modified(|state| {
                state.quiet += 1;
                state.ended.is_some()
            });
        }
    }

    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }

    pub(super) fn turn(&self) -> u64 {
        self.turn.load(Ordering::SeqCst)
    }

    /// Gives the reading role to a new thread when the thread of this lane has it and is held.
    pub(super) fn supersede(self: &Arc<Self>, lane: &Lane) {
        let Some(turn) = lane.reads() else { return };
        let next = turn + 1;
        let swapped = self
            .turn
            .compare_exchange(turn, next, Ordering::SeqCst, Ordering::SeqCst);
        if swapped.is_ok() && self.start_reader(next).is_err() {
            // Out of threads: the held thread keeps the role, and this is tried again.
            let _ = self
                .turn
                .compare_exchange(next, turn, Ordering::SeqCst, Ordering::SeqCst);
        }
    }

    /// Writes what is queued while every thread that could is held.
    pub(super) fn flush_elsewhere(self: &Arc<Self>) {
        if self.output.is_stranded() {
            let output = Arc::clone(&self.output);
            // Out of threads: tried again at the next look.
            let flush = move || {
                output.flush();
            };
            let _ = self.start_thread("mcp-writer", flush);
        }
    }

    /// Something is busy.
    pub(super) fn watch(&self) {
        self.watchdog.wake();
    }

    /// No more input is read.
    pub(super) fn end(&self, end: End) {
        if end == End::PeerGone {
            self.output.close();
        }
        self.connection.hang_up();
        self.state.send_modify(|state| state.ended = Some(end));
    }

    pub(super) fn state(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Lets the threads end.
    pub(super) fn close(&self) {
        self.tasks.close();
        self.watchdog.end_sleep();
    }
}
