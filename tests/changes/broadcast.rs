//! Changes that replicas of a server share.

use std::sync::{Arc, Mutex};

use mcp_runtime::testing::Client;
use mcp_runtime::{Broadcast, Change, Changes, Notification, Server, tools};
use serde_json::json;

use super::{lamp, stove};

/// A bus between the replicas of one process.
#[derive(Clone, Default)]
struct Bus(Arc<Mutex<Vec<Changes>>>);

impl Broadcast for Bus {
    fn send(&self, change: &Change) {
        for replica in self.0.lock().unwrap().iter() {
            replica.tell(change);
        }
    }

    fn connect(&self, changes: Changes) {
        self.0.lock().unwrap().push(changes);
    }
}

#[tokio::test]
async fn a_change_at_one_replica_is_told_at_the_others() {
    let bus = Bus::default();
    let replica = || {
        let builder = Server::builder("s", "1")
            .tools(tools![lamp, stove])
            .broadcast(bus.clone());
        let updates = builder.resource_updates();
        (builder.build().unwrap(), updates)
    };
    let (here, updates) = replica();
    let (there, _) = replica();
    let filter = json!({ "resourceSubscriptions": ["a:b"] });
    let (near, far) = (Client::new(&here), Client::new(&there));
    let _near = near.listen(filter.clone()).await.unwrap();
    let _far = far.listen(filter).await.unwrap();
    updates.updated("a:b");
    for client in [&near, &far] {
        let first = client.next_notification().await;
        assert!(matches!(first, Notification::Acknowledged { .. }));
        let second = client.next_notification().await;
        assert!(matches!(second, Notification::ResourceUpdated { uri, .. } if uri == "a:b"));
        assert_eq!(client.notifications(), []);
    }
    drop((here, near));
    updates.updated("a:b");
    far.next_notification().await;
}
