//! Drives the servers, checks every answer, and prints the table.
//!
//! `driver [PART ...] [--servers a,b] [--rounds N] [--quick]` measures; without a part, all of
//! `counts`, `timing`, `sizes`, `http` and `building`. `driver feed TOOL ERA CALLS BATCH COMMAND ...`
//! sends calls to one command, for a look with a profiler.

mod book;
mod building;
mod calls;
mod child;
mod counts;
mod http;
mod pattern;
mod pipeline;
mod spread;
mod targets;
mod timing;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use book::Book;
use calls::{Ask, Era};
use child::{Program, exists};
use counts::{Count, Lengths, installed};
use pipeline::{Load, Refill};

/// How many tools a server with many has, beside the four.
const MANY: usize = 1000;

/// In the order of the tables; the first one is what ratios are against.
const SERVERS: [&str; 5] = ["plain", "tokio", "framework", "rmcp", "tower-mcp"];

/// Those over HTTP: the floor, and then whose `-http` server is started.
const OVER_HTTP: [&str; 3] = ["hyper", "framework", "rmcp"];

/// How many connections are kept over HTTP.
const CONNECTIONS: usize = 8;

/// What is to be measured, and how long.
struct Plan {
    parts: Vec<String>,
    servers: Vec<String>,
    rounds: usize,
    lengths: Lengths,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("feed") => feed(&arguments[1..]),
        _ => plan(&arguments).and_then(|plan| measure(&plan)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn plan(arguments: &[String]) -> io::Result<Plan> {
    let mut plan = Plan {
        parts: Vec::new(),
        servers: SERVERS.map(str::to_owned).to_vec(),
        rounds: 9,
        lengths: Lengths {
            short: 320,
            long: 1600,
        },
    };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "counts" | "timing" | "sizes" | "http" | "building" => plan.parts.push(word.to_owned()),
            "--quick" => {
                plan.rounds = 3;
                plan.lengths = Lengths {
                    short: 160,
                    long: 480,
                };
            }
            "--rounds" => {
                let rounds = words.next().and_then(|rounds| rounds.parse().ok());
                plan.rounds = rounds.ok_or_else(|| io::Error::other("--rounds needs a number"))?;
            }
            "--servers" => {
                let named = words.next().unwrap_or_default();
                plan.servers = named.split(',').map(str::to_owned).collect();
            }
            other => {
                return Err(io::Error::other(format!(
                    "unknown argument {other}: name parts (counts, timing, sizes, http, building), --servers, --rounds or --quick"
                )));
            }
        }
    }
    Ok(plan)
}

/// The folder of this workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where the servers were built: beside this program.
fn built() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.parent().map(Path::to_owned).unwrap_or_default())
}

fn programs(plan: &Plan, many: bool) -> io::Result<Vec<Program>> {
    let folder = built()?;
    let named = SERVERS
        .into_iter()
        .filter(|name| plan.servers.iter().any(|wanted| wanted == name));
    Ok(named
        .filter_map(|name| {
            let own = many && name == "framework";
            let suffix = if own { "-many" } else { "" };
            let path = folder.join(format!("server-{name}{suffix}"));
            if !exists(&path) {
                eprintln!("{} is not built: left out", path.display());
                return None;
            }
            let environment = if many {
                vec![("BENCH_TOOLS", MANY.to_string())]
            } else {
                Vec::new()
            };
            Some(Program {
                name,
                path,
                under: Vec::new(),
                environment,
            })
        })
        .collect())
}

fn measure(plan: &Plan) -> io::Result<()> {
    let wanted = |part: &str| plan.parts.is_empty() || plan.parts.iter().any(|named| named == part);
    let mut book = Book::default();
    println!("# Measured\n");
    println!(
        "{}; {}; {} rounds.",
        timing::machine(),
        rustc(),
        plan.rounds
    );
    println!("A ratio is against the plain loop: its median, and its quartiles over the rounds.\n");
    // First, while all processors may be used.
    if wanted("building") {
        building::all(&mut book, &root(), plan.rounds.min(5))?;
        print_building(&book);
    }
    pin()?;
    if wanted("counts") {
        count(plan, &mut book)?;
    }
    if wanted("timing") {
        time(plan, &mut book)?;
    }
    if wanted("sizes") {
        sizes(plan, &mut book)?;
    }
    if wanted("http") {
        over_http(plan, &mut book)?;
    }
    targets::print(&book);
    Ok(())
}

/// Keeps this process, and what it starts, on one processor.
fn pin() -> io::Result<()> {
    let allowed = sched_getaffinity(None)?;
    let last = (0..CpuSet::MAX_CPU).rev().find(|&cpu| allowed.is_set(cpu));
    let mut one = CpuSet::new();
    one.set(last.unwrap_or(0));
    sched_setaffinity(None, &one)?;
    Ok(())
}

fn rustc() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "an unknown rustc".into(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

fn count(plan: &Plan, book: &mut Book) -> io::Result<()> {
    const BATCH: u32 = 32;
    let valgrind = installed("valgrind");
    if !valgrind {
        eprintln!("valgrind is not installed: no instructions and allocations");
    }
    let programs = programs(plan, false)?;
    for era in Era::BOTH {
        for program in &programs {
            let each =
                |count: Count, ask, batch| count.per_call(program, ask, era, batch, plan.lengths);
            if valgrind {
                for ask in [Ask::Echo, Ask::Add, Ask::Search] {
                    let key = format!("instructions {} {}", ask.name(), era.name());
                    book.add(&key, program.name, each(Count::Instructions, ask, BATCH)?);
                }
                for ask in [Ask::Echo, Ask::Search] {
                    let key = format!("allocations {} {}", ask.name(), era.name());
                    book.add(&key, program.name, each(Count::Allocations, ask, BATCH)?);
                }
            }
            for batch in [1, BATCH] {
                let key = format!("system calls {batch} {}", era.name());
                book.add(
                    &key,
                    program.name,
                    each(Count::SystemCalls, Ask::Echo, batch)?,
                );
            }
        }
        println!("## Counts per call, {}\n", era.name());
        let keys = [
            ("instructions echo", "instructions, echo"),
            ("instructions add", "add"),
            ("instructions search", "search"),
            ("allocations echo", "allocations, echo"),
            ("allocations search", "search"),
            ("system calls 1", "system calls, depth 1"),
            ("system calls 32", "depth 32"),
        ]
        .map(|(key, head)| (format!("{key} {}", era.name()), head));
        let keys: Vec<(&str, &str)> = keys.iter().map(|(key, head)| (&**key, *head)).collect();
        book.print(&keys, &SERVERS, SERVERS[0]);
    }
    Ok(())
}

fn time(plan: &Plan, book: &mut Book) -> io::Result<()> {
    let programs = programs(plan, false)?;
    for era in Era::BOTH {
        for depth in [1, 32, 512] {
            timing::at_depth(book, &programs, (Ask::Echo, era, depth), plan.rounds)?;
            println!("## Echo, {} calls at a time, {}\n", depth, era.name());
            print_depth(book, Ask::Echo, era, depth);
        }
        timing::at_depth(book, &programs, (Ask::Search, era, 32), plan.rounds)?;
        println!("## Search, 32 calls at a time, {}\n", era.name());
        print_depth(book, Ask::Search, era, 32);
    }
    timing::start(book, &programs, plan.rounds)?;
    timing::idle(book, &programs)?;
    println!("## Starting and idling\n");
    let keys = [
        (
            "start ms 2025-11-25",
            "start to first answer, ms, 2025-11-25",
        ),
        ("start ms 2026-07-28", "2026-07-28"),
        ("idle ms", "CPU ms in 2 idle seconds"),
    ];
    book.print(&keys, &SERVERS, SERVERS[0]);
    Ok(())
}

fn print_depth(book: &Book, ask: Ask, era: Era, depth: u32) {
    let keys = [
        ("calls/s", "calls per second"),
        ("cpu us", "server CPU per call, us"),
        ("p50 us", "latency p50, us"),
        ("p99 us", "p99"),
        ("p99.9 us", "p99.9"),
        ("peak MiB", "peak memory, MiB"),
    ]
    .map(|(key, head)| (format!("{key} {} {} {depth}", ask.name(), era.name()), head));
    let keys: Vec<(&str, &str)> = keys.iter().map(|(key, head)| (&**key, *head)).collect();
    book.print(&keys, &SERVERS, SERVERS[0]);
}

fn sizes(plan: &Plan, book: &mut Book) -> io::Result<()> {
    let few = programs(plan, false)?;
    let concurrent: Vec<Program> = few
        .iter()
        .filter(|program| program.name != "plain")
        .cloned()
        .collect();
    timing::sleepers(book, &concurrent, plan.rounds.min(5))?;
    let floor = book
        .spread("sleepers ms", "tokio")
        .map(|floor| floor.middle);
    for program in &concurrent {
        if let (Some(floor), Some(own)) = (floor, book.spread("sleepers ms", program.name)) {
            book.add("sleepers over floor", program.name, own.middle - floor);
        }
    }
    println!("## 10,000 calls that sleep 100 ms, all at once (ratios are against tokio)\n");
    let keys = [
        ("sleepers ms", "until all are answered, ms"),
        ("sleepers MiB", "peak memory, MiB"),
    ];
    book.print(&keys, &SERVERS, "tokio");

    timing::large(book, &few, plan.rounds.min(5))?;
    println!("## A megabyte, one call at a time (memory is what is added, in payloads)\n");
    let keys = [
        ("large echo ms", "argument and result, ms"),
        ("large echo memory", "memory"),
        ("large argument ms", "argument, ms"),
        ("large argument memory", "memory"),
        ("large result ms", "result, ms"),
        ("large result memory", "memory"),
    ];
    book.print(&keys, &SERVERS, SERVERS[0]);

    let many = programs(plan, true)?;
    timing::listing(book, &many, MANY, plan.rounds.min(5))?;
    if installed("valgrind") {
        let list = Lengths { short: 8, long: 40 };
        for program in &many {
            let count =
                |ask, lengths| Count::Instructions.per_call(program, ask, Era::Legacy, 1, lengths);
            let listed = count(Ask::List { tools: MANY }, list)?;
            book.add("list instructions", program.name, listed);
            book.add("many echo", program.name, count(Ask::Echo, plan.lengths)?);
        }
        for program in &few {
            let own =
                Count::Instructions.per_call(program, Ask::Echo, Era::Legacy, 1, plan.lengths)?;
            if let Some(many) = book.spread("many echo", program.name) {
                book.add("many against few", program.name, many.middle / own);
            }
        }
    }
    println!("## 1,000 tools\n");
    let keys = [
        ("list us", "tools/list, p50, us"),
        ("list KiB", "its answer, KiB"),
        ("list instructions", "instructions"),
        (
            "many against few",
            "echo, times its instructions with four tools",
        ),
    ];
    book.print(&keys, &SERVERS, SERVERS[0]);
    Ok(())
}

fn over_http(plan: &Plan, book: &mut Book) -> io::Result<()> {
    let folder = built()?;
    let wanted = |name: &&str| *name == "hyper" || plan.servers.iter().any(|it| it == name);
    let programs: Vec<Program> = OVER_HTTP
        .into_iter()
        .filter(wanted)
        .filter_map(|name| {
            let suffix = if name == "hyper" { "" } else { "-http" };
            let path = folder.join(format!("server-{name}{suffix}"));
            if !exists(&path) {
                eprintln!("{} is not built: left out", path.display());
                return None;
            }
            Some(Program {
                name,
                path,
                under: Vec::new(),
                environment: Vec::new(),
            })
        })
        .collect();
    for era in Era::BOTH {
        if installed("valgrind") {
            for program in &programs {
                for ask in [Ask::Echo, Ask::Search] {
                    let each = |count: Count| {
                        count.per_call_over_http(program, ask, era, CONNECTIONS, plan.lengths)
                    };
                    let key = |what: &str| format!("http {what} {} {}", ask.name(), era.name());
                    let counted = each(Count::Instructions)?;
                    book.add(&key("instructions"), program.name, counted);
                    book.add(&key("allocations"), program.name, each(Count::Allocations)?);
                }
            }
        }
        timing::over_http(book, &programs, (Ask::Echo, era, CONNECTIONS), plan.rounds)?;
        println!(
            "## HTTP, {CONNECTIONS} connections, {} (ratios are against hyper)\n",
            era.name()
        );
        let keys = [
            ("instructions echo", "instructions, echo"),
            ("instructions search", "search"),
            ("allocations echo", "allocations, echo"),
            ("calls/s echo", "calls per second, echo"),
            ("cpu us echo", "server CPU per call, us"),
            ("p50 us echo", "latency p50, us"),
            ("p99 us echo", "p99"),
        ]
        .map(|(key, head)| (format!("http {key} {}", era.name()), head));
        let keys: Vec<(&str, &str)> = keys.iter().map(|(key, head)| (&**key, *head)).collect();
        book.print(&keys, &OVER_HTTP, OVER_HTTP[0]);
    }
    Ok(())
}

fn print_building(book: &Book) {
    println!("## Building a server (ratios are against one written by hand)\n");
    let keys = [
        ("crates", "crates"),
        ("crates bare", "without default features"),
        ("build CPU s", "clean release build, CPU s"),
        ("binary MB", "stripped binary, MB"),
        ("check ms/tool", "cargo check per added tool, ms"),
        ("rebuild CPU s", "rebuild after an edit, 50 tools, CPU s"),
    ];
    let names = building::With::ALL.map(building::With::name);
    book.print(&keys, &names, "by hand");
}

/// Sends calls to one command, in whole batches.
fn feed(arguments: &[String]) -> io::Result<()> {
    let usage = || io::Error::other("feed TOOL ERA CALLS BATCH COMMAND ...");
    let [tool, era, calls, batch, command @ ..] = arguments else {
        return Err(usage());
    };
    let ask = match tool.as_str() {
        "echo" => Ask::Echo,
        "add" => Ask::Add,
        "search" => Ask::Search,
        "sleep" => Ask::Sleep { ms: 100 },
        "list" => Ask::List { tools: 0 },
        "argument" => Ask::LargeArgument { bytes: 1 << 20 },
        "result" => Ask::LargeResult { records: 3200 },
        _ => return Err(usage()),
    };
    let era = Era::BOTH
        .into_iter()
        .find(|known| known.name() == era)
        .ok_or_else(usage)?;
    let number = |word: &String| word.parse::<u32>().map_err(|_| usage());
    let (under, path) = command.split_at(command.len().saturating_sub(1));
    let program = Program {
        name: "the command",
        path: path.first().map(PathBuf::from).ok_or_else(usage)?,
        under: under.to_vec(),
        environment: Vec::new(),
    };
    let mut server = program.start()?;
    server.greet(era)?;
    let load = Load {
        ask,
        era,
        calls: number(calls)?,
        depth: number(batch)?,
        refill: Refill::Lockstep,
    };
    let run = load.run(&mut server)?;
    let memory = server.memory("VmHWM")?;
    server.finish()?;
    println!("{:.0} calls per second, {memory} KiB", run.per_second());
    Ok(())
}
