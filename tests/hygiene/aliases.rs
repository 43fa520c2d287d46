//! Types are told apart by what they are, whatever they are called.

use mcp_runtime::{Context, Json, ToolFailure, tool, tools};
use serde_json::json;

type Maybe<T> = Option<T>;
type Outcome<T> = Result<T, ToolFailure>;
type Structured<T> = Json<T>;
type Text = str;
type Texts = [String];
type Reason<'call> = Option<&'call str>;
type Call = Context;
type Shared = Orders;
type Clock = dyn Fn() -> u64 + Send + Sync;

pub(crate) struct Orders {
    count: u64,
}

#[derive(mcp_runtime::State)]
pub(crate) struct App {
    orders: Orders,
    #[state(deref)]
    clock: Box<Clock>,
}

/// Take everything by another name.
#[tool]
async fn everything(
    text: &Text,
    texts: &Texts,
    reason: Reason<'_>,
    limit: Maybe<u64>,
    call: &Call,
    orders: &Shared,
    clock: &Clock,
) -> Outcome<Structured<Vec<String>>> {
    let _ = call;
    Ok(Json(vec![
        text.to_owned(),
        texts.concat(),
        format!("{reason:?} {limit:?} {} {}", orders.count, clock()),
    ]))
}

fn app() -> App {
    App {
        orders: Orders { count: 3 },
        clock: Box::new(|| 4),
    }
}

#[tokio::test]
async fn aliases_are_seen_through() {
    let arguments = json!({"text": "a\n", "texts": ["b", "c"]});
    let said = super::call(app(), tools![everything], "everything", arguments).await;
    assert_eq!(said, r#"["a\n","bc","None None 3 4"]"#);
    let arguments = json!({"text": "", "texts": [], "reason": "\u{1F980}", "limit": 1});
    let said = super::call(app(), tools![everything], "everything", arguments).await;
    assert_eq!(said, r#"["","","Some(\"🦀\") Some(1) 3 4"]"#);
}
