//! Every form of type: tuples and structs, lifetimes, constants, bounds, paths, boxed sources.
use mcp_runtime::ToolFailure;
#[derive(Debug, ToolFailure)]
enum Own {
    #[failure(transparent)]
    Inner(#[from] Whole),
    #[failure(unavailable, message = "the file {path} cannot be read, {path:?}", retry = after("2m"), code = 5)]
    File {
        path: std::path::PathBuf,
        #[source]
        why: Box<dyn std::error::Error + Send + Sync>,
    },
    #[failure(rejected, message("page {} of {:.*}", of_its_own(a), 2, b))]
    Precise { a: u8, b: f32 },
    #[failure(rejected, message = "{0:p}")]
    #[failure(allow(weak_message))]
    Pointer(&'static u8),
}
fn of_its_own(a: &u8) -> u8 {
    *a
}
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("the whole of {x} is gone")]
#[failure(rejected)]
struct Whole {
    x: u8,
}
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("nothing is here")]
#[failure(rejected)]
struct Unit;
#[derive(Debug, thiserror::Error, ToolFailure)]
enum Borrowed<'a, T: std::fmt::LowerHex, const N: usize>
where
    T: std::fmt::Debug,
{
    #[error("the scale of {name} got {v:?}")]
    #[failure(rejected)]
    Held {
        #[source]
        s: std::io::Error,
        name: &'a str,
        v: [T; N],
    },
    #[error("the value {0:x} is not {1}")]
    #[failure(rejected)]
    Shown(T, &'a str),
}
fn main() {}
