//! Sessions of the revisions with a handshake.

use mcp_runtime::testing::Client;
use mcp_runtime::{ProtocolVersion, Server, tools};
use serde_json::{Value, json};

use super::schemas::Schemas;
use super::{house, lamp, rock, told};

fn sessions() -> impl Iterator<Item = ProtocolVersion> {
    let all = ProtocolVersion::ALL.into_iter();
    all.filter(|version| *version != ProtocolVersion::LATEST)
}

#[tokio::test]
async fn a_session_is_told_when_the_list_of_tools_changes() {
    let (server, switch, _) = house();
    for version in sessions() {
        let client = Client::new(&server).with_version(version);
        switch.disable("lamp").unwrap();
        switch.disable("lamp").unwrap();
        let notification = json!({
            "jsonrpc": "2.0",
            "method": "notifications/tools/list_changed",
        });
        let told = told(&client);
        assert_eq!(
            told,
            [notification],
            "{version}: what is off already changes nothing"
        );
        let faults = Schemas::find().judge(version, &Value::Null, None, &told);
        assert!(faults.is_empty(), "{faults:?}");
        switch.enable("lamp").unwrap();
    }
}

#[tokio::test]
async fn a_session_is_told_nothing_before_it_is_ready_and_nothing_that_was_not_declared() {
    let (server, switch, _) = house();
    let client = Client::new(&server);
    switch.disable("lamp").unwrap();
    assert_eq!(
        client.notifications(),
        [],
        "without a handshake there is no session"
    );

    let fixed = rock();
    let client = Client::new(&fixed).with_version(ProtocolVersion::V2025_11_25);
    let switch = fixed.tool_switch();
    switch.disable("lamp").unwrap();
    assert_eq!(
        client.notifications(),
        [],
        "the server had not said that it changes"
    );
    let client = client.with_version(ProtocolVersion::V2025_11_25);
    switch.enable("lamp").unwrap();
    assert_eq!(client.notifications().len(), 1);
}

#[tokio::test]
async fn a_session_is_told_of_the_resources_it_watches() {
    let (server, _, updates) = house();
    for version in sessions() {
        let client = Client::new(&server).with_version(version);
        let ask = async |method: &str| {
            let params = json!({ "uri": "house://stove" });
            client.request(method, params).await.unwrap()
        };
        assert_eq!(ask("resources/subscribe").await, json!({}));
        assert_eq!(ask("resources/subscribe").await, json!({}), "twice is once");
        updates.updated("house://stove");
        updates.updated("house://door");
        let told = told(&client);
        let notification = json!({
            "jsonrpc": "2.0",
            "method": "notifications/resources/updated",
            "params": { "uri": "house://stove" },
        });
        assert_eq!(told, [notification], "{version}");
        let faults = Schemas::find().judge(version, &Value::Null, None, &told);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(ask("resources/unsubscribe").await, json!({}));
        assert_eq!(
            ask("resources/unsubscribe").await,
            json!({}),
            "and so is no more"
        );
        updates.updated("house://stove");
        assert_eq!(client.notifications(), []);
    }
}

#[tokio::test]
async fn watching_is_there_only_where_resources_change() {
    let client = Client::new(&rock()).with_version(ProtocolVersion::V2025_11_25);
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let error = client
            .request(method, json!({ "uri": "a:b" }))
            .await
            .unwrap_err();
        assert_eq!(error.code, -32601);
        let (server, ..) = house();
        let error = Client::new(&server)
            .request(method, json!({ "uri": "a:b" }))
            .await
            .unwrap_err();
        assert_eq!(error.code, -32601, "2026-07-28 listens instead");
    }
    let (server, ..) = house();
    let client = Client::new(&server).with_version(ProtocolVersion::V2025_11_25);
    for params in [json!({}), json!({ "uri": 1 }), json!({ "uri": null })] {
        let error = client
            .request("resources/subscribe", params)
            .await
            .unwrap_err();
        assert_eq!(error.code, -32602);
    }
}

#[tokio::test]
async fn a_session_that_is_gone_is_forgotten() {
    let (server, switch, _) = house();
    for _ in 0..100 {
        let client = Client::new(&server).with_version(ProtocolVersion::V2025_06_18);
        drop(client);
        switch.list_changed();
    }
    assert!(
        format!("{server:?}").contains("subscribers: 0"),
        "{server:?}"
    );
}

#[tokio::test]
async fn no_session_can_watch_without_end() {
    let server = Server::builder("s", "1")
        .tools(tools![lamp])
        .build()
        .unwrap();
    let _updates = server.resource_updates();
    let client = Client::new(&server).with_version(ProtocolVersion::V2025_11_25);
    for number in 0..16_384 {
        let uri = format!("house://{number}");
        client
            .request("resources/subscribe", json!({ "uri": uri }))
            .await
            .unwrap();
    }
    let one_more = json!({ "uri": "house://more" });
    let error = client
        .request("resources/subscribe", one_more)
        .await
        .unwrap_err();
    assert!(error.message.contains("no more than 16384"), "{error}");
}
