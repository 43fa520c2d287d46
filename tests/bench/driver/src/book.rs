//! Everything measured, to print and to hold against the targets.

use crate::spread::Spread;

/// One measure of one server, a number per round.
#[derive(Debug)]
struct Entry {
    measure: String,
    server: &'static str,
    rounds: Vec<f64>,
}

/// All measures, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct Book {
    entries: Vec<Entry>,
}

impl Book {
    pub(crate) fn add(&mut self, measure: &str, server: &'static str, value: f64) {
        match self.entry_mut(measure, server) {
            Some(entry) => entry.rounds.push(value),
            None => self.entries.push(Entry {
                measure: measure.to_owned(),
                server,
                rounds: vec![value],
            }),
        }
    }

    pub(crate) fn spread(&self, measure: &str, server: &str) -> Option<Spread> {
        Spread::of(self.entry(measure, server)?.rounds.clone())
    }

    /// How many times the other server's figure this one's is, round by round.
    pub(crate) fn ratio(&self, measure: &str, server: &str, other: &str) -> Option<Spread> {
        let mine = &self.entry(measure, server)?.rounds;
        let others = &self.entry(measure, other)?.rounds;
        Spread::of(mine.iter().zip(others).map(|(a, b)| a / b).collect())
    }

    /// Prints the measures of one section as a table: a row per server, and under `against`
    /// the ratio to that server.
    pub(crate) fn print(&self, measures: &[(&str, &str)], servers: &[&str], against: &str) {
        let heads: Vec<&str> = measures.iter().map(|&(_, head)| head).collect();
        println!("| | {} |", heads.join(" | "));
        println!("|---|{}", "---|".repeat(heads.len()));
        for server in servers {
            let mut cells = Vec::new();
            for (measure, _) in measures {
                cells.push(match self.spread(measure, server) {
                    None => "-".to_owned(),
                    Some(spread) => match self.ratio(measure, server, against) {
                        Some(ratio) if *server != against && ratio.high.is_finite() => {
                            format!("{}, {ratio}x", short(spread.middle))
                        }
                        _ => short(spread.middle),
                    },
                });
            }
            if cells.iter().any(|cell| cell != "-") {
                println!("| {server} | {} |", cells.join(" | "));
            }
        }
        println!();
    }

    fn entry(&self, measure: &str, server: &str) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| entry.measure == measure && entry.server == server)
    }

    fn entry_mut(&mut self, measure: &str, server: &str) -> Option<&mut Entry> {
        self.entries
            .iter_mut()
            .find(|entry| entry.measure == measure && entry.server == server)
    }
}

/// A number with about three digits that matter.
pub(crate) fn short(number: f64) -> String {
    let size = number.abs();
    if size >= 100.0 {
        let digits = format!("{size:.0}");
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index) % 3 == 0 {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = if number < 0.0 { "-" } else { "" };
        format!("{sign}{grouped}")
    } else if size >= 10.0 {
        format!("{number:.1}")
    } else {
        format!("{number:.2}")
    }
}
