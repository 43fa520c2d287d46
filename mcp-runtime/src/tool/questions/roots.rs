//! The folders that a client works in.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::protocol::json::Members;
use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;

use super::ask::{Asking, Good};
use super::question::QuestionKind;

/// A folder or file that a client works in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Root {
    /// Its address: `file:///home/user/project`.
    pub uri: String,
    /// A name for people.
    pub name: Option<String>,
}

impl Context {
    /// Asks the client which folders it works in. They say what the user means, not what the
    /// server may do. (The protocol deprecates them from 2026-07-28 on.)
    ///
    /// `key` names the question among those of the call; see [`Context::elicit`] for how questions
    /// are carried.
    ///
    /// # Errors
    ///
    /// As [`Context::elicit`].
    pub async fn roots(&self, key: impl Into<String>) -> Result<Vec<Root>, ToolFailure> {
        let asking = Asking {
            key: key.into(),
            kind: QuestionKind::Roots,
            write: |_: &mut Members<'_>, _: Option<&str>| {},
            read,
        };
        asking.ask(self).await
    }
}

fn read(answer: &Value) -> Result<Good<Vec<Root>>, String> {
    let roots = answer.get("roots").and_then(Value::as_array);
    let roots = roots.ok_or_else(|| "'roots' must be an array".to_owned())?;
    let text = |root: &Value, name: &str| root.get(name).and_then(Value::as_str).map(str::to_owned);
    let read = |root: &Value| {
        Ok(Root {
            uri: text(root, "uri").ok_or_else(|| "every root must have a 'uri'".to_owned())?,
            name: text(root, "name"),
        })
    };
    let value: Vec<Root> = roots.iter().map(read).collect::<Result<_, String>>()?;
    let kept = value.iter().map(|root| {
        let name = root.name.iter().map(|name| ("name", name));
        let members = [("uri", &root.uri)].into_iter().chain(name);
        members.collect::<BTreeMap<_, _>>()
    });
    let kept = json!({ "roots": kept.collect::<Vec<_>>() });
    Ok(Good { value, kept })
}
