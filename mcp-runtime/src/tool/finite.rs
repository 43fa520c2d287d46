//! Numbers that JSON has not: NaN and the infinities, which are written as `null`.

use std::fmt;

use serde::ser::{self, Serialize};

use super::path::{Step, Words};

/// A number in a result that JSON has not, and where.
#[derive(Debug)]
pub(crate) struct NotFinite {
    number: f64,
    /// From the innermost out.
    steps: Vec<Step>,
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<Step> = self.steps.iter().rev().cloned().collect();
        let number = self.number;
        if steps.is_empty() {
            write!(
                f,
                "the result is {number}, a number that JSON does not have"
            )
        } else {
            write!(
                f,
                "'{}' in the result is {number}, a number that JSON does not have",
                Words(&steps)
            )
        }
    }
}

impl std::error::Error for NotFinite {}

/// That every number in a value is one that JSON has.
///
/// # Errors
///
/// The first one that is not.
pub(crate) fn check<T: Serialize + ?Sized>(value: &T) -> Result<(), NotFinite> {
    match value.serialize(Finder) {
        // A value that does not serialize was refused before.
        Ok(()) | Err(Found(None)) => Ok(()),
        Err(Found(Some(found))) => Err(found),
    }
}

/// Reads a value, and writes nothing.
struct Finder;

#[derive(Debug)]
struct Found(Option<NotFinite>);

impl Found {
    fn within(mut self, step: impl FnOnce() -> Step) -> Self {
        if let Some(found) = &mut self.0 {
            found.steps.push(step());
        }
        self
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number that JSON does not have")
    }
}

impl std::error::Error for Found {}

impl ser::Error for Found {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }
}

/// Values without a number in them.
macro_rules! nothing {
    ($($method:ident($($type:ty),*);)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<(), Found> {
            Ok(())
        }
    )*};
}

impl ser::Serializer for Finder {
    type Ok = ();
    type Error = Found;
    type SerializeSeq = Inside;
    type SerializeTuple = Inside;
    type SerializeTupleStruct = Inside;
    type SerializeTupleVariant = Inside;
    type SerializeMap = Inside;
    type SerializeStruct = Inside;
    type SerializeStructVariant = Inside;

    nothing! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    fn serialize_f32(self, value: f32) -> Result<(), Found> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Found> {
        if value.is_finite() {
            return Ok(());
        }
        Err(Found(Some(NotFinite {
            number: value,
            steps: Vec::new(),
        })))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Found> {
        let step = || Step::Name(variant.to_owned());
        value.serialize(self).map_err(|found| found.within(step))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside, Found> {
        Ok(Inside::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside, Found> {
        Ok(Inside::default())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside, Found> {
        Ok(Inside::default())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside, Found> {
        Ok(Inside::of(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside, Found> {
        Ok(Inside::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside, Found> {
        Ok(Inside::default())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside, Found> {
        Ok(Inside::of(variant))
    }
}

/// Where in an array, an object or a variant the next value stands.
#[derive(Debug, Default)]
struct Inside {
    index: usize,
    key: String,
    variant: Option<&'static str>,
}

impl Inside {
    fn of(variant: &'static str) -> Self {
        Self {
            variant: Some(variant),
            ..Self::default()
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
        let index = self.index;
        self.index += 1;
        self.at(value, || Step::Index(index))
    }

    fn at<T: Serialize + ?Sized>(
        &self,
        value: &T,
        step: impl FnOnce() -> Step,
    ) -> Result<(), Found> {
        value.serialize(Finder).map_err(|found| {
            let found = found.within(step);
            match self.variant {
                Some(variant) => found.within(|| Step::Name(variant.to_owned())),
                None => found,
            }
        })
    }
}

/// What holds items, whatever kind of sequence it is.
macro_rules! items {
    ($($kind:ident::$method:ident;)*) => {$(
        impl ser::$kind for Inside {
            type Ok = ();
            type Error = Found;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
                self.item(value)
            }

            fn end(self) -> Result<(), Found> {
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq::serialize_element;
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

impl ser::SerializeMap for Inside {
    type Ok = ();
    type Error = Found;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Found> {
        // As it stands in the result: a string, or what is put between quotes there.
        self.key = match serde_json::to_value(key) {
            Ok(serde_json::Value::String(key)) => key,
            Ok(key) => key.to_string(),
            Err(_) => String::new(),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
        let key = std::mem::take(&mut self.key);
        self.at(value, || Step::Name(key))
    }

    fn end(self) -> Result<(), Found> {
        Ok(())
    }
}

/// What holds named fields.
macro_rules! fields {
    ($($kind:ident)*) => {$(
        impl ser::$kind for Inside {
            type Ok = ();
            type Error = Found;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Found> {
                self.at(value, || Step::Name(name.to_owned()))
            }

            fn end(self) -> Result<(), Found> {
                Ok(())
            }
        }
    )*};
}

fields!(SerializeStruct SerializeStructVariant);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::check;

    #[derive(Serialize)]
    struct Row {
        price: f64,
        change: Option<f32>,
    }

    #[derive(Serialize)]
    enum Shape {
        Circle { radius: f64 },
        Pair(f64, f64),
        One(f64),
    }

    fn found<T: Serialize>(value: T) -> String {
        check(&value)
            .err()
            .map_or_else(String::new, |it| it.to_string())
    }

    #[test]
    fn what_json_has_passes() {
        let row = Row {
            price: 1.0,
            change: None,
        };
        assert_eq!(found((row, 1_i128, "a", [0_u8; 2], ())), "");
        assert_eq!(found(BTreeMap::from([(1, Shape::Pair(0.0, -0.0))])), "");
    }

    #[test]
    fn what_it_has_not_is_found_with_its_place() {
        let row = |price| Row {
            price,
            change: Some(f32::NEG_INFINITY),
        };
        assert_eq!(
            found([row(f64::NAN)]),
            "'[0].price' in the result is NaN, a number that JSON does not have"
        );
        assert_eq!(
            found(BTreeMap::from([("oslo", row(1.0))])),
            "'oslo.change' in the result is -inf, a number that JSON does not have"
        );
        assert_eq!(
            found(f64::INFINITY),
            "the result is inf, a number that JSON does not have"
        );
        for (shape, place) in [
            (Shape::Circle { radius: f64::NAN }, "Circle.radius"),
            (Shape::Pair(0.0, f64::NAN), "Pair[1]"),
            (Shape::One(f64::NAN), "One"),
        ] {
            assert!(found(shape).starts_with(&format!("'{place}' ")));
        }
        assert!(found(BTreeMap::from([(7, f64::NAN)])).starts_with("'7' "));
    }
}
