//! The command line that every server has, on the example servers.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::io::Write;
use std::process::{Command, Stdio};

const WEATHER: &str = env!("CARGO_BIN_EXE_weather");
const CALCULATOR: &str = env!("CARGO_BIN_EXE_calculator");
const GREETER: &str = env!("CARGO_BIN_EXE_greeter");

struct Ran {
    stdout: String,
    stderr: String,
    status: i32,
}

fn run(program: &str, arguments: &[&str]) -> Ran {
    run_with_input(program, arguments, "")
}

fn run_with_input(program: &str, arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(program)
        .args(arguments)
        .env_remove("RUST_LOG")
        .env_remove("WEATHER_API")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads no input may have ended already.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

#[test]
fn a_successful_call_prints_its_result_and_nothing_else() {
    let ran = run(CALCULATOR, &["call", "add", "a=2", "b=3"]);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.status),
        ("5\n", "", 0)
    );
}

#[test]
fn a_sum_that_does_not_fit_is_a_failure_that_says_so() {
    let most = i64::MAX.to_string();
    let ran = run(CALCULATOR, &["call", "add", &format!("a={most}"), "b=1"]);
    assert_eq!(ran.status, 1);
    let said = format!("The sum of {most} and 1 has more than 64 bits.");
    assert!(ran.stderr.contains(&said), "{}", ran.stderr);
}

#[test]
fn a_weather_service_without_an_address_is_refused_at_start() {
    for address in [
        "nonsense",
        "api.open-meteo.com",
        "ftp://weather.example",
        "https://",
    ] {
        let output = Command::new(WEATHER)
            .args(["call", "get_weather", "city=Oslo"])
            .env("WEATHER_API", address)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("WEATHER_API is not an address"), "{said}");
    }
}

#[test]
fn structured_content_is_printed_as_json_in_the_order_declared() {
    let ran = run(WEATHER, &["call", "get_weather", "city=Oslo", "days=2"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(
        ran.stdout
            .starts_with("{\n  \"city\": \"Oslo\",\n  \"country\": \"Norway\",\n"),
        "{}",
        ran.stdout
    );
    let forecast: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(forecast["basis"], "climate_normals");
    assert_eq!(forecast["days"].as_array().unwrap().len(), 2);
}

#[test]
fn a_tool_failure_goes_to_standard_error_with_status_1() {
    let ran = run(WEATHER, &["call", "get_weather", "city=Atlantpis"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    assert!(ran.stderr.starts_with("tool failure: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("'Atlantpis'"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

#[test]
fn a_protocol_error_goes_to_standard_error_with_code_and_status_2() {
    let ran = run(WEATHER, &["call", "get_weather", "town=Oslo"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert!(
        ran.stderr.starts_with("protocol error -32602: "),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("'town'") && ran.stderr.contains("'city' is required"),
        "{}",
        ran.stderr
    );
}

#[test]
fn values_that_do_not_fit_get_the_servers_own_message() {
    let ran = run(WEATHER, &["call", "get_weather", "city=Oslo", "days=three"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert!(ran.stderr.contains("'days' must be"), "{}", ran.stderr);
}

#[test]
fn an_unknown_tool_is_a_protocol_error() {
    let ran = run(CALCULATOR, &["call", "subtract", "a=2"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert!(
        ran.stderr.starts_with("protocol error -32602: "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("subtract"), "{}", ran.stderr);
}

#[test]
fn arguments_can_be_given_as_json() {
    let ran = run(
        CALCULATOR,
        &["call", "add", "--json", r#"{"a": 2, "b": 40}"#],
    );
    assert_eq!((ran.stdout.as_str(), ran.status), ("42\n", 0));
    let ran = run_with_input(
        CALCULATOR,
        &["call", "add", "--json", "-"],
        "{\"a\": 1,\n\"b\": 1}",
    );
    assert_eq!((ran.stdout.as_str(), ran.status), ("2\n", 0));
}

#[test]
fn json_reaches_the_server_as_it_was_written() {
    let ran = run(
        CALCULATOR,
        &["call", "add", "--json", r#"{"a": 1, "a": 2, "b": 3}"#],
    );
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert!(
        ran.stderr.starts_with("protocol error -32602: "),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_is_not_json_is_refused() {
    let ran = run(CALCULATOR, &["call", "add", "--json", "{a: 1}"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert!(
        ran.stderr
            .starts_with("error: the arguments of --json are not JSON: "),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_wrong_command_line_is_an_error_with_usage() {
    let wrong: [&[&str]; 5] = [
        &["serve"],
        &["--port", "1"],
        &["call"],
        &["call", "add", "2", "3"],
        &["tools", "add"],
    ];
    for arguments in wrong {
        let ran = run(CALCULATOR, arguments);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 2), "{arguments:?}");
        assert!(
            ran.stderr.starts_with("error: "),
            "{arguments:?}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains("--help"),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
}

#[test]
fn tools_are_listed_with_their_arguments() {
    let ran = run(WEATHER, &["tools"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let [heading, weather, city] = lines.as_slice() else {
        unreachable!("{}", ran.stdout)
    };
    assert!(heading.starts_with("NAME "), "{heading}");
    assert!(
        weather.starts_with("get_weather  city [units] [days]  The weather"),
        "{weather}"
    );
    assert!(city.starts_with("find_city    name [limit]"), "{city}");
    assert!(
        !ran.stdout.contains('\x1b'),
        "colour goes to terminals only"
    );
}

#[test]
fn the_schema_is_what_a_host_receives() {
    let ran = run(WEATHER, &["schema", "get_weather"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let tool: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(tool["name"], "get_weather");
    assert_eq!(tool["inputSchema"]["required"], serde_json::json!(["city"]));
    assert_eq!(tool["inputSchema"]["properties"]["days"]["maximum"], 16);
    assert!(tool["outputSchema"].is_object());

    let all: serde_json::Value = serde_json::from_str(&run(WEATHER, &["schema"]).stdout).unwrap();
    assert_eq!(all[0], tool);
    assert_eq!(all.as_array().unwrap().len(), 2);
}

#[test]
fn the_schemas_of_every_example_are_portable() {
    let (sql, files) = (env!("CARGO_BIN_EXE_sql"), env!("CARGO_BIN_EXE_files"));
    for program in [WEATHER, CALCULATOR, GREETER, sql, files] {
        let ran = run(program, &["schema", "--check"]);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 0));
        assert!(
            ran.stderr.ends_with("0 errors, 0 warnings\n"),
            "{}",
            ran.stderr
        );
    }
    let ran = run(WEATHER, &["schema", "get_weather", "--check"]);
    assert_eq!(ran.stderr, "1 tool checked: 0 errors, 0 warnings\n");
    assert_eq!(run(WEATHER, &["schema", "--check", "get_wether"]).status, 2);
}

#[test]
fn the_schema_of_an_unknown_tool_is_refused_with_the_nearest_name() {
    let ran = run(WEATHER, &["schema", "get_wether"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert_eq!(
        ran.stderr,
        "error: no tool named 'get_wether'; did you mean 'get_weather'?\n"
    );
}

#[test]
fn help_and_version_are_about_the_authors_server() {
    let version = run(WEATHER, &["--version"]);
    let expected = format!("weather {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((version.stdout, version.status), (expected, 0));

    let help = run(WEATHER, &["--help"]);
    assert_eq!((help.stderr.as_str(), help.status), ("", 0));
    for word in ["weather", "tools", "schema", "call", "RUST_LOG"] {
        assert!(help.stdout.contains(word), "{word}: {}", help.stdout);
    }
    let help = run(WEATHER, &["call", "--help"]);
    assert!(help.stdout.contains("Exit status"), "{}", help.stdout);
}

#[test]
fn without_arguments_it_serves_standard_input() {
    let request = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let ran = run_with_input(CALCULATOR, &[], &format!("{request}\n"));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["id"], 7);
    assert_eq!(ran.stderr, "", "no greeting without a terminal");
}

#[test]
fn an_applications_own_arguments_stand_beside_ours() {
    let ran = run(
        GREETER,
        &["--greeting", "Hei", "call", "greet", "name=Kari"],
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.status),
        ("Hei, Kari!\n", "", 0)
    );
    let ran = run(GREETER, &["tools"]);
    assert!(
        ran.stdout.contains("greet  name       Greets somebody."),
        "{}",
        ran.stdout
    );
    let help = run(GREETER, &["--help"]).stdout;
    assert!(
        help.contains("--greeting") && help.contains("call"),
        "{help}"
    );
}

#[test]
fn text_is_taken_as_it_is_typed() {
    let ran = run(GREETER, &["call", "greet", "name=12 = \"twelve\""]);
    assert_eq!(
        (ran.stdout.as_str(), ran.status),
        ("Hello, 12 = \"twelve\"!\n", 0)
    );
}
