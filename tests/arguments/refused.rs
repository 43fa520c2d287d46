//! What is refused, in which words, and on which channel.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{InvalidArguments, UnknownArguments};
use serde_json::json;

use super::{builder, call, client};

#[tokio::test]
async fn every_mistake_is_told_in_one_answer() {
    let client = client();
    let arguments = json!({"days": 300, "units": "kelvin", "unit": "metric"});
    let expected = "Invalid arguments for 'get_weather': \
        'city' is required and must be a string of 1 to 100 characters; \
        'units' must be \"metric\" or \"imperial\", got \"kelvin\"; \
        'days' must be between 1 and 16, got 300; \
        unknown argument 'unit', did you mean 'units'?";
    let Outcome::ProtocolError {
        code,
        message,
        data,
        ..
    } = client.call("get_weather", arguments.clone()).await
    else {
        panic!("not refused");
    };
    assert_eq!((code, &*message), (-32602, expected));
    let paths: Vec<_> = data.unwrap()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["path"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(paths, ["/city", "/units", "/days", "/unit"]);

    let server = builder()
        .invalid_arguments(InvalidArguments::ToolFailure)
        .build()
        .unwrap();
    let outcome = Client::new(&server).call("get_weather", arguments).await;
    assert!(matches!(outcome, Outcome::ToolFailure { .. }));
    assert!(outcome.text().starts_with(expected), "{}", outcome.text());
}

#[tokio::test]
async fn arguments_that_are_no_object_are_a_malformed_request() {
    let server = builder()
        .invalid_arguments(InvalidArguments::ToolFailure)
        .build()
        .unwrap();
    let client = Client::new(&server);
    for arguments in [r#"["Oslo"]"#, r#""Oslo""#, r#""{\"city\":\"Oslo\"}""#, "3"] {
        let message = call(&client, "get_weather", arguments).await.unwrap_err();
        assert!(
            message.contains("'arguments' must be an object"),
            "{message}"
        );
    }
}

#[tokio::test]
async fn unknown_arguments_are_dropped_where_the_server_says_so() {
    let server = builder()
        .unknown_arguments(UnknownArguments::Ignore)
        .build()
        .unwrap();
    let outcome = Client::new(&server)
        .call("get_weather", json!({"city": "Oslo", "unit": "metric"}))
        .await;
    assert_eq!(outcome.text(), "Oslo Metric None");
}

#[tokio::test]
async fn each_of_these_is_refused_and_said_why() {
    let client = client();
    let long = format!(r#"{{"city":"{}"}}"#, "A".repeat(1_000_000));
    for (arguments, expected) in [
        (
            r#"{"city":"Oslo","days":"3"}"#,
            r#"'days' must be an integer between 1 and 16, got the string "3""#,
        ),
        (
            r#"{"city":null}"#,
            "'city' may not be null, it must be a string of 1 to 100 characters",
        ),
        (
            r#"{"city":""}"#,
            "'city' must have 1 to 100 characters, but is empty",
        ),
        (
            r#"{"city":"Oslo","city":"Rome"}"#,
            "'city' is given more than once, send it once",
        ),
        (
            r#"{"city":"Oslo","days":3.5}"#,
            "'days' must be an integer between 1 and 16, got 3.5",
        ),
        (
            r#"{"city":"Oslo","days":true}"#,
            "'days' must be an integer between 1 and 16, got true",
        ),
        (&long, "'city' must have 1 to 100 characters, got 1000000"),
        (
            r#"{"city":"\ud800"}"#,
            r"'city' has half of a character in it, such as \ud83d alone: send the character itself",
        ),
    ] {
        let message = call(&client, "get_weather", arguments).await.unwrap_err();
        let start: String = arguments.chars().take(80).collect();
        assert_eq!(
            message,
            format!("Invalid arguments for 'get_weather': {expected}"),
            "{start}"
        );
    }
    assert_eq!(
        call(
            &client,
            "search",
            r#"{"query":"q","filters":[{"field":"a"},{"field":1,"valu":2}]}"#
        )
        .await
        .unwrap_err(),
        "Invalid arguments for 'search': 'filters[1].field' must be a string, got 1; \
         'filters[1]' has no member 'valu', did you mean 'value'?"
    );
    assert_eq!(
        call(
            &client,
            "add",
            r#"{"a":9223372036854775808,"b":"18446744073709551615"}"#
        )
        .await
        .unwrap_err(),
        "Invalid arguments for 'add': \
         'a' must be at most 9223372036854775807, got 9223372036854775808; \
         'b' must be an integer of at least 0, got the string \"18446744073709551615\""
    );
}

#[tokio::test]
async fn a_text_that_is_not_of_its_pattern_is_told_what_it_looks_like() {
    let client = client();
    for (arguments, expected) in [
        (
            json!({"code": "oslo", "tags": ["a", "B", "c1"], "language": "Norsk"}),
            "'code' must match the pattern ^[A-Z]{3}$, for example \"OSL\", got \"oslo\"; \
             'tags[1]' must match the pattern ^[a-z]+$, got \"B\"; \
             'tags[2]' must match the pattern ^[a-z]+$, got \"c1\"; \
             'language' must match the pattern ^[a-z]{2}$ (A language, as two letters), got \"Norsk\"",
        ),
        (
            json!({"code": "XOSLO", "tags": ["", "abcdefghi"]}),
            "'code' must match the pattern ^[A-Z]{3}$, for example \"OSL\", got \"XOSLO\"; \
             'tags[0]' must have 1 to 8 characters, but is empty; \
             'tags[0]' must match the pattern ^[a-z]+$, got \"\"; \
             'tags[1]' must have 1 to 8 characters, got 9",
        ),
        (
            json!({"tags": "x", "language": 1}),
            "'code' is required and must be a string that matches ^[A-Z]{3}$; \
             'tags' must be an array, got the string \"x\"; \
             'language' must be a string that matches ^[a-z]{2}$, got 1",
        ),
    ] {
        let outcome = client.call("find_airport", arguments).await;
        let expected = format!("Invalid arguments for 'find_airport': {expected}");
        assert_eq!(outcome.text(), expected);
    }
    let outcome = client
        .call("find_airport", json!({"code": "OSL", "tags": ["big"]}))
        .await;
    assert_eq!(outcome.text(), "OSL [\"big\"] None");
}
