//! What the framework is held to.

use crate::book::{Book, short};

/// Figures of the framework, against another server's or alone.
#[derive(Debug)]
struct Target {
    says: &'static str,
    measure: &'static str,
    against: Option<&'static str>,
    limit: f64,
    aim: Option<f64>,
    /// More is better.
    at_least: bool,
}

const fn against(
    says: &'static str,
    measure: &'static str,
    other: &'static str,
    limit: f64,
    aim: f64,
) -> Target {
    Target {
        says,
        measure,
        against: Some(other),
        limit,
        aim: Some(aim),
        at_least: false,
    }
}

const fn alone(says: &'static str, measure: &'static str, limit: f64, aim: Option<f64>) -> Target {
    Target {
        says,
        measure,
        against: None,
        limit,
        aim,
        at_least: false,
    }
}

const fn at_least(target: Target) -> Target {
    Target {
        at_least: true,
        ..target
    }
}

const TARGETS: &[Target] = &[
    against(
        "instructions, echo, 2025-11-25",
        "instructions echo 2025-11-25",
        "plain",
        1.5,
        1.2,
    ),
    against(
        "instructions, echo, 2026-07-28",
        "instructions echo 2026-07-28",
        "plain",
        1.5,
        1.2,
    ),
    against(
        "instructions, add, 2025-11-25",
        "instructions add 2025-11-25",
        "plain",
        1.5,
        1.2,
    ),
    against(
        "instructions, add, 2026-07-28",
        "instructions add 2026-07-28",
        "plain",
        1.5,
        1.2,
    ),
    against(
        "instructions, search, 2025-11-25",
        "instructions search 2025-11-25",
        "plain",
        1.15,
        0.8,
    ),
    against(
        "instructions, search, 2026-07-28",
        "instructions search 2026-07-28",
        "plain",
        1.15,
        0.8,
    ),
    alone(
        "allocations, echo, 2025-11-25",
        "allocations echo 2025-11-25",
        6.0,
        Some(2.0),
    ),
    alone(
        "allocations, echo, 2026-07-28",
        "allocations echo 2026-07-28",
        6.0,
        Some(2.0),
    ),
    alone(
        "system calls at depth 32, 2025-11-25",
        "system calls 32 2025-11-25",
        0.2,
        Some(0.1),
    ),
    alone(
        "system calls at depth 32, 2026-07-28",
        "system calls 32 2026-07-28",
        0.2,
        Some(0.1),
    ),
    against(
        "server CPU at depth 32, 2025-11-25",
        "cpu us echo 2025-11-25 32",
        "plain",
        1.5,
        1.15,
    ),
    against(
        "server CPU at depth 32, 2026-07-28",
        "cpu us echo 2026-07-28 32",
        "plain",
        1.5,
        1.15,
    ),
    at_least(against(
        "calls per second at depth 32, 2025-11-25",
        "calls/s echo 2025-11-25 32",
        "plain",
        0.8,
        0.95,
    )),
    at_least(against(
        "calls per second at depth 32, 2026-07-28",
        "calls/s echo 2026-07-28 32",
        "plain",
        0.8,
        0.95,
    )),
    against(
        "median latency at depth 1, 2025-11-25",
        "p50 us echo 2025-11-25 1",
        "tokio",
        1.3,
        1.0,
    ),
    against(
        "median latency at depth 1, 2026-07-28",
        "p50 us echo 2026-07-28 1",
        "tokio",
        1.3,
        1.0,
    ),
    against(
        "instructions, tools/list of 1,000 tools",
        "list instructions",
        "plain",
        1.5,
        1.1,
    ),
    alone(
        "a call with 1,000 tools against one with few",
        "many against few",
        1.05,
        Some(1.0),
    ),
    alone(
        "10,000 sleeping calls, MiB",
        "sleepers MiB",
        64.0,
        Some(16.0),
    ),
    alone(
        "10,000 sleeping calls, ms over the floor",
        "sleepers over floor",
        250.0,
        None,
    ),
    against(
        "1 MB argument, time",
        "large argument ms",
        "plain",
        1.3,
        1.3,
    ),
    against("1 MB result, time", "large result ms", "plain", 1.3, 1.3),
    alone(
        "1 MB argument, memory, times the payload",
        "large argument memory",
        3.0,
        None,
    ),
    alone(
        "1 MB result, memory, times the payload",
        "large result memory",
        3.0,
        None,
    ),
    against(
        "start to first answer, 2025-11-25",
        "start ms 2025-11-25",
        "plain",
        1.5,
        1.2,
    ),
    against(
        "start to first answer, 2026-07-28",
        "start ms 2026-07-28",
        "plain",
        1.5,
        1.2,
    ),
    against(
        "HTTP, 8 connections, instructions, echo, 2025-11-25",
        "http instructions echo 2025-11-25",
        "hyper",
        1.6,
        1.3,
    ),
    against(
        "HTTP, 8 connections, instructions, echo, 2026-07-28",
        "http instructions echo 2026-07-28",
        "hyper",
        1.6,
        1.3,
    ),
    alone("crates, default features", "crates", 60.0, None),
    alone("crates, no default features", "crates bare", 30.0, None),
    alone(
        "clean release build, CPU seconds",
        "build CPU s",
        60.0,
        None,
    ),
    alone("stripped release binary, MB", "binary MB", 2.0, None),
    alone(
        "rebuild after one body edit, 50 tools, CPU seconds",
        "rebuild CPU s",
        1.5,
        None,
    ),
    alone("cargo check per added tool, ms", "check ms/tool", 8.0, None),
];

/// Prints what was measured against what was set. Nothing fails here: a busy machine is no fault.
pub(crate) fn print(book: &Book) {
    println!("## Against the targets\n");
    println!("| | measured | at most | aim | |\n|---|---|---|---|---|");
    for target in TARGETS {
        let measured = match target.against {
            Some(other) => book.ratio(target.measure, "framework", other),
            None => book.spread(target.measure, "framework"),
        };
        let Some(measured) = measured else { continue };
        let better = |limit: f64| {
            if target.at_least {
                measured.middle >= limit
            } else {
                measured.middle <= limit
            }
        };
        let verdict = match target.aim {
            _ if !better(target.limit) => "**missed**",
            Some(aim) if better(aim) => "aim met",
            _ => "met",
        };
        let (unit, shown) = match target.against {
            Some(other) => (format!("x {other}"), measured.to_string()),
            None => (String::new(), short(measured.middle)),
        };
        let bound = if target.at_least { "at least " } else { "" };
        let aim = target.aim.map_or("".to_owned(), |aim| aim.to_string());
        println!(
            "| {} | {shown} {unit} | {bound}{} | {aim} | {verdict} |",
            target.says, target.limit
        );
    }
    println!();
}
