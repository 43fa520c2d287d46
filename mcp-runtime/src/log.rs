//! Where the log goes when the application has not said so.

use std::env;
use std::io::{self, IsTerminal};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::{fmt, registry};

/// What is logged while serving, when `RUST_LOG` does not say.
pub(crate) const SERVING: LevelFilter = LevelFilter::INFO;

/// What is logged during a command, which shows its outcome itself.
#[cfg(feature = "cli")]
pub(crate) const COMMAND: LevelFilter = LevelFilter::ERROR;

/// Installs a subscriber that writes to standard error, unless there is one already.
///
/// A failure of a tool quotes a reference id, and without a subscriber that points nowhere.
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
    let layer = fmt::layer()
        .with_writer(io::stderr)
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

fn usual_filter(level: LevelFilter) -> Targets {
    Targets::new().with_default(level)
}
