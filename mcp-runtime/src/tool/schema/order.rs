//! The members of structs in the order that their author wrote them: a model reads them in order,
//! and `schemars` knows them by the alphabet.
//!
//! `serde` says the order to whoever decodes a struct, but not that of flattened structs and of
//! enums with their tag inside: those stay as they are.

use crate::tool::decode::fields::Fields;
use crate::tool::shape::{Items, Kind, Rest, Shape};

/// Puts the members of every object in a shape into the order of the struct that they are.
pub(super) fn written(shape: &mut Shape, structs: &[Fields]) {
    match &mut shape.kind {
        Kind::AnyOf(shapes) => shapes.iter_mut().for_each(|it| written(it, structs)),
        Kind::Array(array) => match &mut array.items {
            Items::Each(each) => written(each, structs),
            Items::Tuple(shapes) => shapes.iter_mut().for_each(|it| written(it, structs)),
        },
        Kind::Object(object) => {
            let properties = &mut object.properties;
            let place = |fields: Fields, name: &str| fields.iter().position(|it| *it == name);
            let has_all = |fields: &&Fields| {
                let mut names = properties.iter().map(|it| &*it.name);
                names.all(|name| place(fields, name).is_some())
            };
            let fitting = structs.iter().filter(has_all);
            if let Some(fields) = fitting.min_by_key(|fields| fields.len()) {
                properties.sort_by_key(|it| place(fields, &it.name));
            }
            for property in properties {
                written(&mut property.shape, structs);
            }
            if let Rest::Each(each) = &mut object.rest {
                written(each, structs);
            }
        }
        _ => {}
    }
}
