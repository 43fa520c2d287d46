//! `subscriptions/listen`, at 2026-07-28.

use mcp_runtime::testing::Client;
use mcp_runtime::{ChangedList, Notification, ProtocolVersion, Server};
use serde_json::{Value, json};

use super::schemas::Schemas;
use super::{house, rock, told};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

fn all() -> Value {
    json!({ "toolsListChanged": true, "resourceSubscriptions": ["house://stove"] })
}

/// Fails unless everything is as the official schema has it.
fn judge(messages: &[Value]) {
    let faults = Schemas::find().judge(ProtocolVersion::LATEST, &Value::Null, None, messages);
    assert!(faults.is_empty(), "{faults:?}");
}

#[tokio::test]
async fn it_is_acknowledged_before_all_else_and_every_message_names_it() {
    let (server, switch, updates) = house();
    let client = Client::new(&server);
    let listening = client.listen(all()).await.unwrap();
    switch.disable("lamp").unwrap();
    client.next_notification().await;
    client.next_notification().await;
    updates.updated("house://stove");
    let updated = client.next_notification().await;
    assert!(matches!(updated, Notification::ResourceUpdated { uri, .. } if uri == "house://stove"));

    let listening_again = client.listen(all()).await.unwrap();
    switch.enable("lamp").unwrap();
    for _ in 0..3 {
        client.next_notification().await;
    }
    drop((listening, listening_again));
}

#[tokio::test]
async fn what_is_sent_is_what_the_specification_says() {
    let (server, switch, updates) = house();
    let client = Client::new(&server);
    let listening = client.listen(all()).await.unwrap();
    let meta: Value =
        serde_json::from_str(&format!(r#"{{"{SUBSCRIPTION}":{}}}"#, listening.id())).unwrap();
    assert_eq!(
        told(&client),
        [json!({
            "jsonrpc": "2.0",
            "method": "notifications/subscriptions/acknowledged",
            "params": { "_meta": meta, "notifications": all() },
        })]
    );
    switch.disable("lamp").unwrap();
    let changed: Value =
        serde_json::from_str(&client.next_notification().await.to_string()).unwrap();
    assert_eq!(
        changed,
        json!({
            "jsonrpc": "2.0",
            "method": "notifications/tools/list_changed",
            "params": { "_meta": meta },
        })
    );
    updates.updated("house://stove");
    let updated: Value =
        serde_json::from_str(&client.next_notification().await.to_string()).unwrap();
    assert_eq!(
        updated,
        json!({
            "jsonrpc": "2.0",
            "method": "notifications/resources/updated",
            "params": { "_meta": meta, "uri": "house://stove" },
        })
    );
    let ended: Vec<Value> = client
        .end_listening()
        .iter()
        .map(|message| serde_json::from_str(message).unwrap())
        .collect();
    assert_eq!(ended[0]["method"], "notifications/cancelled");
    assert_eq!(ended[0]["params"]["requestId"], meta[SUBSCRIPTION]);
    assert_eq!(ended[0]["params"]["_meta"], meta);
    assert_eq!(ended[1]["id"], meta[SUBSCRIPTION]);
    assert_eq!(ended[1]["result"]["resultType"], "complete");
    assert_eq!(
        ended[1]["result"]["_meta"][SUBSCRIPTION],
        meta[SUBSCRIPTION]
    );
    assert_eq!(ended.len(), 2);
    judge(&[changed, updated, ended[0].clone()]);
    let request = json!({ "method": "subscriptions/listen" });
    let faults = Schemas::find().judge(ProtocolVersion::LATEST, &request, Some(&ended[1]), &[]);
    assert!(faults.is_empty(), "{faults:?}");
}

#[tokio::test]
async fn nothing_is_told_that_was_not_asked_for() {
    let (server, switch, updates) = house();
    // There are none.
    let _prompts = server.prompt_switch();
    let client = Client::new(&server);
    let filter = json!({ "promptsListChanged": true, "resourceSubscriptions": ["house://door"] });
    let _listening = client.listen(filter).await.unwrap();
    switch.disable("lamp").unwrap();
    updates.updated("house://stove");
    updates.updated("house://door");
    let acknowledged = client.next_notification().await;
    let Notification::Acknowledged { notifications, .. } = acknowledged else {
        panic!("{acknowledged:?}");
    };
    assert_eq!(
        notifications, r#"{"resourceSubscriptions":["house://door"]}"#,
        "the server has no prompts"
    );
    let told = client.next_notification().await;
    assert!(matches!(&told, Notification::ResourceUpdated { uri, .. } if uri == "house://door"));
    assert_eq!(client.notifications(), []);
}

#[tokio::test]
async fn a_server_of_which_nothing_changes_has_no_such_method() {
    let error = Client::new(&rock()).listen(all()).await.unwrap_err();
    assert_eq!(error.code, -32601);
    for version in ProtocolVersion::ALL {
        if version != ProtocolVersion::LATEST {
            let (server, ..) = house();
            let client = Client::new(&server).with_version(version);
            let error = client.listen(all()).await.unwrap_err();
            assert_eq!(error.code, -32601, "{version}");
        }
    }
}

#[tokio::test]
async fn a_filter_of_another_shape_is_refused() {
    let (server, ..) = house();
    let client = Client::new(&server);
    for filter in [
        Value::Null,
        json!([]),
        json!("tools"),
        json!({ "toolsListChanged": "yes" }),
        json!({ "resourceSubscriptions": "house://stove" }),
        json!({ "resourceSubscriptions": [1] }),
    ] {
        let error = client.listen(filter.clone()).await.unwrap_err();
        assert_eq!(error.code, -32602, "{filter}");
    }
    let unknown = json!({ "toolsListChanged": null, "weatherChanged": true });
    assert!(
        client.listen(unknown).await.is_ok(),
        "what is new to the server is not granted"
    );
    assert_eq!(told(&client)[0]["params"]["notifications"], json!({}));
}

#[tokio::test]
async fn a_client_that_cancels_is_told_nothing_more_and_may_use_the_id_again() {
    let (server, switch, _) = house();
    let client = Client::new(&server);
    let message = |method: &str, id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0",{id}"method":"{method}","params":{{"requestId":"s","notifications":{{"toolsListChanged":true}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    for _ in 0..2 {
        let listen = message("subscriptions/listen", r#""id":"s","#);
        let listening = tokio::spawn({
            let client = client.clone();
            async move { client.send(&listen).await }
        });
        client.next_notification().await;
        let twice: Value = serde_json::from_str(
            &client
                .send(&message("tools/list", r#""id":"s","#))
                .await
                .unwrap(),
        )
        .unwrap();
        assert_eq!(twice["error"]["code"], -32600, "the id is taken: {twice}");
        client.send(&message("notifications/cancelled", "")).await;
        assert_eq!(listening.await.unwrap(), None, "no answer follows");
        switch.disable("lamp").unwrap();
        switch.enable("lamp").unwrap();
        assert_eq!(client.notifications(), []);
    }
}

#[tokio::test]
async fn thousands_of_changes_come_as_few_and_the_last_is_never_lost() {
    let (server, switch, updates) = house();
    let client = Client::new(&server);
    let _listening = client.listen(all()).await.unwrap();
    for _ in 0..5000 {
        switch.disable("lamp").unwrap();
        switch.enable("lamp").unwrap();
        updates.updated("house://stove");
    }
    for _ in 0..3 {
        client.next_notification().await;
    }
    assert_eq!(
        client.notifications(),
        [],
        "nothing was told while nobody could tell it"
    );
    switch.disable("lamp").unwrap();
    let told = client.next_notification().await;
    assert!(matches!(
        told,
        Notification::ListChanged {
            list: ChangedList::Tools,
            ..
        }
    ));
}

#[tokio::test]
async fn listening_is_no_running_call() {
    let server = Server::builder("s", "1")
        .tools(mcp_runtime::tools![super::lamp])
        .max_running(1);
    let server = server.build().unwrap();
    let _switch = server.tool_switch();
    let client = Client::new(&server);
    let _one = client.listen(all()).await.unwrap();
    let _two = client.listen(all()).await.unwrap();
    assert_eq!(client.call("lamp", Value::Null).await.text(), "light");
    assert_eq!(client.abandon(), [""; 0], "and owed no answer as one");
}

#[tokio::test]
async fn what_listens_when_the_server_stops_is_told_so() {
    let (server, ..) = house();
    let client = Client::new(&server);
    let listening = client.listen(all()).await.unwrap();
    assert_eq!(client.end_listening().len(), 2);
    assert_eq!(client.end_listening().len(), 0);
    assert_eq!(
        listening.ended().await,
        None,
        "the transport has answered it"
    );

    let _ = client.abandon();
    let late = client.listen(all()).await.unwrap();
    let result = late.ended().await.unwrap();
    assert_eq!(result["resultType"], "complete");
    let last: Vec<Notification> = client.notifications();
    assert!(
        matches!(
            &*last,
            [
                Notification::Acknowledged { .. },
                Notification::Acknowledged { .. },
                Notification::SubscriptionEnded { .. }
            ]
        ),
        "{last:?}"
    );
}

#[tokio::test]
async fn no_client_can_open_subscriptions_without_end() {
    let (server, ..) = house();
    let client = Client::new(&server);
    let mut open = Vec::new();
    let error = loop {
        match client.listen(all()).await {
            Ok(listening) => open.push(listening),
            Err(error) => break error,
        }
    };
    assert_eq!(open.len(), 1024);
    assert_eq!(error.code, -32602);
    let uris: Vec<_> = (0..20_000)
        .map(|number| format!("house://{number}"))
        .collect();
    let other = Client::new(&server);
    let error = other
        .listen(json!({ "resourceSubscriptions": uris }))
        .await
        .unwrap_err();
    assert!(error.message.contains("16384"), "{error}");
    open.pop().unwrap().cancel();
    assert!(client.listen(all()).await.is_ok());
}

#[tokio::test]
async fn a_filter_that_says_two_things_of_one_list_is_refused() {
    let client = Client::new(&house().0);
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let filter = r#"{"toolsListChanged":true,"toolsListChanged":false}"#;
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"notifications":{filter},{meta}}}}}"#
    );
    let answer = client.send(&request).await.unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let said = "'notifications': 'toolsListChanged' is given more than once, send it once";
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.ends_with(said), "{message}");
}
