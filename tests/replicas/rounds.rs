//! A call that asks its client and is finished by the other replica.

use mcp_runtime::testing::{HttpClient, Outcome};
use serde_json::json;

use super::process::{Replica, pair};
use super::proxy::Proxy;

pub(crate) fn person(name: &str) -> serde_json::Value {
    json!({ "person": { "action": "accept", "content": { "name": name } } })
}

pub(crate) async fn client(url: &str) -> HttpClient {
    let client = HttpClient::connect(url).unwrap();
    let capabilities = json!({ "elicitation": {} });
    client.with_capabilities(capabilities).await.unwrap()
}

#[tokio::test]
async fn a_call_begun_at_one_replica_is_finished_by_the_other() {
    let replicas = pair();
    let proxy = Proxy::start([replicas[0].address, replicas[1].address]);
    let client = client(&format!("http://{}/mcp", proxy.address)).await;
    for name in ["Ada", "Grace"] {
        let before = proxy.requests();
        let Outcome::InputRequired(asked) = client.call("introduce", json!({})).await.unwrap()
        else {
            panic!("nobody was asked");
        };
        let between = proxy.requests();
        let outcome = client.answer(&asked, &person(name)).await.unwrap();
        assert_eq!(outcome.text(), format!("Hello, {name}!"));
        // The last request of the first round and that of the second went to different replicas.
        assert!(between > before);
        assert_eq!(proxy.requests(), between + 1);
    }
}

#[tokio::test]
async fn a_replica_without_the_key_refuses_the_other_ones_state() {
    let [one, _] = pair();
    let stranger = Replica::start(env!("CARGO_BIN_EXE_asking-server"), &[]);
    let proxy = Proxy::start([one.address, stranger.address]);
    let client = client(&format!("http://{}/mcp", proxy.address)).await;
    client
        .call(
            "echo",
            json!({ "text": "so that the next one goes to the first" }),
        )
        .await
        .unwrap();
    while proxy.requests() % 2 == 1 {
        client
            .call("echo", json!({ "text": "and again" }))
            .await
            .unwrap();
    }
    let Outcome::InputRequired(asked) = client.call("introduce", json!({})).await.unwrap() else {
        panic!("nobody was asked");
    };
    let outcome = client.answer(&asked, &person("Ada")).await.unwrap();
    assert!(
        matches!(outcome, Outcome::ProtocolError { code: -32602, .. }),
        "{outcome:?}"
    );
}
