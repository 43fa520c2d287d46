//! Prompts and resources that are switched on and off.

use mcp_runtime::testing::Client;
use mcp_runtime::{
    ChangedList, Notification, ProtocolVersion, Server, prompt, prompts, resource, resources,
};
use serde_json::{Value, json};

/// Asks for a haiku.
#[prompt]
fn haiku() -> &'static str {
    "Write a haiku."
}

/// Asks for a sonnet.
#[prompt]
fn sonnet() -> &'static str {
    "Write a sonnet."
}

/// What is on the shelf.
#[resource(uri = "shelf://top", mime_type = "text/plain")]
fn shelf() -> &'static str {
    "a book"
}

/// A book.
#[resource(uri = "book://{title}", mime_type = "text/plain")]
fn book(title: &str) -> String {
    title.to_owned()
}

fn library() -> Server {
    Server::builder("library", "1")
        .prompts(prompts![haiku, sonnet])
        .resources(resources![shelf, book])
        .build()
        .unwrap()
}

async fn listed(client: &Client, method: &str, member: &str, key: &str) -> Vec<String> {
    let page = client.request(method, json!({})).await.unwrap();
    let items = page[member].as_array().unwrap().iter();
    items
        .map(|item| item[key].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_prompt_that_is_off_is_not_listed_and_not_known() {
    let server = library();
    let switch = server.prompt_switch();
    let client = Client::new(&server);
    let _listening = client
        .listen(json!({ "promptsListChanged": true }))
        .await
        .unwrap();
    switch.disable("haiku").unwrap();
    assert_eq!(
        listed(&client, "prompts/list", "prompts", "name").await,
        ["sonnet"]
    );
    let error = client
        .request("prompts/get", json!({ "name": "haiku" }))
        .await
        .unwrap_err();
    assert_eq!(error.code, -32602);
    assert!(!error.message.contains("did you mean"), "{error}");
    let completes = json!({
        "ref": { "type": "ref/prompt", "name": "haiku" },
        "argument": { "name": "a", "value": "" },
    });
    assert!(
        client
            .request("completion/complete", completes)
            .await
            .is_err()
    );
    client.next_notification().await;
    let told = client.next_notification().await;
    assert!(matches!(
        told,
        Notification::ListChanged {
            list: ChangedList::Prompts,
            ..
        }
    ));
    switch.enable("haiku").unwrap();
    assert!(
        client
            .request("prompts/get", json!({ "name": "haiku" }))
            .await
            .is_ok()
    );
    assert_eq!(
        switch.disable("haikus").unwrap_err().to_string(),
        "there is no prompt 'haikus', did you mean 'haiku'?"
    );
}

#[tokio::test]
async fn a_resource_that_is_off_is_not_listed_and_cannot_be_read() {
    let server = library();
    let switch = server.resource_switch();
    let client = Client::new(&server).with_version(ProtocolVersion::V2025_11_25);
    let read = async |uri: &str| {
        client
            .request("resources/read", json!({ "uri": uri }))
            .await
    };
    assert!(read("book://1984").await.is_ok());
    switch.disable("book://{title}").unwrap();
    switch.disable("shelf://top").unwrap();
    assert_eq!(
        listed(&client, "resources/list", "resources", "uri").await,
        [""; 0]
    );
    let templates = listed(
        &client,
        "resources/templates/list",
        "resourceTemplates",
        "uriTemplate",
    );
    assert_eq!(templates.await, [""; 0]);
    for uri in ["book://1984", "shelf://top"] {
        assert_eq!(read(uri).await.unwrap_err().code, -32602, "{uri}");
    }
    let told = client.notifications();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0]
            .to_string()
            .contains("notifications/resources/list_changed")
    );
    switch.enable("book://{title}").unwrap();
    assert!(read("book://1984").await.is_ok());
    assert!(read("shelf://top").await.is_err());
}

#[tokio::test]
async fn what_may_change_is_declared_for_each_list() {
    let declared = async |server: &Server| -> Value {
        let client = Client::new(server);
        client.request("server/discover", json!({})).await.unwrap()["capabilities"].take()
    };
    let server = library();
    let fixed = declared(&server).await;
    assert_eq!(
        (&fixed["prompts"], &fixed["resources"]),
        (&json!({}), &json!({}))
    );
    let _ = (
        server.prompt_switch(),
        server.resource_switch(),
        server.resource_updates(),
    );
    let changing = declared(&server).await;
    assert_eq!(changing["prompts"], json!({ "listChanged": true }));
    assert_eq!(
        changing["resources"],
        json!({ "subscribe": true, "listChanged": true })
    );
    assert_eq!(changing.get("tools"), None);
}

#[test]
fn a_server_is_not_built_when_what_is_switched_off_is_not_there() {
    let builder = Server::builder("library", "1")
        .prompts(prompts![haiku])
        .resources(resources![shelf]);
    builder.prompt_switch().disable("limerick").unwrap();
    builder.resource_switch().disable("shelf://tops").unwrap();
    assert_eq!(
        builder.build().unwrap_err().to_string(),
        "the server cannot be built\n\
         - a prompt is switched off: there is no prompt 'limerick'\n\
         - a resource is switched off: there is no resource 'shelf://tops', did you mean 'shelf://top'?"
    );
}
