//! The file server as a model meets it, and the ways out of its folder.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use examples::files::{Root, server};
use mcp_runtime::testing::{Client, Outcome};
use serde_json::{Value, json};

/// A folder with a folder in it that is open to the model; both are removed at the end.
struct Scratch {
    outside: PathBuf,
    client: Client,
}

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "files-example-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let outside = std::env::temp_dir().join(name);
        let root = outside.join("root");
        fs::create_dir_all(root.join("docs/deep")).unwrap();
        fs::write(outside.join("secret.txt"), "the secret").unwrap();
        fs::write(root.join("docs/guide.md"), "# Guide\n\nTurn the Key.\n").unwrap();
        fs::write(root.join("docs/deep/notes.txt"), "no key here\r\nkey\r\n").unwrap();
        fs::write(root.join("logo.png"), b"PNG\0\x01").unwrap();
        fs::write(root.join(".env"), "KEY=the secret").unwrap();
        let client = Client::new(&server(Root::open(&root).unwrap()).build().unwrap());
        Self { outside, client }
    }

    fn root(&self) -> PathBuf {
        self.outside.join("root")
    }

    /// Calls, and sees to it that no answer tells where the folder is or what lies outside.
    async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        let outcome = self.client.call(tool, arguments.clone()).await;
        let answer = format!("{outcome:?}");
        assert!(!answer.contains("the secret"), "{arguments}: {answer}");
        if !arguments.to_string().contains("files-example") {
            assert!(!answer.contains("files-example"), "{arguments}: {answer}");
        }
        outcome
    }

    async fn success(&self, tool: &str, arguments: Value) -> Value {
        match self.call(tool, arguments).await {
            Outcome::Success { structured, .. } => structured.unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// The text of the failure.
    async fn failure(&self, tool: &str, arguments: Value) -> String {
        match self.call(tool, arguments.clone()).await {
            Outcome::ToolFailure { text, .. } => text,
            other => panic!("{arguments}: {other:?}"),
        }
    }

    async fn read(&self, path: &str) -> Value {
        self.success("read_file", json!({ "path": path })).await
    }

    async fn cannot_read(&self, path: &str) -> String {
        self.failure("read_file", json!({ "path": path })).await
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left over lies in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.outside);
    }
}

fn leads_out(path: &str) -> String {
    format!(
        "'{path}' leads out of the folder that is open here. The same call will fail again. \
         Nothing outside can be reached, by '..', an absolute path or a link; \
         use a relative path that stays inside. \
         If that does not help, tell the user that only what is in the open folder can be read."
    )
}

fn is_hidden(path: &str) -> String {
    format!(
        "'{path}' leads to a name that begins with a dot, and those are closed here. \
         The same call will fail again. \
         Go on without it, or tell the user that hidden files are not open to you."
    )
}

#[tokio::test]
async fn a_model_finds_the_right_file_from_the_text_of_the_wrong_one() {
    let scratch = Scratch::new();
    assert_eq!(
        scratch.cannot_read("docs/manual/guide.md").await,
        "There is no 'docs/manual/guide.md'. The same call will fail again. \
         Call list_files with folder 'docs' to see what is there. \
         If that does not help, ask the user where it is."
    );
    assert_eq!(
        scratch
            .success("list_files", json!({ "folder": "docs" }))
            .await,
        json!({ "entries": [
            { "path": "docs/deep", "kind": "folder" },
            { "path": "docs/guide.md", "kind": "file", "bytes": 23 },
        ]})
    );
    assert_eq!(
        scratch.read("docs/guide.md").await,
        json!({ "lines": 3, "text": "# Guide\n\nTurn the Key.\n" })
    );
}

#[tokio::test]
async fn a_folder_and_a_file_taken_for_each_other_are_told_apart() {
    let scratch = Scratch::new();
    assert_eq!(
        scratch.cannot_read("docs").await,
        "'docs' is a folder. The same call will fail again. Call list_files with it as the folder."
    );
    let text = scratch
        .failure("list_files", json!({ "folder": "docs/guide.md" }))
        .await;
    assert_eq!(
        text,
        "'docs/guide.md' is a file and not a folder. The same call will fail again. \
         Call read_file with it, or name the folder it is in."
    );
    assert_eq!(
        scratch.cannot_read("docs/guide.md/more").await,
        "There is no 'docs/guide.md/more'. The same call will fail again. \
         Call list_files with folder 'docs' to see what is there. \
         If that does not help, ask the user where it is."
    );
}

#[tokio::test]
async fn nothing_outside_is_reached_by_dots_or_an_absolute_path() {
    let scratch = Scratch::new();
    let absolute = scratch.outside.join("secret.txt");
    let inside = scratch.root().join("docs");
    for path in [
        "../secret.txt",
        "docs/../../secret.txt",
        "docs/deep/../../../root/docs/guide.md",
        "..",
        "/",
        "/etc/passwd",
        absolute.to_str().unwrap(),
        inside.to_str().unwrap(),
    ] {
        assert_eq!(scratch.cannot_read(path).await, leads_out(path));
        for tool in ["list_files", "search_files"] {
            let arguments = match tool {
                "list_files" => json!({ "folder": path }),
                _ => json!({ "folder": path, "text": "secret" }),
            };
            assert_eq!(scratch.failure(tool, arguments).await, leads_out(path));
        }
    }
    let page = scratch.read("docs/deep/../guide.md").await;
    assert_eq!(page.get("lines"), Some(&json!(3)), "it stays inside");
}

#[tokio::test]
async fn hidden_files_are_neither_listed_nor_read_nor_searched() {
    let scratch = Scratch::new();
    let listing = scratch.success("list_files", json!({})).await;
    assert_eq!(
        listing,
        json!({
            "entries": [
                { "path": "docs", "kind": "folder" },
                { "path": "logo.png", "kind": "file", "bytes": 5 },
            ],
            "notes": ["Not listed: 1 hidden, which are closed here."],
        })
    );
    for path in [".env", "docs/../.env", ".git/config", "docs/.absent"] {
        assert_eq!(scratch.cannot_read(path).await, is_hidden(path));
    }
    let found = scratch
        .success("search_files", json!({ "text": "KEY=" }))
        .await;
    assert_eq!(found, json!({ "found": [] }));
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    #[tokio::test]
    async fn a_link_is_followed_inside_and_not_outside() {
        let scratch = Scratch::new();
        let root = scratch.root();
        symlink("docs/guide.md", root.join("good")).unwrap();
        symlink("../../docs/deep", root.join("docs/deep/around")).unwrap();
        symlink("../secret.txt", root.join("out")).unwrap();
        symlink("..", root.join("up")).unwrap();
        symlink("/etc", root.join("etc")).unwrap();
        symlink(scratch.outside.join("secret.txt"), root.join("absolute")).unwrap();
        symlink(".env", root.join("sneaky")).unwrap();

        assert_eq!(scratch.read("good").await.get("lines"), Some(&json!(3)));
        let page = scratch.read("docs/deep/around/notes.txt").await;
        assert_eq!(page.get("text"), Some(&json!("no key here\nkey\n")));
        for path in [
            "out",
            "up/secret.txt",
            "etc/passwd",
            "absolute",
            "up/root/good",
        ] {
            assert_eq!(scratch.cannot_read(path).await, leads_out(path));
        }
        assert_eq!(scratch.cannot_read("sneaky").await, is_hidden("sneaky"));

        let found = scratch
            .success("search_files", json!({ "text": "key" }))
            .await;
        let paths: Vec<_> = found
            .get("found")
            .and_then(Value::as_array)
            .unwrap()
            .iter()
            .map(|hit| (hit.get("path").unwrap(), hit.get("line").unwrap()))
            .collect();
        assert_eq!(
            format!("{paths:?}"),
            r#"[(String("docs/deep/notes.txt"), Number(1)), (String("docs/deep/notes.txt"), Number(2)), (String("docs/guide.md"), Number(3))]"#,
            "each file once, and no link followed"
        );
    }

    #[tokio::test]
    async fn links_to_nowhere_and_in_circles_are_named() {
        let scratch = Scratch::new();
        let root = scratch.root();
        symlink("gone", root.join("dead")).unwrap();
        symlink("circle", root.join("circle")).unwrap();
        for (path, link) in [
            ("dead", "dead"),
            ("circle", "circle"),
            ("circle/more", "circle"),
        ] {
            assert_eq!(
                scratch.cannot_read(path).await,
                format!(
                    "'{link}' is a link that leads nowhere, or in a circle. The same call will fail again. \
                     Look for the file itself with list_files. \
                     If that does not help, tell the user that the link is broken."
                )
            );
        }
    }

    #[tokio::test]
    async fn a_folder_that_becomes_a_link_at_the_wrong_moment_leads_nowhere_else() {
        let scratch = Scratch::new();
        let (folder, parked) = (scratch.root().join("swap"), scratch.root().join("parked"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("secret.txt"), "harmless").unwrap();
        let outside = scratch.outside.clone();
        let swapping = std::thread::spawn(move || {
            for _ in 0..500 {
                fs::rename(&folder, &parked).unwrap();
                symlink(&outside, &folder).unwrap();
                fs::remove_file(&folder).unwrap();
                fs::rename(&parked, &folder).unwrap();
            }
        });
        while !swapping.is_finished() {
            // `call` fails the test when the file outside is read.
            scratch
                .call("read_file", json!({ "path": "swap/secret.txt" }))
                .await;
            scratch
                .call("search_files", json!({ "text": "secret" }))
                .await;
        }
        swapping.join().unwrap();
        let page = scratch.read("swap/secret.txt").await;
        assert_eq!(page.get("text"), Some(&json!("harmless\n")));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_name_that_is_not_utf8_is_counted() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        let scratch = Scratch::new();
        let name = OsStr::from_bytes(b"caf\xe9.txt");
        fs::write(scratch.root().join("docs").join(name), "key").unwrap();
        let listing = scratch
            .success("list_files", json!({ "folder": "docs" }))
            .await;
        assert_eq!(
            listing.get("notes"),
            Some(&json!([
                "Not listed: 1 whose names are not UTF-8 and cannot be asked for."
            ]))
        );
    }

    #[tokio::test]
    async fn a_pipe_or_socket_is_refused_and_not_waited_for() {
        let scratch = Scratch::new();
        let pipe = scratch.root().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(scratch.root().join("socket"));
        for path in ["pipe", "socket"] {
            assert_eq!(
                scratch.cannot_read(path).await,
                format!(
                    "'{path}' is neither a file nor a folder, but a device, pipe or socket. \
                     Do not retry; use another tool or tell the user."
                )
            );
        }
    }
}

#[tokio::test]
async fn binary_data_is_not_shown_and_broken_text_is_marked() {
    let scratch = Scratch::new();
    assert_eq!(
        scratch.cannot_read("logo.png").await,
        "'logo.png' is not a text but binary data of 5 bytes. \
         Do not retry; use another tool or tell the user."
    );
    fs::write(scratch.root().join("latin.txt"), b"caf\xe9\n").unwrap();
    assert_eq!(
        scratch.read("latin.txt").await,
        json!({
            "lines": 1,
            "text": "caf\u{fffd}\n",
            "notes": ["The file is not UTF-8: what cannot be read is shown as \u{fffd}."],
        })
    );
}

#[tokio::test]
async fn a_long_file_is_read_in_parts_by_what_each_part_says() {
    let scratch = Scratch::new();
    let lines: Vec<_> = (1..=700).map(|line| format!("line {line}")).collect();
    fs::write(scratch.root().join("long.txt"), lines.join("\n")).unwrap();
    let page = scratch.read("long.txt").await;
    assert_eq!(page.get("lines"), Some(&json!(300)));
    assert_eq!(
        page.get("notes"),
        Some(&json!([
            "The file goes on: call again with first_line 301."
        ]))
    );
    let arguments = json!({ "path": "long.txt", "first_line": 700 });
    assert_eq!(
        scratch.success("read_file", arguments).await,
        json!({ "lines": 1, "text": "line 700\n" })
    );
    let arguments = json!({ "path": "long.txt", "first_line": 701 });
    assert_eq!(
        scratch.failure("read_file", arguments).await,
        "'long.txt' has 700 lines, so line 701 is past its end. The same call will fail again. \
         Call again with first_line between 1 and 700."
    );
    fs::write(scratch.root().join("empty.txt"), "").unwrap();
    let arguments = json!({ "path": "empty.txt", "first_line": 2 });
    assert_eq!(
        scratch.failure("read_file", arguments).await,
        "'empty.txt' has 0 lines, so line 2 is past its end. The same call will fail again. \
         Call again with first_line between 1 and 1."
    );
}

#[tokio::test]
async fn sizes_have_limits_and_the_answer_says_so() {
    let scratch = Scratch::new();
    fs::write(scratch.root().join("wide.txt"), "x".repeat(1 << 20)).unwrap();
    let page = scratch.read("wide.txt").await;
    assert_eq!(
        page.get("notes"),
        Some(&json!(["Very long lines are cut."]))
    );
    assert!(page.to_string().len() < 3_000);

    fs::write(scratch.root().join("big.txt"), "a needle\n".repeat(500_000)).unwrap();
    let text = scratch.read("big.txt").await.to_string();
    assert!(text.len() < 60_000);
    let found = scratch
        .success("search_files", json!({ "text": "needle" }))
        .await;
    assert_eq!(
        found,
        json!({ "found": [], "notes": ["Not searched, because too large or not readable: big.txt."] })
    );

    fs::write(scratch.root().join("many.txt"), "a needle\n".repeat(9)).unwrap();
    let found = scratch
        .success("search_files", json!({ "text": "NEEDLE", "limit": 8 }))
        .await;
    assert_eq!(
        found.pointer("/notes/0"),
        Some(&json!(
            "There are more than 8 lines: look for a longer text, or in one folder."
        ))
    );

    let crowd = scratch.root().join("crowd");
    fs::create_dir(&crowd).unwrap();
    for number in 0..510 {
        fs::write(crowd.join(number.to_string()), "").unwrap();
    }
    let listing = scratch
        .success("list_files", json!({ "folder": "crowd" }))
        .await;
    assert_eq!(
        listing.get("notes"),
        Some(&json!([
            "Not listed: 10 more; search_files looks into them too."
        ]))
    );
}

#[test]
fn a_folder_that_is_not_there_is_refused_at_the_start() {
    assert!(Root::open(Path::new("no such folder")).is_err());
}
