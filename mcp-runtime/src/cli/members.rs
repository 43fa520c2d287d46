//! JSON objects with their members in the order written, each as it was written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object; none of anything else.
#[derive(Debug, Default)]
pub(super) struct Members<'text>(Vec<(String, &'text RawValue)>);

impl<'text> Members<'text> {
    pub(super) fn of(json: &'text str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// The text of a member; `null`, which has no members and no items, where it is missing.
    pub(super) fn get(&self, name: &str) -> &'text str {
        self.find(name).unwrap_or("null")
    }

    pub(super) fn find(&self, name: &str) -> Option<&'text str> {
        self.0
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.get())
    }

    /// The text of a member that is a string; empty where it is not.
    pub(super) fn text(&self, name: &str) -> String {
        serde_json::from_str(self.get(name)).unwrap_or_default()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

/// The items of an array; none of anything else.
pub(super) fn items(json: &str) -> Vec<&str> {
    let items: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    items.into_iter().map(RawValue::get).collect()
}

/// A text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
