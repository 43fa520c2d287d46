//! The names of an object's members, as the keys of maps and the names of fields and variants.

use std::borrow::Cow;

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::DecodeError;
use crate::tool::number::{self, Whole};

/// The name of a member.
pub(super) struct Key<'de>(pub(super) Cow<'de, str>);

impl<'de> Key<'de> {
    fn visit_whole<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let text = self.0.strip_prefix('-').unwrap_or(&self.0);
        let canonical = text == "0" || !text.starts_with('0');
        if canonical && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            if let Whole::Exact(value) = number::whole_text(&self.0) {
                return super::visit_exact(value, visitor);
            }
            if let Ok(value) = self.0.parse() {
                return visitor.visit_u128(value);
            }
        }
        Err(de::Error::invalid_type(Unexpected::Str(&self.0), &visitor))
    }
}

macro_rules! whole {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.visit_whole(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    whole! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match &*self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            text => Err(de::Error::invalid_type(Unexpected::Str(text), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Key<'de> {
    type Error = DecodeError;
    type Variant = Unit;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Unit), DecodeError> {
        Ok((seed.deserialize(self)?, Unit))
    }
}

/// A variant that is named by a key: it holds nothing.
pub(super) struct Unit;

impl<'de> VariantAccess<'de> for Unit {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, DecodeError> {
        Err(de::Error::invalid_type(Unexpected::UnitVariant, &"a name"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        Err(de::Error::invalid_type(Unexpected::UnitVariant, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        Err(de::Error::invalid_type(Unexpected::UnitVariant, &visitor))
    }
}
