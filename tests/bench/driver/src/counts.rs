//! What one call costs in instructions, allocations and system calls: a long run minus a short
//! one. These do not depend on what else the machine does.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::calls::{Ask, Era};
use crate::child::Program;
use crate::http;
use crate::pipeline::{Load, Refill};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// Instructions of the process, with valgrind's callgrind.
    Instructions,
    /// Calls of malloc, calloc and realloc, with valgrind's memcheck.
    Allocations,
    /// System calls of all threads, with perf, or strace where perf is not allowed to.
    SystemCalls,
}

/// The two runs whose difference is taken, in calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lengths {
    pub(crate) short: u32,
    pub(crate) long: u32,
}

impl Count {
    /// How much one call costs, when the server finds `batch` of them in its input at a time.
    pub(crate) fn per_call(
        self,
        program: &Program,
        ask: Ask,
        era: Era,
        batch: u32,
        lengths: Lengths,
    ) -> io::Result<f64> {
        let counted = |calls| -> io::Result<f64> {
            let load = Load {
                ask,
                era,
                calls,
                depth: batch,
                refill: Refill::Lockstep,
            };
            self.of(program, |counted| {
                let mut server = counted.start()?;
                server.greet(era)?;
                load.run(&mut server)?;
                server.finish()
            })
        };
        let short = counted(lengths.short)?;
        let long = counted(lengths.long)?;
        Ok((long - short) / f64::from(lengths.long - lengths.short))
    }

    /// The same over HTTP, on so many connections.
    pub(crate) fn per_call_over_http(
        self,
        program: &Program,
        ask: Ask,
        era: Era,
        connections: usize,
        lengths: Lengths,
    ) -> io::Result<f64> {
        let counted = |calls| -> io::Result<f64> {
            self.of(program, |counted| {
                let mut server = http::Server::start(counted, connections)?;
                server.greet(era)?;
                server.run(ask, era, calls)?;
                server.finish()
            })
        };
        let short = counted(lengths.short)?;
        let long = counted(lengths.long)?;
        Ok((long - short) / f64::from(lengths.long - lengths.short))
    }

    /// The count of one whole process, start and end included.
    fn of(
        self,
        program: &Program,
        run: impl FnOnce(&Program) -> io::Result<()>,
    ) -> io::Result<f64> {
        let file = std::env::temp_dir().join(format!("mcp-bench-{}.count", std::process::id()));
        let shown = file.display();
        let under = match self {
            Self::Instructions => format!(
                "valgrind --tool=callgrind --log-file=/dev/null --callgrind-out-file={shown}"
            ),
            Self::Allocations => format!(
                "valgrind --tool=memcheck --leak-check=no --undef-value-errors=no --log-file={shown}"
            ),
            Self::SystemCalls if perf_may_count() => {
                format!("perf stat -x, -e raw_syscalls:sys_enter -o {shown}")
            }
            Self::SystemCalls => format!("strace -f -c -o {shown}"),
        };
        let mut counted = program.clone();
        counted.under = under.split(' ').map(str::to_owned).collect();
        run(&counted)?;
        let report = fs::read_to_string(&file)?;
        fs::remove_file(&file)?;
        self.read(&report)
            .ok_or_else(|| io::Error::other(format!("no count in: {report:.500}")))
    }

    fn read(self, report: &str) -> Option<f64> {
        match self {
            Self::Instructions => report
                .lines()
                .find_map(|line| {
                    line.strip_prefix("totals: ")
                        .or(line.strip_prefix("summary: "))
                })?
                .split_whitespace()
                .next()?
                .parse()
                .ok(),
            Self::Allocations => report
                .split_once("total heap usage: ")?
                .1
                .split_whitespace()
                .next()?
                .replace(',', "")
                .parse()
                .ok(),
            Self::SystemCalls => {
                let by_perf = report
                    .lines()
                    .find(|line| line.contains("raw_syscalls:sys_enter"))
                    .and_then(|line| line.split(',').next()?.parse().ok());
                by_perf.or_else(|| {
                    let total = report.lines().find(|line| line.ends_with("total"))?;
                    total.split_whitespace().nth(3)?.parse().ok()
                })
            }
        }
    }
}

/// Whether a program that counts is installed.
pub(crate) fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder: PathBuf| folder.join(program).is_file())
}

fn perf_may_count() -> bool {
    installed("perf")
        && Command::new("perf")
            .args(["stat", "-e", "raw_syscalls:sys_enter", "true"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}
