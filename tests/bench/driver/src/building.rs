//! What a framework costs before the program runs: crates, build time, size.
//!
//! Each figure is of a package made here, in a folder under the target directory.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::book::Book;

/// What a package is written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    Framework,
    FrameworkBare,
    Rmcp,
    Nothing,
}

impl With {
    pub(crate) const ALL: [Self; 3] = [Self::Framework, Self::Rmcp, Self::Nothing];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Framework | Self::FrameworkBare => "framework",
            Self::Rmcp => "rmcp",
            Self::Nothing => "by hand",
        }
    }

    fn dependencies(self, root: &Path) -> String {
        let runtime = root.join("../../mcp-runtime");
        let runtime = runtime.display();
        let tokio = r#"tokio = { version = "1.54", features = ["macros", "rt-multi-thread"] }"#;
        let serde = "serde = { version = \"1\", features = [\"derive\"] }\n";
        match self {
            Self::Framework => format!("mcp-runtime = {{ path = \"{runtime}\" }}\n{tokio}\n"),
            Self::FrameworkBare => format!(
                "mcp-runtime = {{ path = \"{runtime}\", default-features = false }}\n{tokio}\n"
            ),
            Self::Rmcp => format!(
                "rmcp = {{ version = \"=3.11.0\", features = [\"transport-io\"] }}\nschemars = \"1\"\n{serde}{tokio}\n"
            ),
            Self::Nothing => format!(
                "{serde}serde_json = {{ version = \"1\", features = [\"raw_value\"] }}\ntokio = {{ version = \"1.54\", features = [\"macros\", \"rt\", \"io-std\", \"io-util\"] }}\n"
            ),
        }
    }

    /// A whole server with so many tools of three arguments; `edit` is what one body differs in.
    fn source(self, tools: usize, edit: usize) -> String {
        let mut source = String::new();
        let body = |index: usize| {
            let changed = if index == 0 { edit } else { 0 };
            format!("format!(\"{{city}} {{days:?}} {{exact:?}} {changed}\")")
        };
        match self {
            Self::Framework | Self::FrameworkBare => {
                source.push_str("use mcp_runtime::{ServeError, Server, tool, tools};\n");
                for index in 0..tools {
                    let body = body(index);
                    let _ = writeln!(
                        source,
                        "/// One of many tools, number {index}.\n#[tool]\nasync fn tool_{index}(\n    /// City name\n    city: String,\n    days: Option<u8>,\n    exact: Option<bool>,\n) -> String {{\n    {body}\n}}\n"
                    );
                }
                let names: Vec<String> = (0..tools).map(|index| format!("tool_{index}")).collect();
                let names = names.join(", ");
                let serve = if self == Self::Framework {
                    "run"
                } else {
                    "serve_stdio"
                };
                let build = if self == Self::Framework {
                    ""
                } else {
                    ".build()?"
                };
                let error = if self == Self::Framework {
                    "ServeError"
                } else {
                    "Box<dyn std::error::Error>"
                };
                let ok = if self == Self::Framework {
                    ""
                } else {
                    "?;\n    Ok(())"
                };
                let _ = write!(
                    source,
                    "#[tokio::main]\nasync fn main() -> Result<(), {error}> {{\n    Server::builder(\"built\", \"0.1.0\").tools(tools![{names}]){build}.{serve}().await{ok}\n}}\n"
                );
                if self == Self::FrameworkBare {
                    source = source.replace("ServeError, ", "");
                }
            }
            Self::Rmcp => {
                source.push_str(
                    "use rmcp::handler::server::router::tool::ToolRouter;\nuse rmcp::handler::server::wrapper::Parameters;\nuse rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport::stdio};\nuse schemars::JsonSchema;\nuse serde::Deserialize;\n",
                );
                for index in 0..tools {
                    let _ = writeln!(
                        source,
                        "#[derive(Deserialize, JsonSchema)]\nstruct Args{index} {{\n    /// City name\n    city: String,\n    days: Option<u8>,\n    exact: Option<bool>,\n}}\n"
                    );
                }
                source.push_str("struct Built {\n    tool_router: ToolRouter<Self>,\n}\n#[tool_handler(router = self.tool_router)]\nimpl ServerHandler for Built {}\n#[tool_router(router = tool_router)]\nimpl Built {\n");
                for index in 0..tools {
                    let body = body(index);
                    let _ = writeln!(
                        source,
                        "/// One of many tools, number {index}.\n#[tool]\nasync fn tool_{index}(&self, Parameters(Args{index} {{ city, days, exact }}): Parameters<Args{index}>) -> String {{\n    {body}\n}}\n"
                    );
                }
                source.push_str("}\n#[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {\n    Built { tool_router: Built::tool_router() }.serve(stdio()).await?.waiting().await?;\n    Ok(())\n}\n");
            }
            Self::Nothing => {
                source.push_str(include_str!("by_hand.rs.txt"));
                for index in 0..tools {
                    let body = body(index);
                    let _ = writeln!(
                        source,
                        "#[derive(Deserialize)]\n#[serde(deny_unknown_fields)]\nstruct Args{index} {{\n    city: String,\n    days: Option<u8>,\n    exact: Option<bool>,\n}}\nasync fn tool_{index}(Args{index} {{ city, days, exact }}: Args{index}) -> String {{\n    {body}\n}}\n"
                    );
                }
                source.push_str("async fn call(name: &str, arguments: &str) -> Result<String, String> {\n    let wrong = |error: serde_json::Error| error.to_string();\n    match name {\n");
                for index in 0..tools {
                    let _ = writeln!(
                        source,
                        "        \"tool_{index}\" => Ok(tool_{index}(serde_json::from_str(arguments).map_err(wrong)?).await),"
                    );
                }
                source.push_str("        other => Err(format!(\"no tool {other}\")),\n    }\n}\n");
                let list: Vec<String> = (0..tools)
                    .map(|index| format!(r#"{{"name":"tool_{index}","description":"One of many tools, number {index}.","inputSchema":{{"type":"object","properties":{{"city":{{"type":"string","description":"City name"}},"days":{{"type":"integer","minimum":0,"maximum":255}},"exact":{{"type":"boolean"}}}},"required":["city"],"additionalProperties":false}}}}"#))
                    .collect();
                let _ = writeln!(
                    source,
                    "const TOOLS: &str = r#\"{{\"tools\":[{}]}}\"#;",
                    list.join(",")
                );
            }
        }
        source
    }
}

/// A package on disk.
struct Package {
    folder: PathBuf,
    with: With,
}

impl Package {
    fn new(root: &Path, with: With) -> io::Result<Self> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        let label = format!("{with:?}").to_lowercase();
        let folder = target.join("building").join(&label);
        fs::create_dir_all(folder.join("src"))?;
        // The versions that everything else here is measured with.
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let manifest = format!(
            "[package]\nname = \"built-{label}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{}\n[profile.release]\nstrip = true\n",
            with.dependencies(root)
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        let package = Self { folder, with };
        package.write(1, 0)?;
        Ok(package)
    }

    fn write(&self, tools: usize, edit: usize) -> io::Result<()> {
        fs::write(
            self.folder.join("src/main.rs"),
            self.with.source(tools, edit),
        )
    }

    fn cargo(&self, arguments: &[&str], incremental: bool) -> io::Result<Command> {
        let mut command = Command::new("cargo");
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
            .stdin(Stdio::null());
        Ok(command)
    }

    /// Runs cargo; how much processor time it and all it started took.
    fn spend(&self, arguments: &[&str], incremental: bool) -> io::Result<f64> {
        let before = children_seconds()?;
        let output = self.cargo(arguments, incremental)?.output()?;
        if !output.status.success() {
            return Err(io::Error::other(format!(
                "cargo {} failed for {}: {}",
                arguments.join(" "),
                self.folder.display(),
                String::from_utf8_lossy(&output.stderr)
            )));
        }
        Ok(children_seconds()? - before)
    }

    fn crates(&self) -> io::Result<f64> {
        let tree = ["tree", "-e", "normal", "--prefix", "none"];
        let output = self.cargo(&tree, false)?.output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut crates: Vec<String> = text
            .lines()
            .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
            .collect();
        crates.sort_unstable();
        crates.dedup();
        // Without the package itself.
        Ok(crates.len() as f64 - 1.0)
    }
}

/// Measures everything that building costs.
pub(crate) fn all(book: &mut Book, root: &Path, rounds: usize) -> io::Result<()> {
    for with in With::ALL {
        let name = with.name();
        let package = Package::new(root, with)?;
        // Downloads and resolves, so that neither is measured.
        package.spend(&["fetch"], false)?;
        note(book, "crates", name, package.crates()?);

        let _ = fs::remove_dir_all(package.folder.join("target"));
        let release = package.spend(&["build", "--release", "-j2"], false)?;
        note(book, "build CPU s", name, release);
        let binary = format!("target/release/built-{with:?}").to_lowercase();
        let size = fs::metadata(package.folder.join(binary))?.len();
        note(book, "binary MB", name, size as f64 / 1e6);

        package.spend(&["check"], false)?;
        for round in 0..rounds {
            let checked = |tools| -> io::Result<f64> {
                package.write(tools, round)?;
                package.spend(&["check"], false)
            };
            let (few, many) = (10, 210);
            let growth = -checked(few)? + checked(many)?;
            let each = growth / f64::from(200_u32) * 1e3;
            note(book, "check ms/tool", name, each);
        }

        package.write(50, 0)?;
        package.spend(&["build"], true)?;
        for round in 0..rounds {
            package.write(50, round + 1)?;
            note(
                book,
                "rebuild CPU s",
                name,
                package.spend(&["build"], true)?,
            );
        }
        let _ = fs::remove_dir_all(package.folder.join("target"));
    }
    let bare = Package::new(root, With::FrameworkBare)?;
    bare.spend(&["fetch"], false)?;
    note(book, "crates bare", With::Framework.name(), bare.crates()?);
    Ok(())
}

/// Notes a figure, and says so meanwhile: building takes long.
fn note(book: &mut Book, measure: &str, name: &'static str, value: f64) {
    eprintln!("{name}: {measure} {value:.2}");
    book.add(measure, name, value);
}

/// Processor time of the children that have been waited for, theirs included.
fn children_seconds() -> io::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: u64 = fields
        .split_whitespace()
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Ok(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}
