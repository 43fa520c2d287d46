//! The tools of the servers under test, and what they have seen.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use mcp_runtime::{Context, LogLevel, Server, ServerBuilder, ToolFailure, tool, tools};

/// What calls do, for tests to wait for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen(Arc<(Mutex<Counts>, Condvar)>);

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) started: usize,
    pub(crate) dropped: usize,
}

impl Seen {
    fn change(&self, act: impl FnOnce(&mut Counts)) {
        act(&mut self.0.0.lock().unwrap());
        self.0.1.notify_all();
    }

    /// Waits for what a call does; a call that does not do it hangs no test for ever.
    pub(crate) fn wait(&self, until: impl Fn(Counts) -> bool) {
        let (counts, changed) = &*self.0;
        let counts = counts.lock().unwrap();
        let waited =
            changed.wait_timeout_while(counts, Duration::from_secs(20), |counts| !until(*counts));
        assert!(!waited.unwrap().1.timed_out(), "it never came to that");
    }
}

/// Counts itself when it goes.
struct Guard(Seen);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.change(|counts| counts.dropped += 1);
    }
}

/// Lets calls of `hold` go on.
#[derive(Debug, Default)]
pub(crate) struct Gate(tokio::sync::Notify, AtomicUsize);

impl Gate {
    pub(crate) fn open(&self) {
        self.1.store(1, Ordering::SeqCst);
        self.0.notify_waiters();
    }

    async fn passed(&self) {
        loop {
            let notified = self.0.notified();
            if self.1.load(Ordering::SeqCst) == 1 {
                return;
            }
            notified.await;
        }
    }
}

#[derive(Debug, Clone, Default, mcp_runtime::State)]
pub(crate) struct World {
    pub(crate) seen: Seen,
    pub(crate) gate: Arc<Gate>,
}

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Fail as foreseen.
#[tool]
fn fail() -> Result<String, ToolFailure> {
    Err(ToolFailure::not_found("there is no such thing"))
}

/// Wait until the gate is opened.
#[tool]
async fn hold(seen: &Seen, gate: &Arc<Gate>) -> &'static str {
    let _guard = Guard(seen.clone());
    seen.change(|counts| counts.started += 1);
    gate.passed().await;
    "through"
}

/// Tell progress, and then wait until the gate is opened.
#[tool]
async fn tell(seen: &Seen, gate: &Arc<Gate>, cx: &Context, times: u32) -> &'static str {
    let _guard = Guard(seen.clone());
    for time in 1..=times {
        cx.progress(time, f64::from(times), None);
    }
    cx.log(LogLevel::Info, "told");
    seen.change(|counts| counts.started += 1);
    gate.passed().await;
    "told"
}

/// Tell progress, and answer at once.
#[tool]
fn chat(cx: &Context) -> &'static str {
    cx.progress(1, 1.0, "all");
    "chatted"
}

/// Hold the thread.
#[tool]
async fn block(seen: &Seen, gate: &Arc<Gate>) -> &'static str {
    seen.change(|counts| counts.started += 1);
    while gate.1.load(Ordering::SeqCst) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    "returned"
}

/// Answer with much text.
#[tool]
fn repeat(seen: &Seen, bytes: usize) -> String {
    seen.change(|counts| counts.started += 1);
    "x".repeat(bytes)
}

/// Say who calls.
#[tool]
fn who(cx: &Context) -> String {
    cx.principal().map_or("nobody".to_owned(), |principal| {
        principal.subject().to_owned()
    })
}

/// Let the client go, and then wait until the gate is opened.
#[tool]
async fn part(seen: &Seen, gate: &Arc<Gate>, cx: &Context) -> &'static str {
    cx.let_go();
    seen.change(|counts| counts.started += 1);
    gate.passed().await;
    "apart"
}

/// Who is asked.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Name {
    /// The name.
    name: String,
}

/// Ask for a name.
#[tool]
async fn ask(cx: &Context) -> Result<String, ToolFailure> {
    let named = cx
        .elicit::<Name>("name", "Who are you?")
        .await?
        .required()?;
    Ok(format!("Hello, {}!", named.name))
}

/// Greet somebody in a region.
#[tool]
fn greet(
    #[arg(header = "Region")] region: &str,
    #[arg(header = "Count")] count: Option<i64>,
) -> String {
    format!("{region} {count:?}")
}

pub(crate) fn builder(world: &World) -> ServerBuilder<World> {
    Server::builder("tested", "1")
        .state(world.clone())
        .tools(tools![
            add, fail, hold, tell, chat, block, part, ask, who, greet, repeat
        ])
}

pub(crate) fn server(world: &World) -> Server {
    builder(world).build().unwrap()
}
