//! What the derive says when it refuses something.

use std::fs;

use mcp_runtime::ErrorCode;

#[test]
fn a_literal_and_a_constant_are_refused_in_the_same_words() {
    let refused = fs::read_to_string("ui/failure/fail/reserved_code.stderr").unwrap();
    for code in [
        -32050,
        -32002,
        -32042,
        -32010,
        -32603,
        9_007_199_254_740_993,
    ] {
        let reserved = ErrorCode::try_application(code).unwrap_err().to_string();
        let (why, edit) = reserved.rsplit_once("; use ").unwrap();
        assert!(refused.contains(&format!("error: {why}\n")), "{why}");
        assert!(refused.contains(&format!("help: use {edit}\n")), "{edit}");
    }
}

#[test]
fn each_refused_file_has_a_mended_twin() {
    let mended = fs::read_to_string("ui/failure/pass/mended.rs").unwrap();
    for entry in fs::read_dir("ui/failure/fail").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy();
        assert!(mended.contains(&format!("\nmod {name} {{")), "{name}");
    }
}
