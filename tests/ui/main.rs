//! What the macros accept, and what they say of what they refuse.
//!
//! `ui/<macro>/pass` compiles; each file of `ui/<macro>/fail` holds one mistake and beside it the
//! compiler's output. `TRYBUILD=overwrite cargo test -p tests --test ui` writes that anew.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot read its files fails"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The toolchain whose output is beside the files. Others word and place things differently:
/// there it is enough that what must not compile does not.
const GOLDEN_TOOLCHAIN: &str = "rustc 1.95.";

#[test]
fn accepted_and_refused() {
    let cases = trybuild::TestCases::new();
    let golden = toolchain().starts_with(GOLDEN_TOOLCHAIN);
    for folder in folders(Path::new("ui")) {
        let files = files(&folder);
        assert!(!files.is_empty(), "{} is empty", folder.display());
        for file in files {
            if folder.ends_with("pass") {
                cases.pass(file);
            } else if golden {
                assert!(
                    updating() || file.with_extension("stderr").is_file(),
                    "{} has no golden output beside it",
                    file.display()
                );
                cases.compile_fail(file);
            } else {
                cases.compile_fail(without_golden_output(&file));
            }
        }
    }
}

/// `ui/<macro>/pass` and `ui/<macro>/fail`.
fn folders(root: &Path) -> Vec<PathBuf> {
    let mut macros = entries(root);
    macros.retain(|entry| entry.is_dir());
    assert!(!macros.is_empty(), "{} is empty", root.display());
    macros
        .iter()
        .flat_map(|folder| [folder.join("pass"), folder.join("fail")])
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let is_source = |file: &PathBuf| file.extension().is_some_and(|it| it == "rs");
    entries(folder).into_iter().filter(is_source).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = read
        .map(|entry| entry.expect("a folder can be read").path())
        .collect();
    entries.sort();
    entries
}

/// A copy with no output beside it: then every output will do.
fn without_golden_output(file: &Path) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let folder = copy.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).expect("a folder can be made");
    fs::copy(file, &copy).expect("a file can be copied");
    copy
}

fn updating() -> bool {
    env::var_os("TRYBUILD").is_some()
}

fn toolchain() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("the compiler says its version");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
