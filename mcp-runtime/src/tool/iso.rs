//! Dates of the crate `time` as arguments, for which `schemars` has no schemas.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};

/// A date or a time of the crate [`time`] as an argument or in a result, written as in ISO 8601:
/// its own `serde` has other forms, and no schema.
///
/// | type | form |
/// |---|---|
/// | [`Date`] | `2026-01-31` |
/// | [`OffsetDateTime`] | `2026-01-31T12:30:00Z` |
/// | [`PrimitiveDateTime`] | `2026-01-31T12:30:00` |
/// | [`Time`] | `12:30:00` |
///
/// ```
/// use mcp_runtime::{Iso, tool};
/// use time::Date;
///
/// /// Counts the days until a day.
/// #[tool]
/// fn days_until(from: Iso<Date>, until: Iso<Date>) -> i64 {
///     (until.0 - from.0).whole_days()
/// }
///
/// let from = Date::from_ordinal_date(2026, 1).unwrap();
/// assert_eq!(days_until(from.into(), from.saturating_add(time::Duration::DAY).into()), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(
    clippy::exhaustive_structs,
    reason = "it is what it holds, in another form"
)]
pub struct Iso<T>(pub T);

/// How `type_name` begins for each [`Iso`].
pub(crate) const TYPE: &str = concat!(module_path!(), "::Iso<");

/// A type of the crate [`time`] that [`Iso`] writes and reads.
pub trait IsoForm: Form {}

mod form {
    /// Sealed: the forms are those that arguments are checked for.
    pub trait Form: Sized {
        /// By the name that its schema has.
        const FORMAT: &'static str;

        /// The value of a text.
        fn read(text: &str) -> Option<Self>;

        /// The text of a value.
        fn written(&self) -> Option<String>;
    }
}

use form::Form;

macro_rules! forms {
    ($($type:ty: $format:literal, $read:expr, $written:expr;)*) => {$(
        impl Form for $type {
            const FORMAT: &'static str = $format;

            fn read(text: &str) -> Option<Self> {
                $read(text)
            }

            fn written(&self) -> Option<String> {
                $written(self)
            }
        }

        impl IsoForm for $type {}
    )*};
}

forms! {
    Date: "date",
        |text| Date::parse(text, &Iso8601::DATE).ok(),
        |it: &Date| (0..=9999).contains(&it.year()).then(|| it.to_string());
    OffsetDateTime: "date-time",
        |text| OffsetDateTime::parse(text, &Rfc3339).ok(),
        |it: &OffsetDateTime| it.format(&Rfc3339).ok();
    PrimitiveDateTime: "partial-date-time",
        |text: &str| {
            let (date, time) = text.split_once(['T', 't'])?;
            Some(PrimitiveDateTime::new(Date::read(date)?, Time::read(time)?))
        },
        |it: &PrimitiveDateTime| Some(format!("{}T{}", it.date().written()?, it.time().written()?));
    Time: "partial-time",
        |text: &str| {
            // `Iso8601` reads an offset as well, and drops it.
            let is_time = text.bytes().all(|byte| byte.is_ascii_digit() || b":.".contains(&byte));
            Time::parse(text, &Iso8601::TIME).ok().filter(|_| is_time)
        },
        |it: &Time| {
            let (hour, minute, second, nanos) = it.as_hms_nano();
            let fraction = match nanos {
                0 => String::new(),
                nanos => format!(".{nanos:09}").trim_end_matches('0').to_owned(),
            };
            Some(format!("{hour:02}:{minute:02}:{second:02}{fraction}"))
        };
}

/// The one way to write what a text means, for an [`Iso`] of the given name: some read several.
pub(crate) fn normal(name: &str, text: &str) -> Option<String> {
    fn again<T: Form>(text: &str) -> Option<String> {
        T::read(text)?.written()
    }
    let inner = name.strip_prefix(TYPE)?.strip_suffix('>')?;
    match inner.rsplit("::").next()? {
        "OffsetDateTime" => crate::tool::format::normal(OffsetDateTime::FORMAT, text),
        "Date" => again::<Date>(text),
        "PrimitiveDateTime" => again::<PrimitiveDateTime>(text),
        "Time" => again::<Time>(text),
        _ => None,
    }
}

impl<T> From<T> for Iso<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Iso<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// As it is sent.
impl<T: IsoForm> fmt::Display for Iso<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written().ok_or(fmt::Error)?)
    }
}

impl<T: IsoForm> JsonSchema for Iso<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::FORMAT.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": T::FORMAT})
    }
}

impl<T: IsoForm> Serialize for Iso<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.written().ok_or_else(|| {
            serde::ser::Error::custom("a year beyond four digits has no form to send it in")
        })?;
        serializer.serialize_str(&text)
    }
}

impl<'de, T: IsoForm> Deserialize<'de> for Iso<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<T>(std::marker::PhantomData<T>);

        impl<T: IsoForm> Visitor<'_> for Text<T> {
            type Value = Iso<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(crate::tool::expected::format(T::FORMAT).unwrap_or(T::FORMAT))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Iso<T>, E> {
                let read = T::read(text).map(Iso);
                read.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Text(std::marker::PhantomData))
    }
}
