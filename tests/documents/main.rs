//! What documents show of programs elsewhere is those programs.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(path)).unwrap()
}

/// The first block of a document that starts with this line.
fn block<'a>(document: &'a str, start: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!("```{start}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_migration_guide_shows_a_program_that_compiles() {
    let guide = read("mcp-runtime/src/guide/migrating.md");
    let program = read("tests/bench/servers/rmcp/examples/notes.rs");
    assert_eq!(block(&guide, "ignore"), program);
}
