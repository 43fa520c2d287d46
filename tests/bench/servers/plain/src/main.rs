//! The first floor: one thread that reads a line, answers it, and writes when no input is left.
//!
//! It speaks both eras as far as the measured calls need, refuses what it does not know, and does
//! nothing for robustness that a framework must do: no limits, no isolation, no concurrency.

mod answer;
mod handle;
mod request;

use std::io::{self, BufRead, BufReader, Write};

use handle::handle;

fn main() -> io::Result<()> {
    let tools = answer::listing();
    let mut input = BufReader::with_capacity(64 << 10, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    let mut out = Vec::with_capacity(64 << 10);
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        handle(&line, &tools, &mut out)?;
        if !input.buffer().contains(&b'\n') {
            output.write_all(&out)?;
            output.flush()?;
            out.clear();
        }
    }
    output.write_all(&out)?;
    output.flush()
}
