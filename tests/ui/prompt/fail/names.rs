use mcp_runtime::prompt;

/// One.
#[prompt(name = "review.code")]
fn one() -> String {
    String::new()
}

/// Two.
#[prompt(name = "a_name_that_is_rather_longer_than_what_common_hosts_take_as_one_of")]
fn two() -> String {
    String::new()
}

/// Three.
#[prompt(name = "", timeout = "0s", max_running = 0)]
fn three() -> String {
    String::new()
}

fn main() {}
