//! Where the log goes when the application has not said so.

mod patient;

use std::env;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::{fmt, registry};

use crate::server::failing::CAUSED;
use crate::server::span::SPAN;
use patient::PatientLog;

/// The log of a server that serves.
static PATIENT: OnceLock<PatientLog> = OnceLock::new();

/// What is logged while serving, when `RUST_LOG` does not say.
pub(crate) const SERVING: LevelFilter = LevelFilter::INFO;

/// What is logged during a command, which shows its outcome itself.
#[cfg(feature = "cli")]
pub(crate) const COMMAND: LevelFilter = LevelFilter::ERROR;

/// Installs a subscriber that writes to standard error, unless there is one already.
///
/// A failure of a tool quotes a reference id, and without a subscriber that points nowhere. While
/// serving, the log is written by a thread of its own: a host need not read it.
pub(crate) fn start(usual: LevelFilter) {
    if tracing::dispatcher::has_been_set() {
        return;
    }
    let wish = env::var("RUST_LOG")
        .ok()
        .filter(|wish| !wish.trim().is_empty());
    let (filter, refused) = match wish.as_deref().map(str::parse::<Targets>) {
        Some(Ok(filter)) => (filter, false),
        Some(Err(_)) => (usual_filter(usual), true),
        None => (usual_filter(usual), false),
    };
    let colour = io::stderr().is_terminal()
        && env::var_os("NO_COLOR").is_none_or(|declined| declined.is_empty());
    let patient = (usual == SERVING)
        .then(|| PatientLog::to(io::stderr()).ok())
        .flatten();
    let writer = match patient {
        Some(log) => BoxMakeWriter::new(PATIENT.get_or_init(|| log).clone()),
        None => BoxMakeWriter::new(io::stderr),
    };
    let layer = fmt::layer()
        .with_writer(writer)
        .with_ansi(colour)
        // Complaining about a closed standard error on standard error would end the process.
        .log_internal_errors(false)
        .with_filter(filter);
    // Somebody may have been faster, and theirs counts.
    drop(tracing::subscriber::set_global_default(
        registry().with(layer),
    ));
    if refused {
        tracing::error!("RUST_LOG is neither a level nor a list such as 'info,my_crate=debug'");
    }
}

/// Gives what was logged a moment to be written before the process ends.
pub(crate) fn flush() {
    if let Some(log) = PATIENT.get() {
        log.flush(Duration::from_secs(1));
    }
}

/// Without the spans of calls: an event says itself which call it belongs to. With what is behind
/// a failure, which its text does not tell.
fn usual_filter(level: LevelFilter) -> Targets {
    Targets::new()
        .with_default(level)
        .with_target(SPAN, LevelFilter::OFF)
        .with_target(CAUSED, level.max(LevelFilter::WARN))
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::{CAUSED, LevelFilter, SPAN, Targets, usual_filter};

    #[test]
    fn causes_of_failures_are_shown_during_a_command() {
        let usual = usual_filter(LevelFilter::ERROR);
        assert!(usual.would_enable(CAUSED, &Level::WARN));
        assert!(!usual.would_enable("mcp_runtime::server::failing", &Level::WARN));
    }

    #[test]
    fn spans_of_calls_are_left_out_until_they_are_asked_for() {
        let usual = usual_filter(LevelFilter::INFO);
        assert!(!usual.would_enable(SPAN, &Level::INFO));
        assert!(usual.would_enable("mcp_runtime::server::call", &Level::INFO));
        assert!(usual.would_enable("shop", &Level::INFO));
        for wish in ["info", "mcp_runtime=info"] {
            let asked = wish.parse::<Targets>().ok();
            assert!(asked.is_some_and(|asked| asked.would_enable(SPAN, &Level::INFO)));
        }
    }
}
