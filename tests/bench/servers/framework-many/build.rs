//! Writes the thousand tools: functions like any author's.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

const TOOLS: usize = 1000;

/// `tools!` compares names pairwise while compiling: a list of a thousand takes rustc past its
/// limit for evaluating constants.
const LISTED: usize = 100;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut source = String::new();
    let mut sets = vec![String::new(); TOOLS / LISTED];
    for index in 0..TOOLS {
        let _ = writeln!(
            source,
            r#"
/// One of many tools, number {index}.
#[tool]
pub async fn tool_{index:04}(
    /// City name
    city: String,
    days: Option<u8>,
    exact: Option<bool>,
) {{
    drop((city, days, exact));
}}"#
        );
        let _ = write!(sets[index / LISTED], "tool_{index:04}, ");
    }
    let sets: Vec<String> = sets.iter().map(|set| format!("tools![{set}]")).collect();
    let _ = writeln!(
        source,
        "\npub fn many() -> [mcp_runtime::ToolSet<()>; {}] {{\n    [{}]\n}}",
        sets.len(),
        sets.join(", ")
    );
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    fs::write(folder.join("many.rs"), source)
}
