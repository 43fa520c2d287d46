//! Values as `serde` writes them, said as they are asked for: the defaults and examples that are
//! advertised.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use super::BASE64;
use crate::tool::base64;
use crate::tool::expected::json_number;
use crate::tool::shape::{Items, Kind, Rest, Shape};

/// A value as a caller would send it.
pub(crate) fn said(value: &Value, shape: &Shape) -> Value {
    match (&shape.kind, value) {
        (Kind::Number(rule), value) if rule.seconds => {
            seconds(value).unwrap_or_else(|| value.clone())
        }
        (Kind::String(text), Value::Array(bytes)) if text.format.as_deref() == Some(BASE64) => {
            let byte = |byte: &Value| byte.as_u64().and_then(|byte| u8::try_from(byte).ok());
            let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
            bytes.map_or_else(|| value.clone(), |bytes| base64::encode(&bytes).into())
        }
        (Kind::Array(array), Value::Array(items)) => match &array.items {
            Items::Each(each) => items.iter().map(|item| said(item, each)).collect(),
            Items::Tuple(shapes) => items
                .iter()
                .zip(shapes)
                .map(|(item, shape)| said(item, shape))
                .collect(),
        },
        (Kind::Object(object), Value::Object(members)) => {
            let of = |name: &str| {
                let property = object
                    .properties
                    .iter()
                    .find(|property| property.name == name);
                match (property, &object.rest) {
                    (Some(property), _) => Some(&property.shape),
                    (None, Rest::Each(each)) => Some(&**each),
                    (None, Rest::None) => None,
                }
            };
            let members = members.iter().map(|(name, value)| {
                let value =
                    of(name).map_or(Cow::Borrowed(value), |shape| Cow::Owned(said(value, shape)));
                (name.clone(), value.into_owned())
            });
            Value::Object(members.collect())
        }
        (_, value) => value.clone(),
    }
}

fn seconds(value: &Value) -> Option<Value> {
    let part = |name: &str| value.get(name)?.as_u64();
    let (whole, nanos) = (part("secs")?, part("nanos")?);
    let nanos = u32::try_from(nanos).ok()?;
    Some(match nanos {
        0 => whole.into(),
        nanos => json_number(Duration::new(whole, nanos).as_secs_f64()),
    })
}
