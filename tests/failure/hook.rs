//! `on_failure` has the last word on what leaves the server, and harms nothing.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{
    Advice, Context, ErrorCode, FailureKind, InvalidArguments, ProtocolVersion, Server,
    ServerBuilder, ToolFailure, tool, tools,
};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Shop {
    #[error("there is no item {item}")]
    #[failure(not_found, try_next = "Ask for the number of item {item}", code = 17)]
    NoItem { item: u32 },
    #[error("the ledger says hunter2")]
    #[failure(internal, message = "the order was not booked")]
    Ledger,
}

/// Buy an item.
#[tool(max_running = 1)]
async fn buy(item: u32) -> Result<(), Shop> {
    match item {
        0 => Err(Shop::Ledger),
        1 => panic!("hunter2"),
        2 => {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            Ok(())
        }
        _ => Err(Shop::NoItem { item }),
    }
}

fn server() -> ServerBuilder<()> {
    Server::builder("shop", "1.0.0")
        .invalid_arguments(InvalidArguments::ToolFailure)
        .timeout(Duration::from_millis(20))
        .tools(tools![buy])
}

fn client(
    hook: impl Fn(&ToolFailure, &Context) -> Option<ToolFailure> + Send + Sync + 'static,
) -> Client {
    Client::new(&server().on_failure(hook).build().unwrap())
}

async fn buy_item(client: &Client, item: Value) -> (String, Value) {
    match client.call("buy", json!({ "item": item })).await {
        Outcome::ToolFailure { text, details, .. } => (text, details),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_hook_sees_every_failure_and_its_call() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let client = client({
        let seen = Arc::clone(&seen);
        move |failure, call| {
            assert_eq!(call.tool(), "buy");
            assert!(call.request_id().parse::<u64>().is_ok());
            assert_eq!(call.protocol_version(), ProtocolVersion::LATEST);
            assert_eq!(call.client().name(), Some("mcp-runtime-testing"));
            let own = failure.cause().and_then(|cause| cause.downcast_ref());
            let what = match own {
                Some(Shop::NoItem { item }) => format!("no item {item}"),
                Some(Shop::Ledger) => "ledger".to_owned(),
                None => failure.cause().map(ToString::to_string).unwrap_or_default(),
            };
            seen.lock().unwrap().push((failure.clone(), what));
            None
        }
    });
    buy_item(&client, json!(7)).await;
    buy_item(&client, json!(0)).await;
    buy_item(&client, json!(1)).await;
    buy_item(&client, json!("one")).await;
    let slow = tokio::spawn({
        let client = client.clone();
        async move { buy_item(&client, json!(2)).await }
    });
    tokio::task::yield_now().await;
    buy_item(&client, json!(3)).await;
    slow.await.unwrap();
    {
        let params = json!({ "name": "buy", "arguments": { "item": 2 } });
        let mut held = std::pin::pin!(client.request("tools/call", params));
        tokio::select! {
            biased;
            answer = &mut held => panic!("{answer:?}"),
            () = tokio::task::yield_now() => {}
        }
        assert_eq!(client.abandon().len(), 1);
    }
    buy_item(&client, json!(2)).await;

    let seen = std::mem::take(&mut *seen.lock().unwrap());
    let kinds: Vec<_> = seen.iter().map(|(failure, _)| failure.kind()).collect();
    assert_eq!(
        kinds,
        [
            FailureKind::NotFound,
            FailureKind::Internal,
            FailureKind::Internal,
            FailureKind::InvalidInput,
            FailureKind::Unavailable,
            FailureKind::Timeout,
            FailureKind::Unavailable,
            FailureKind::Unavailable,
        ]
    );
    let [
        (no_item, what),
        (ledger, booked),
        (broke, panic),
        (refused, _),
        rest @ ..,
    ] = &*seen
    else {
        panic!("{seen:?}");
    };
    assert_eq!(no_item.message(), "there is no item 7");
    assert_eq!(
        no_item.advice(),
        "The same call will fail again. Ask for the number of item 7."
    );
    assert_eq!(no_item.application_code(), Some(ErrorCode::application(17)));
    assert_eq!((&**what, &**booked), ("no item 7", "ledger"));
    assert_eq!(ledger.message(), "the order was not booked");
    assert_eq!(ledger.reference().map(str::len), Some(8));
    assert!(broke.reference().is_some() && broke.reference() != ledger.reference());
    assert!(
        panic.contains("hook.rs") && panic.ends_with("hunter2"),
        "{panic}"
    );
    assert!(refused.message().starts_with("Invalid arguments for 'buy'"));
    let messages: Vec<_> = rest.iter().map(|(failure, _)| failure.message()).collect();
    for (message, part) in messages.iter().zip([
        "at its limit of 1 running call",
        "took longer than 20 milliseconds",
        "the server is stopping",
        "the server is stopping",
    ]) {
        assert!(message.contains(part), "{messages:?}");
    }
}

#[tokio::test]
async fn a_hook_that_only_looks_changes_nothing() {
    let plain = Client::new(&server().build().unwrap());
    let looked_at = client(|_, _| None);
    for item in [json!(7), json!(2), json!("one"), json!(null)] {
        assert_eq!(
            buy_item(&plain, item.clone()).await,
            buy_item(&looked_at, item).await
        );
    }
}

#[tokio::test]
async fn what_the_hook_returns_is_sent_in_text_and_twin() {
    let client = client(|failure, call| match failure.kind() {
        FailureKind::NotFound => Some(
            failure
                .clone()
                .otherwise(format!("say that '{}' found nothing", call.tool())),
        ),
        FailureKind::Internal => Some(ToolFailure::unavailable("the shop is closed")),
        _ => None,
    });
    let (text, details) = buy_item(&client, json!(7)).await;
    let advice = "The same call will fail again. Ask for the number of item 7. \
                  If that does not help, say that 'buy' found nothing.";
    assert_eq!(text, format!("There is no item 7. {advice}"));
    assert_eq!(details["advice"], advice);
    assert_eq!(details["code"], 17);
    for item in [json!(0), json!(1)] {
        let (text, details) = buy_item(&client, item).await;
        assert!(text.starts_with("The shop is closed. This is usually temporary"));
        assert_eq!(details["class"], "unavailable");
        assert!(details.get("referenceId").is_none());
    }
}

#[derive(Debug)]
struct Bomb;

impl std::error::Error for Bomb {}

impl std::fmt::Display for Bomb {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("hunter2")
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "hunter2");
    }
}

#[tokio::test]
async fn a_hook_that_panics_is_survived_and_the_failure_is_sent_as_it_was() {
    let plain = Client::new(&server().build().unwrap());
    let broken = client(|failure, _| panic!("{failure}: hunter2"));
    let (text, details) = buy_item(&broken, json!(7)).await;
    assert_eq!((text, details), buy_item(&plain, json!(7)).await);
    for item in [json!(0), json!(1), json!(2), json!("one")] {
        let (text, details) = buy_item(&broken, item).await;
        assert!(!text.contains("hunter2"), "{text}");
        assert!(!details.to_string().contains("hunter2"), "{details}");
    }
    // And what the hook returns may panic when it is shown or dropped.
    let bomb = client(|_, _| Some(ToolFailure::internal(Bomb)));
    let (text, _) = buy_item(&bomb, json!(7)).await;
    assert!(text.starts_with("This tool failed"), "{text}");
}

#[tokio::test]
async fn an_internal_failure_stays_safe_whatever_is_added_to_it() {
    let client = client(|failure, _| {
        let cause = failure.cause()?.to_string();
        Some(
            failure
                .clone()
                .source(cause)
                .code(ErrorCode::application(7)),
        )
    });
    for item in [json!(0), json!(1)] {
        let (text, details) = buy_item(&client, item).await;
        assert!(!text.contains("hunter2") && !text.contains(".rs"), "{text}");
        assert!(!details.to_string().contains("hunter2"), "{details}");
        assert_eq!(details["code"], 7);
        assert_eq!(details["class"], "internal");
    }
}

#[tokio::test]
async fn a_hook_can_redact_all_texts() {
    let client = client(|failure, _| {
        let redact = |text: &str| text.replace("4711", "(a number)");
        Some(failure.clone().map_text(redact))
    });
    let (text, details) = buy_item(&client, json!(4711)).await;
    let advice = "The same call will fail again. Ask for the number of item (a number).";
    assert_eq!(text, format!("There is no item (a number). {advice}"));
    assert_eq!(details["advice"], advice);
    let (text, _) = buy_item(&client, json!("4711")).await;
    assert_eq!(
        text,
        "Invalid arguments for 'buy': 'item' must be an integer of at least 0, got the string \"(a number)\""
    );
    let (text, _) = buy_item(&client, json!(0)).await;
    assert!(
        text.starts_with("The order was not booked. Do not retry"),
        "{text}"
    );
}

#[tokio::test]
async fn advice_that_panics_is_replaced_by_the_default() {
    struct Broken;
    impl Advice for Broken {
        fn next(&self, _: FailureKind) -> Cow<'static, str> {
            panic!("hunter2")
        }
    }
    let client = Client::new(&server().advice(Broken).build().unwrap());
    let plain = Client::new(&server().build().unwrap());
    assert_eq!(
        buy_item(&client, json!(2)).await,
        buy_item(&plain, json!(2)).await
    );
}

#[tokio::test]
async fn hooks_run_in_the_order_given_each_with_what_the_one_before_sends() {
    let server = server()
        .on_failure(|failure, _| {
            Some(
                failure
                    .clone()
                    .map_text(|text| text.replace("item", "thing")),
            )
        })
        .on_failure(|_, _| panic!("no hook"))
        .on_failure(|failure, _| {
            let thing = failure.message().contains("thing");
            thing.then(|| ToolFailure::rejected(format!("not sold: {}", failure.message())))
        })
        .on_failure(|_, _| None);
    let client = Client::new(&server.build().unwrap());
    let (text, _) = buy_item(&client, json!(7)).await;
    assert!(text.starts_with("Not sold: there is no thing 7."), "{text}");
}
