//! A tool that ends the process cannot be answered; at least the log says which tool it was.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Arc;

/// The tool that runs on a thread.
struct Running(RefCell<Option<Arc<str>>>);

thread_local! {
    static RUNNING: Running = const { Running(RefCell::new(None)) };
}

/// Runs a tool's code on this thread, under the tool's name.
pub(crate) fn named<T>(tool: &Arc<str>, act: impl FnOnce() -> T) -> T {
    let before = RUNNING.try_with(|running| running.0.replace(Some(Arc::clone(tool))));
    let _restored = Restored(before.ok().flatten());
    act()
}

/// Puts back what ran before, after a panic as well.
struct Restored(Option<Arc<str>>);

impl Drop for Restored {
    fn drop(&mut self) {
        let _ = RUNNING.try_with(|running| running.0.replace(self.0.take()));
    }
}

impl Drop for Running {
    /// A thread's own values are dropped when it ends, and, by the C libraries of Linux and
    /// macOS, when it calls `exit`: only then does a tool still run.
    fn drop(&mut self) {
        if let Some(tool) = self.0.get_mut() {
            // Whoever logs may be gone already, and standard error may be closed.
            let _ = writeln!(
                io::stderr(),
                "the process was ended while `{tool}` ran, by its own code: its call has no answer"
            );
        }
    }
}
