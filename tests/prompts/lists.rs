//! The lists of prompts, resources and templates: pages, cursors, and how long they may be kept.

use std::time::Duration;

use mcp_runtime::testing::Client;
use mcp_runtime::{
    CacheScope, ProtocolVersion, Server, ServerBuilder, prompt, prompts, resource, resources,
};
use serde_json::{Value, json};

macro_rules! three {
    ($($prompt:ident $fixed:ident $template:ident: $uri:literal $pattern:literal;)*) => {$(
        /// A prompt.
        #[prompt]
        fn $prompt() -> String {
            String::new()
        }

        /// A resource.
        #[resource(uri = $uri)]
        fn $fixed() -> String {
            String::new()
        }

        /// A template.
        #[resource(uri = $pattern)]
        fn $template(id: u32) -> String {
            id.to_string()
        }
    )*};
}

three! {
    one first by_first: "x://1" "x://1/{id}";
    two second by_second: "x://2" "x://2/{id}";
    three third by_third: "x://3" "x://3/{id}";
}

fn builder() -> ServerBuilder<()> {
    Server::builder("lists", "1.0.0")
        .prompts(prompts![one, two, three])
        .resources(resources![
            first, by_first, second, by_second, third, by_third
        ])
}

/// Each method, the member that holds its list, and what names an item.
const LISTS: [(&str, &str, &str, [&str; 3]); 3] = [
    ("prompts/list", "prompts", "name", ["one", "two", "three"]),
    (
        "resources/list",
        "resources",
        "uri",
        ["x://1", "x://2", "x://3"],
    ),
    (
        "resources/templates/list",
        "resourceTemplates",
        "uriTemplate",
        ["x://1/{id}", "x://2/{id}", "x://3/{id}"],
    ),
];

fn names(page: &Value, member: &str, name: &str) -> Vec<String> {
    let items = page[member].as_array().unwrap().iter();
    items
        .map(|item| item[name].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn there_is_one_page_in_the_order_written_unless_a_size_is_set() {
    let client = Client::new(&builder().build().unwrap());
    for (method, member, name, all) in LISTS {
        let page = client.request(method, json!({})).await.unwrap();
        assert_eq!(names(&page, member, name), all);
        assert_eq!(page.get("nextCursor"), None);
    }
}

#[tokio::test]
async fn pages_follow_each_other_in_every_revision() {
    let client = Client::new(&builder().page_size(2).build().unwrap());
    for version in ProtocolVersion::ALL {
        let client = client.clone().with_version(version);
        for (method, member, name, all) in LISTS {
            let first = client.request(method, json!({})).await.unwrap();
            assert_eq!(names(&first, member, name), all[..2], "{version}");
            let next = json!({ "cursor": first["nextCursor"] });
            let second = client.request(method, next).await.unwrap();
            assert_eq!(names(&second, member, name), all[2..], "{version}");
            assert_eq!(second.get("nextCursor"), None, "{version}");
        }
    }
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused() {
    let client = Client::new(&builder().page_size(2).build().unwrap());
    for (method, ..) in LISTS {
        for (other, ..) in LISTS {
            let first = client.request(other, json!({})).await.unwrap();
            let cursor = json!({ "cursor": first["nextCursor"] });
            let answer = client.request(method, cursor).await;
            match answer {
                Ok(_) => assert_eq!(method, other),
                Err(error) => {
                    assert_ne!(method, other);
                    assert_eq!(error.code, -32602, "{error}");
                    assert!(error.message.starts_with("Invalid cursor"), "{error}");
                }
            }
        }
    }
}

#[tokio::test]
async fn how_long_a_list_may_be_kept_is_said_where_the_revision_can() {
    let server = builder()
        .cache_for(Duration::from_secs(60))
        .cache_scope(CacheScope::Private)
        .build()
        .unwrap();
    for version in ProtocolVersion::ALL {
        let client = Client::new(&server).with_version(version);
        let said = version == ProtocolVersion::LATEST;
        for (method, ..) in LISTS {
            let page = client.request(method, json!({})).await.unwrap();
            assert_eq!(page.get("ttlMs"), said.then(|| json!(60_000)).as_ref());
            let scope = said.then(|| json!("private"));
            assert_eq!(page.get("cacheScope"), scope.as_ref());
        }
    }
}
