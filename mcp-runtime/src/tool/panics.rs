//! Panics of tools: caught, described for the log, and kept away from everything else.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// What is known about a panic. For the log alone: a payload may hold secrets.
#[derive(Debug, Clone, Default)]
pub(crate) struct Panic {
    pub(crate) payload: String,
    pub(crate) location: String,
    /// Empty unless `RUST_BACKTRACE` asks for one.
    pub(crate) backtrace: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked at {}: {}", self.location, self.payload)
    }
}

impl Error for Panic {}

thread_local! {
    /// This thread is inside [`guarded`].
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static SEEN: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs what a tool's author wrote. A panic comes back as a value, and so does one of the
/// panic's own payload.
///
/// Only a second panic while the first unwinds ends the process: nothing can catch that.
pub(crate) fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, Panic> {
    install_hook();
    let before = INSIDE.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(act)).map_err(describe);
    INSIDE.set(before);
    outcome
}

fn describe(payload: Box<dyn Any + Send>) -> Panic {
    let mut seen = SEEN
        .try_with(|seen| seen.borrow_mut().take())
        .ok()
        .flatten()
        .unwrap_or_default();
    seen.payload = if let Some(text) = payload.downcast_ref::<&'static str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "(not a text)".to_owned()
    };
    if let Err(again) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        // Dropping it may panic once more, so it is leaked.
        std::mem::forget(again);
    }
    seen
}

/// Notes where a panic came from. Acts only inside a call, and then hands on to the hook that was
/// there before.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if INSIDE.try_with(Cell::get).unwrap_or(false) {
                note(info);
            }
            previous(info);
        }));
    });
}

fn note(info: &PanicHookInfo<'_>) {
    let backtrace = Backtrace::capture();
    let seen = Panic {
        payload: String::new(),
        location: info.location().map(ToString::to_string).unwrap_or_default(),
        backtrace: match backtrace.status() {
            BacktraceStatus::Captured => backtrace.to_string(),
            _ => String::new(),
        },
    };
    let _ = SEEN.try_with(|place| {
        if let Ok(mut place) = place.try_borrow_mut() {
            *place = Some(seen);
        }
    });
}

#[cfg(test)]
#[allow(
    clippy::panic,
    clippy::manual_assert,
    reason = "what is tested is a panic"
)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_described_with_its_place() {
        let panic = guarded(|| panic!("password {}", "hunter2")).err();
        let panic = panic.unwrap_or_default();
        assert_eq!(panic.payload, "password hunter2");
        assert!(panic.location.contains("panics.rs"), "{}", panic.location);
    }

    #[test]
    fn a_payload_that_panics_when_dropped_is_survived() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                if !std::thread::panicking() {
                    panic!("again");
                }
            }
        }
        let panic = guarded(|| panic::panic_any(Bomb)).err().unwrap_or_default();
        assert_eq!(panic.payload, "(not a text)");
        assert_eq!(guarded(|| 7).ok(), Some(7));
    }
}
