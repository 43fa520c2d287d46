//! The configuration that the guide shows, with nginx, where it is installed.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::Outcome;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::process::{Replica, pair};
use super::rounds::{client, person};

/// Ends nginx, and takes its folder away.
struct Nginx {
    process: Child,
    folder: PathBuf,
    url: String,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its workers end with it only when it is asked to.
        if let Ok(pid) = i32::try_from(self.process.id()) {
            let pid = Pid::from_raw(pid).unwrap();
            kill_process(pid, Signal::TERM).unwrap();
        }
        drop(self.process.wait());
        drop(fs::remove_dir_all(&self.folder));
    }
}

impl Nginx {
    /// As the guide has it, with ports of this test, without certificates, and with a log of which replica
    /// was asked. `None` where it is not installed.
    fn start(replicas: &[Replica; 2], name: &str, more: &str) -> Option<Self> {
        let installed = Command::new("nginx")
            .arg("-v")
            .stderr(Stdio::null())
            .status();
        if !installed.is_ok_and(|status| status.success()) {
            eprintln!("skipped: nginx is not installed here");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let folder = std::env::temp_dir().join(format!("mcp-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let shown = shown()
            .replace("127.0.0.1:8001", &replicas[0].address.to_string())
            .replace("127.0.0.1:8002", &replicas[1].address.to_string())
            .replace("listen 443 ssl;", &format!("listen {address};"))
            .replace("upstream notes {", &format!("upstream notes {{ {more}"))
            .lines()
            .filter(|line| !line.trim_start().starts_with("ssl_"))
            .collect::<Vec<_>>()
            .join("\n");
        let folder_name = folder.display();
        let configuration = format!(
            "daemon off; worker_processes 1; pid {folder_name}/pid; error_log {folder_name}/errors;\n\
             events {{}}\n\
             http {{\n\
             log_format asked '$upstream_addr'; access_log {folder_name}/asked asked;\n\
             client_body_temp_path {folder_name}; proxy_temp_path {folder_name};\n\
             {shown}\n}}\n"
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, configuration).unwrap();
        let process = Command::new("nginx")
            .arg("-e")
            .arg(folder.join("errors"))
            .arg("-c")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let nginx = Self {
            process,
            folder,
            url: format!("http://{address}/mcp"),
        };
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < end, "nginx does not listen");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(nginx)
    }

    /// Which replica each request went to, once so many are known.
    fn asked(&self, requests: usize) -> Vec<String> {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let log = fs::read_to_string(self.folder.join("asked")).unwrap_or_default();
            if log.lines().count() >= requests || Instant::now() > end {
                return log.lines().map(str::to_owned).collect();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The block of the guide.
fn shown() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let guide = fs::read_to_string(root.join("mcp-runtime/src/guide/deployment.md")).unwrap();
    let (_, block) = guide.split_once("```nginx\n").unwrap();
    block.split_once("```").unwrap().0.to_owned()
}

#[tokio::test]
async fn the_guides_proxy_lets_replicas_share_a_call() {
    let replicas = pair();
    let Some(nginx) = Nginx::start(&replicas, "rounds", "") else {
        return;
    };
    let client = client(&nginx.url).await;
    // The list of tools is the first request.
    let Outcome::InputRequired(asked) = client.call("introduce", json!({})).await.unwrap() else {
        panic!("nobody was asked");
    };
    let outcome = client.answer(&asked, &person("Ada")).await.unwrap();
    assert_eq!(outcome.text(), "Hello, Ada!");
    let asked = nginx.asked(3);
    let [.., first, second] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_ne!(first, second);
}

#[tokio::test]
async fn with_ip_hash_a_session_stays_at_its_replica() {
    let replicas = pair();
    let Some(nginx) = Nginx::start(&replicas, "sessions", "ip_hash;") else {
        return;
    };
    let client = client(&nginx.url).await;
    let client = client
        .with_version(ProtocolVersion::V2025_11_25)
        .await
        .unwrap();
    for text in ["one", "two", "three"] {
        let outcome = client.call("echo", json!({ "text": text })).await.unwrap();
        assert_eq!(outcome.text(), text);
    }
}
