//! Progress and log messages of a running call, on standard error.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::server::connection::Sink;

use super::message;
use super::terminal::{harmless, stderr_width};

/// How often the bar is drawn at most.
const FRAME: Duration = Duration::from_millis(40);

/// Erases the line that the cursor is in.
const ERASE: &str = "\r\x1b[2K";

/// Shows what a call sends before its answer: a bar of its progress when standard error is a
/// terminal, and its log messages.
#[derive(Debug)]
pub(super) struct Screen {
    width: Option<usize>,
    drawn: Mutex<Drawn>,
}

#[derive(Debug, Default)]
struct Drawn {
    at: Option<Instant>,
    bar: String,
}

impl Screen {
    pub(super) fn new() -> Self {
        Self {
            width: stderr_width(),
            drawn: Mutex::default(),
        }
    }

    /// Takes the bar away; the call has ended.
    pub(super) fn clear(&self) {
        let mut drawn = self.drawn();
        if !std::mem::take(&mut *drawn).bar.is_empty() {
            message::text(ERASE);
        }
    }

    fn progress(&self, params: &Value) {
        let Some(width) = self.width else { return };
        let mut drawn = self.drawn();
        let done = number(params, "progress").unwrap_or_default();
        let total = number(params, "total");
        let early = drawn.at.is_some_and(|at| at.elapsed() < FRAME);
        if early && total != Some(done) {
            return;
        }
        let label = params
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default();
        drawn.bar = bar(
            done,
            total,
            &harmless(label).replace(['\n', '\t'], " "),
            width,
        );
        drawn.at = Some(Instant::now());
        message::text(&format!("{ERASE}{}", drawn.bar));
    }

    fn log(&self, params: &Value) {
        let level = params
            .get("level")
            .and_then(Value::as_str)
            .unwrap_or("info");
        let text = match params.get("data") {
            Some(Value::String(text)) => text.clone(),
            Some(data) => data.to_string(),
            None => String::new(),
        };
        let drawn = self.drawn();
        let (erase, redraw) = if drawn.bar.is_empty() {
            ("", "")
        } else {
            (ERASE, &*drawn.bar)
        };
        let text = if self.width.is_some() {
            harmless(&text)
        } else {
            text.into()
        };
        message::text(&format!("{erase}{level}: {text}\n{redraw}"));
    }

    fn drawn(&self) -> std::sync::MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Screen {
    fn send(&self, message: Vec<u8>) {
        let Ok(message) = serde_json::from_slice::<Value>(&message) else {
            return;
        };
        let params = message.get("params").unwrap_or(&Value::Null);
        match message.get("method").and_then(Value::as_str) {
            Some("notifications/progress") => self.progress(params),
            Some("notifications/message") => self.log(params),
            _ => {}
        }
    }
}

fn number(params: &Value, name: &str) -> Option<f64> {
    params.get(name).and_then(Value::as_f64)
}

/// One line, narrower than the terminal so that it never wraps.
fn bar(done: f64, total: Option<f64>, label: &str, width: usize) -> String {
    let room = width.saturating_sub(1);
    let line = match total {
        Some(total) if total > 0.0 => {
            let cells = (room / 3).clamp(4, 30);
            let share = (done / total).clamp(0.0, 1.0);
            let filled = (1..=cells)
                .filter(|&cell| position(cell, cells) <= share)
                .count();
            format!(
                "[{}{}] {done}/{total} {label}",
                "#".repeat(filled),
                ".".repeat(cells - filled)
            )
        }
        _ => format!("{done} {label}"),
    };
    line.chars()
        .take(room)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// Where a cell of the bar ends, from 0 to 1.
fn position(cell: usize, cells: usize) -> f64 {
    let part = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    part(cell) / part(cells)
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn the_bar_fills_with_the_share_that_is_done() {
        assert_eq!(bar(0.0, Some(4.0), "", 25), "[........] 0/4");
        assert_eq!(bar(1.0, Some(4.0), "reading", 25), "[##......] 1/4 reading");
        assert_eq!(bar(4.0, Some(4.0), "", 25), "[########] 4/4");
        assert_eq!(bar(9.0, Some(4.0), "", 25), "[########] 9/4");
    }

    #[test]
    fn without_a_total_the_count_is_shown() {
        assert_eq!(bar(7.0, None, "rows", 80), "7 rows");
    }

    #[test]
    fn the_bar_never_wraps() {
        let long = "a label that is much longer than the terminal is wide";
        for width in 0..60 {
            assert!(bar(1.0, Some(2.0), long, width).chars().count() < width.max(1));
        }
    }
}
