//! The wire where there are no Unix descriptors: the standard streams as they are.
//!
//! What a tool prints to standard output lands on the wire here, and reading cannot be
//! interrupted; a stopped server reads no further than the line that arrives next.

use std::io::{self, Read, Write};

use super::lines::Lines;
use super::reading::Filled;

#[derive(Debug)]
pub(super) struct Input {}

#[derive(Debug)]
pub(super) struct Stopper {}

pub(super) fn take() -> io::Result<(Input, Stopper, Box<dyn Write + Send>)> {
    Ok((Input {}, Stopper {}, Box::new(io::stdout())))
}

impl Input {
    pub(super) fn fill(&mut self, lines: &mut Lines) -> Filled {
        match lines.fill(|spare| io::stdin().lock().read(spare)) {
            Ok(0) => Filled::End,
            Ok(_) => Filled::Bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Filled::Bytes,
            Err(_) => Filled::End,
        }
    }
}
