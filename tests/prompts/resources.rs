//! `#[resource]`: addresses, templates, contents, failures.

use mcp_runtime::testing::{Answered, Client, GotContents};
use mcp_runtime::{
    Context, Json, ProtocolVersion, ResourceContents, Server, ToolFailure, resource, resources,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize)]
struct Row {
    id: u32,
}

/// A text that never changes.
#[resource(
    uri = "test://static-text",
    title = "Text",
    icon = "https://example.com/text.png",
    size = 5,
    audience(user, assistant),
    priority = 0.5,
    last_modified = "2026-07-28T09:00:00Z",
    cache_for = "1m",
    cache_scope = "public"
)]
fn static_text() -> &'static str {
    "Hello"
}

/// Bytes that never change.
#[resource(uri = "test://static-binary", mime_type = "image/png")]
async fn static_binary() -> &'static [u8; 4] {
    b"\x89PNG"
}

/// A row.
#[resource(uri = "test://template/{id}/data")]
async fn row(id: u32) -> Result<Json<Row>, ToolFailure> {
    if id == 0 {
        return Err(ToolFailure::not_found("there is no row 0"));
    }
    Ok(Json(Row { id }))
}

/// What no number is.
#[resource(uri = "test://template/{name}/data")]
fn named(name: &str) -> String {
    format!("named {name}")
}

/// A file.
#[resource(uri = "files:///{+path}", mime_type = "text/markdown")]
fn file(path: String, cx: &Context) -> Vec<ResourceContents> {
    assert!(cx.uri().is_some_and(|uri| uri.starts_with("files:///")));
    vec![
        ResourceContents::text(path.clone()),
        ResourceContents::bytes([1])
            .uri("files:///other")
            .mime_type("x/y")
            .meta("k", 1),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
}

/// Finds.
#[resource(uri = "test://find/{word}{?order,most}")]
fn find(word: &str, order: Option<Order>, #[arg(default = 9)] most: u8) -> String {
    format!("{word} {order:?} {most}")
}

/// Anything at all.
#[resource(uri = "any:///{+path}", any_path)]
fn any(path: &str) -> String {
    path.to_owned()
}

/// Nothing.
#[resource(uri = "test://nothing")]
fn nothing() -> Vec<ResourceContents> {
    Vec::new()
}

/// Breaks.
#[resource(uri = "test://broken/{how}")]
fn broken(how: &str) -> Result<String, ToolFailure> {
    match how {
        "panic" => panic!("hunter2"),
        "input" => Err(ToolFailure::invalid_input("that will not do")),
        _ => Err(ToolFailure::forbidden("the file is locked")),
    }
}

fn client() -> Client {
    let server = Server::builder("resources", "1.0.0").resources(resources![
        static_text,
        static_binary,
        row,
        named,
        file,
        find,
        any,
        nothing,
        broken
    ]);
    Client::new(&server.build().unwrap())
}

async fn read(uri: &str) -> Vec<GotContents> {
    match client().read(uri).await {
        Answered::Success(contents) => contents,
        other => panic!("{uri}: {other:?}"),
    }
}

async fn text(uri: &str) -> String {
    read(uri).await[0].text.clone().unwrap()
}

async fn is_unknown(uri: &str) -> String {
    let answered = client().read(uri).await;
    let error = answered
        .error()
        .unwrap_or_else(|| panic!("{uri}: {answered:?}"));
    assert_eq!(error.code, -32602, "{uri}");
    assert_eq!(error.data.as_ref().unwrap()["uri"], uri);
    error.message.clone()
}

#[tokio::test]
async fn fixed_addresses_are_read() {
    let contents = read("test://static-text").await;
    assert_eq!(contents.len(), 1);
    assert_eq!(contents[0].uri, "test://static-text");
    assert_eq!(contents[0].mime_type.as_deref(), Some("text/plain"));
    assert_eq!(contents[0].text.as_deref(), Some("Hello"));
    let contents = read("test://static-binary").await;
    assert_eq!(contents[0].mime_type.as_deref(), Some("image/png"));
    assert_eq!(contents[0].blob.as_deref(), Some("iVBORw=="));
    assert_eq!(read("test://nothing").await[0].text.as_deref(), Some(""));
}

#[tokio::test]
async fn templates_are_tried_in_the_order_written_and_by_the_types_of_their_variables() {
    let contents = read("test://template/123/data").await;
    assert_eq!(contents[0].text.as_deref(), Some("{\"id\":123}"));
    assert_eq!(contents[0].mime_type.as_deref(), Some("application/json"));
    for name in [
        "abc",
        "1.0",
        "1e2",
        "-1",
        "4294967296",
        "007",
        "-0",
        "+7",
        "%31x",
    ] {
        let shown = name.replace("%31", "1");
        let uri = format!("test://template/{name}/data");
        assert_eq!(text(&uri).await, format!("named {shown}"));
    }
    assert_eq!(
        text("test://template/K%C3%B6ln%2F1/data").await,
        "named Köln/1"
    );
}

#[tokio::test]
async fn the_values_behind_a_question_mark_are_typed() {
    assert_eq!(text("test://find/a").await, "a None 9");
    assert_eq!(
        text("test://find/a?most=3&order=newest").await,
        "a Some(Newest) 3"
    );
    assert_eq!(text("test://find/a?most=&order=").await, "a None 9");
    let message = is_unknown("test://find/a?most=300").await;
    assert!(
        message
            .contains("it has the form of 'test://find/{word}{?order,most}', but 'most' must be"),
        "{message}"
    );
    is_unknown("test://find/a?order=best").await;
    is_unknown("test://find/a?page=2").await;
    is_unknown("test://find/a?most=1&most=2").await;
}

#[tokio::test]
async fn several_contents_say_what_they_are() {
    let contents = read("files:///a/b%20c.md").await;
    assert_eq!(contents[0].uri, "files:///a/b%20c.md");
    assert_eq!(contents[0].text.as_deref(), Some("a/b c.md"));
    assert_eq!(contents[0].mime_type.as_deref(), Some("text/markdown"));
    assert_eq!(contents[1].uri, "files:///other");
    assert_eq!(contents[1].mime_type.as_deref(), Some("x/y"));
    assert_eq!(contents[1].meta, Some(json!({"k": 1})));
}

#[tokio::test]
async fn a_path_that_leads_elsewhere_is_unknown_unless_the_author_wants_it() {
    for path in [
        "../x",
        "a/../../x",
        "%2e%2e/x",
        "a%2F..%2Fx",
        "%2Fetc",
        "/etc/passwd",
        "..%5Cx",
        "a/./b",
        "x%00",
    ] {
        let message = is_unknown(&format!("files:///{path}")).await;
        assert!(
            message.contains("'path' may not lead out of its place"),
            "{message}"
        );
    }
    assert_eq!(text("any:///../x").await, "../x");
    assert_eq!(text("any:////etc").await, "/etc");
}

#[tokio::test]
async fn an_unknown_address_is_said_to_be_unknown_in_every_era() {
    let message = is_unknown("test://other").await;
    assert!(
        message.starts_with("Unknown resource 'test://other'"),
        "{message}"
    );
    for version in ProtocolVersion::ALL {
        let answered = client().with_version(version).read("test://other").await;
        let error = answered.error().unwrap();
        assert_eq!(error.code, -32602);
        assert_eq!(error.data, Some(json!({"uri": "test://other"})));
    }
    for uri in [
        "",
        "test://static-text/",
        "TEST://static-text",
        "test://template/%FF/data",
    ] {
        is_unknown(uri).await;
    }
}

#[tokio::test]
async fn failures_are_protocol_errors() {
    let answered = client().read("test://template/0/data").await;
    let error = answered.error().unwrap();
    assert_eq!(error.code, -32602);
    assert!(
        error.message.starts_with("There is no row 0."),
        "{}",
        error.message
    );
    let data = error.data.as_ref().unwrap();
    assert_eq!(data["uri"], "test://template/0/data");
    assert_eq!(data["rs.mcp-runtime/failure"]["class"], "not_found");
    for (how, code) in [("panic", -32603), ("input", -32602), ("locked", -32603)] {
        let answered = client().read(&format!("test://broken/{how}")).await;
        let error = answered.error().unwrap();
        assert_eq!(error.code, code, "{how}");
        assert!(!error.message.contains("hunter2"), "{}", error.message);
    }
}

#[tokio::test]
async fn resources_and_templates_are_listed_apart() {
    let listed = client().list_resources().await.unwrap();
    assert_eq!(
        listed[0],
        json!({
            "uri": "test://static-text",
            "name": "static_text",
            "title": "Text",
            "description": "A text that never changes.",
            "mimeType": "text/plain",
            "icons": [{"src": "https://example.com/text.png"}],
            "size": 5,
            "annotations": {"audience": ["user", "assistant"], "priority": 0.5, "lastModified": "2026-07-28T09:00:00Z"},
        })
    );
    assert_eq!(listed.len(), 3);
    let templates = client().list_resource_templates().await.unwrap();
    assert_eq!(
        templates[0],
        json!({
            "uriTemplate": "test://template/{id}/data",
            "name": "row",
            "description": "A row.",
            "mimeType": "application/json",
        })
    );
    assert_eq!(templates.len(), 6);
}

#[tokio::test]
async fn what_was_read_says_how_long_it_may_be_kept() {
    let client = client();
    let result = client
        .request("resources/read", json!({"uri": "test://static-text"}))
        .await
        .unwrap();
    assert_eq!(
        (&result["ttlMs"], &result["cacheScope"]),
        (&json!(60000), &json!("public"))
    );
    let result = client
        .request("resources/read", json!({"uri": "test://static-binary"}))
        .await
        .unwrap();
    assert_eq!(
        (&result["ttlMs"], &result["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    let old = client.with_version(ProtocolVersion::V2025_11_25);
    let result = old
        .request("resources/read", json!({"uri": "test://static-text"}))
        .await
        .unwrap();
    assert_eq!(result.get("ttlMs"), None);
}

#[tokio::test]
async fn what_the_types_say_of_variables_is_found_when_the_server_is_built() {
    struct Notes;
    type Text = str;
    /// State is not in an address.
    #[resource(uri = "test://{notes}")]
    fn state(notes: &Notes) -> &'static str {
        let _ = notes;
        ""
    }
    /// An argument is.
    #[resource(uri = "test://fixed")]
    fn extra(word: &Text) -> String {
        word.to_owned()
    }
    let error = Server::builder("resources", "1.0.0")
        .state(Notes)
        .resources(resources![state, extra])
        .build()
        .unwrap_err();
    let problems: Vec<_> = error.problems().collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(
        problems[0]
            .contains("'notes': it is in the address, and its type is one of the server's state"),
        "{}",
        problems[0]
    );
    assert!(
        problems[1].contains("'word': it is an argument, and not in the address"),
        "{}",
        problems[1]
    );
}

/// A shelf whose keys its users choose.
struct Shelf<T>(T);

#[resource]
impl<T: serde::de::DeserializeOwned + JsonSchema + Clone> Shelf<T> {
    /// A book.
    #[resource(uri = "shelf://book{?key}")]
    fn book(&self, key: T) -> String {
        let _ = (&self.0, key);
        String::new()
    }
}

#[test]
fn what_may_be_absent_is_optional_also_where_only_the_built_server_shows_it() {
    let built = |problem: bool, server: Result<Server, mcp_runtime::BuildError>| {
        let problems = server.err().map_or_else(Vec::new, |error| {
            error.problems().map(str::to_owned).collect::<Vec<_>>()
        });
        let said = "parameter 'key': it may be left out of an address";
        assert_eq!(
            problems.iter().any(|it| it.contains(said)),
            problem,
            "{problems:?}"
        );
    };
    let builder = || Server::builder("shelves", "1.0.0");
    let of_text = builder().state(Shelf(String::new()));
    built(true, of_text.resources(resources![Shelf<String>]).build());
    let of_numbers = builder().state(Shelf(Some(1_u8)));
    built(
        false,
        of_numbers.resources(resources![Shelf<Option<u8>>]).build(),
    );
}

mod shapes {
    use mcp_runtime::resource;

    /// Any text.
    #[resource(uri = "s://{name}")]
    pub(crate) fn text(name: String) -> String {
        name
    }

    /// Any number.
    #[resource(uri = "s://{id}")]
    pub(crate) fn number(id: u32) -> String {
        id.to_string()
    }

    /// Any number, by another name.
    #[resource(uri = "s://{number}")]
    pub(crate) fn same_number(number: u32) -> String {
        number.to_string()
    }

    /// Some texts.
    #[resource(uri = "s://{word}")]
    pub(crate) fn word(#[arg(length(1..=8))] word: &str) -> String {
        word.to_owned()
    }

    /// Any path.
    #[resource(uri = "s://{+path}")]
    pub(crate) fn path(path: &str) -> String {
        path.to_owned()
    }

    /// Any path, wherever it leads.
    #[resource(uri = "s://{+anywhere}", any_path)]
    pub(crate) fn any_path(anywhere: &str) -> String {
        anywhere.to_owned()
    }

    /// A text, and how much of it.
    #[resource(uri = "s://{name}{?most}")]
    pub(crate) fn cut(name: String, most: Option<u8>) -> String {
        format!("{name} {most:?}")
    }

    /// Another place.
    #[resource(uri = "s://other/{name}")]
    pub(crate) fn other(name: String) -> String {
        name
    }
}

#[test]
fn a_template_that_could_never_be_read_is_refused_and_both_places_are_named() {
    use shapes::{any_path, cut, number, other, path, same_number, text, word};
    macro_rules! problems {
        ($first:ty, $second:ty) => {{
            let builder = Server::builder("shapes", "1.0.0");
            let builder = builder
                .resources(resources![$first])
                .resources(resources![$second]);
            builder.build().err().map_or_else(Vec::new, |error| {
                error.problems().map(str::to_owned).collect::<Vec<_>>()
            })
        }};
    }
    for (problems, second, first) in [
        (problems!(text, number), "s://{id}", "s://{name}"),
        (problems!(number, same_number), "s://{number}", "s://{id}"),
        (problems!(text, word), "s://{word}", "s://{name}"),
        (problems!(path, text), "s://{name}", "s://{+path}"),
        (problems!(any_path, path), "s://{+path}", "s://{+anywhere}"),
        (problems!(cut, text), "s://{name}", "s://{name}{?most}"),
    ] {
        let [problem] = &problems[..] else {
            panic!("{first} {second}: {problems:?}");
        };
        let said = format!("the template '{second}', declared at ");
        assert!(problem.starts_with(&said), "{problem}");
        assert!(
            problem.contains(&format!("is never read: '{first}', declared at ")),
            "{problem}"
        );
        assert_eq!(problem.matches("resources.rs:").count(), 2, "{problem}");
    }
    for problems in [
        problems!(number, text),
        problems!(word, text),
        problems!(text, path),
        problems!(path, any_path),
        problems!(text, cut),
        problems!(text, other),
    ] {
        assert_eq!(problems, [""; 0]);
    }
}

#[test]
fn two_resources_of_one_address_are_refused_and_their_places_named() {
    let builder = Server::builder("resources", "1.0.0");
    let builder = builder
        .resources(resources![static_text])
        .resources(resources![static_text]);
    let error = builder.build().unwrap_err();
    let problems: Vec<_> = error.problems().collect();
    let [problem] = &problems[..] else {
        panic!("{problems:?}");
    };
    let said = "two resources have the address 'test://static-text': both are the one declared at ";
    assert!(problem.starts_with(said), "{problem}");
    assert!(problem.contains("resources.rs:"), "{problem}");
}

#[tokio::test]
async fn any_address_gets_one_answer() {
    let client = client();
    let pieces = [
        "test:",
        "//",
        "template",
        "/",
        "find",
        "?",
        "&",
        "=",
        "most",
        "%",
        "%2",
        "%2F",
        "%C3",
        "é",
        "data",
        "..",
        "#",
        "{",
        "}",
        "\u{0}",
        "1",
        "files:///",
        "\"",
        "\\",
    ];
    let mut seed = 7_u64;
    for _ in 0..3000 {
        let mut uri = String::new();
        for _ in 0..8 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            uri.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        match client.read(&uri).await {
            Answered::Success(contents) => assert!(!contents.is_empty(), "{uri}"),
            Answered::ProtocolError(error) => {
                assert!(matches!(error.code, -32602 | -32603), "{uri}: {error}");
                assert_eq!(error.data.unwrap()["uri"], uri);
            }
            other => panic!("{uri}: {other:?}"),
        }
    }
}
