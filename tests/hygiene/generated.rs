//! Tools that a `macro_rules!` writes.

use mcp_runtime::{Context, tool, tools};
use serde_json::json;

pub(crate) struct Orders;

macro_rules! tool_of {
    ($doc:literal, $name:ident, $wire:literal, $(#[$attribute:meta])* $argument:ident: $type:ty, $state:ty, $default:expr) => {
        #[doc = $doc]
        #[tool(name = $wire)]
        fn $name(
            $(#[$attribute])*
            $argument: $type,
            state: $state,
            context: &Context,
            #[arg(default = $default, range(1..=$default))] count: u64,
        ) -> String {
            let _ = (state, context);
            format!("{:?} {count}", $argument)
        }
    };
}

tool_of!("Owned.", owned, "owned-tool", text: String, &Orders, 3);
tool_of!("Lent.", lent, "lent-tool", #[arg(length(1..))] text: &str, &Orders, 4);
tool_of!("Lent if there.", maybe, "maybe-tool", text: Option<&str>, &Orders, 5);

#[tokio::test]
async fn fragments_are_what_they_stand_for() {
    let tools = || tools![owned, lent, maybe];
    for (name, expected) in [
        ("owned-tool", "\"x\" 3"),
        ("lent-tool", "\"x\" 4"),
        ("maybe-tool", "Some(\"x\") 5"),
    ] {
        assert_eq!(
            super::call(Orders, tools(), name, json!({"text": "x"})).await,
            expected
        );
    }
}
