//! What reaches the tool, and as what.

use mcp_runtime::Conversions;
use mcp_runtime::testing::Client;
use serde_json::{Value, json};

use super::{builder, call, client};

#[tokio::test]
async fn absent_null_and_empty_arguments_are_the_same_call() {
    let client = client();
    for arguments in ["null", "{}"] {
        assert_eq!(call(&client, "here", arguments).await.unwrap(), "here");
    }
    assert_eq!(client.call("here", Value::Null).await.text(), "here");
}

#[tokio::test]
async fn text_with_escapes_can_be_borrowed() {
    assert_eq!(
        call(
            &client(),
            "get_weather",
            r#"{"city":"S\u00e3o \"Paulo\"","units":null,"days":3.0}"#
        )
        .await
        .unwrap(),
        "S\u{e3}o \"Paulo\" Metric Some(3)"
    );
}

#[tokio::test]
async fn what_is_lent_has_its_default_when_it_is_absent_or_null() {
    let client = client();
    for (arguments, came) in [
        ("{}", r#"today logs [1, 2] ["main"]"#),
        (
            r#"{"day":null,"folder":null,"levels":null,"parts":null}"#,
            r#"today logs [1, 2] ["main"]"#,
        ),
        (
            r#"{"day":"\u0031","folder":"old","levels":[5],"parts":[]}"#,
            "1 old [5] []",
        ),
    ] {
        assert_eq!(call(&client, "read_log", arguments).await.unwrap(), came);
    }
}

#[tokio::test]
async fn an_array_encoded_twice_is_read_and_a_string_is_not() {
    assert_eq!(
        call(
            &client(),
            "search",
            r#"{"query":"[1,2]","filters":"[{\"field\":\"state\",\"value\":1e2}]"}"#
        )
        .await
        .unwrap(),
        r#"[1,2] None Some([Filter { field: "state", value: Some(100) }])"#
    );
}

#[tokio::test]
async fn integers_are_exact() {
    assert_eq!(
        call(
            &client(),
            "add",
            r#"{"a":-9223372036854775808,"b":18446744073709551615}"#
        )
        .await
        .unwrap(),
        "9223372036854775807"
    );
}

#[tokio::test]
async fn scalars_are_read_from_text_where_the_server_says_so() {
    let server = builder().conversions(Conversions::Scalars).build().unwrap();
    let client = Client::new(&server);
    let outcome = client
        .call("get_weather", json!({"city": "3", "days": "3"}))
        .await;
    assert_eq!(outcome.text(), "3 Metric Some(3)");
}
