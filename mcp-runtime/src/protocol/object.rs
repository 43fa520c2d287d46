//! Reading the members that are wanted of an object, in one pass that borrows.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The name of a wanted member, and where it goes.
pub(super) type Place<'a, T> = (&'static str, fn(&mut T) -> &mut Option<&'a RawValue>);

/// The members that are wanted of an object; see [`wanted!`].
pub(super) trait Wanted<'a>: Default {
    /// The wanted member of that name.
    fn find(name: &str) -> Option<Place<'a, Self>>;
}

/// Declares a struct of the members that are wanted of an object, each as the JSON text it came
/// as: `field: "name"`.
macro_rules! wanted {
    (
        $(#[$doc:meta])*
        $vis:vis struct $name:ident<$life:lifetime> {
            $($(#[$about:meta])* $field_vis:vis $field:ident: $key:expr,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        $vis struct $name<$life> {
            $($(#[$about])* $field_vis $field: Option<&$life ::serde_json::value::RawValue>,)*
        }

        impl<$life> $crate::protocol::object::Wanted<$life> for $name<$life> {
            fn find(name: &str) -> Option<$crate::protocol::object::Place<$life, Self>> {
                $(if name == $key {
                    return Some(($key, |wanted| &mut wanted.$field));
                })*
                None
            }
        }
    };
}
pub(super) use wanted;

/// What kind of value something is, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Object,
    Null,
    Other,
}

/// A value of which some members are wanted, should it be an object.
#[derive(Debug)]
pub(super) struct Object<T> {
    pub(super) shape: Shape,
    pub(super) members: T,
    /// A wanted member that is there more than once.
    pub(super) duplicate: Option<&'static str>,
}

/// Reads the wanted members of what is known to be JSON.
pub(super) fn read<'a, T: Wanted<'a>>(text: &'a str) -> Result<Object<T>, serde_json::Error> {
    ObjectSeed::new().deserialize(&mut serde_json::Deserializer::from_str(text))
}

/// Reads the wanted members of an object, and any other value as what it is.
pub(super) struct ObjectSeed<T>(PhantomData<T>);

impl<T> ObjectSeed<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

fn shaped<T: Default>(shape: Shape) -> Object<T> {
    Object {
        shape,
        members: T::default(),
        duplicate: None,
    }
}

impl<'de, T: Wanted<'de>> DeserializeSeed<'de> for ObjectSeed<T> {
    type Value = Object<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Wanted<'de>> Visitor<'de> for ObjectSeed<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut object = shaped::<T>(Shape::Object);
        while let Some(found) = members.next_key_seed(Key::<Place<'de, T>>(T::find))? {
            match found {
                Some((name, place)) => {
                    let value = members.next_value()?;
                    if place(&mut object.members).replace(value).is_some() {
                        object.duplicate = Some(name);
                    }
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(shaped(Shape::Other))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(shaped(Shape::Null))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(shaped(Shape::Other))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(shaped(Shape::Other))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(shaped(Shape::Other))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(shaped(Shape::Other))
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(shaped(Shape::Other))
    }
}

/// Reads a key as what is wanted of it.
pub(super) struct Key<P>(pub(super) fn(&str) -> Option<P>);

impl<'de, P> DeserializeSeed<'de> for Key<P> {
    type Value = Option<P>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<P> Visitor<'_> for Key<P> {
    type Value = Option<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok((self.0)(key))
    }
}
