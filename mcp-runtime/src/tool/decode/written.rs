//! Types that read several texts as one value: a set or a map would keep one of them and lose the
//! others in silence. The values themselves cannot be compared here.

use std::any::type_name;

use crate::tool::format;
#[cfg(feature = "time")]
use crate::tool::iso;

/// Whether a type is a set, whoever wrote it.
pub(super) fn is_set<T>() -> bool {
    let name = type_name::<T>();
    let (name, _) = name.split_once('<').unwrap_or((name, ""));
    name.ends_with("Set")
}

/// The one way to write what a text means to a type; `None` for types that read each text as
/// another value, and for those of others.
pub(super) fn normal<T>(text: &str) -> Option<String> {
    let format = match type_name::<T>() {
        #[cfg(feature = "time")]
        known if known.starts_with(iso::TYPE) => return iso::normal(known, text),
        "core::net::ip_addr::IpAddr" | "core::net::ip_addr::Ipv6Addr" => "ip",
        "core::net::socket_addr::SocketAddr"
        | "core::net::socket_addr::SocketAddrV4"
        | "core::net::socket_addr::SocketAddrV6" => "socket",
        "uuid::Uuid" => "uuid",
        #[cfg(feature = "url")]
        "url::Url" => return url::Url::parse(text).ok().map(String::from),
        "chrono::naive::time::NaiveTime"
        | "chrono::naive::datetime::NaiveDateTime"
        | "jiff::civil::time::Time"
        | "jiff::civil::datetime::DateTime" => "partial-date-time",
        #[cfg(feature = "jiff")]
        "jiff::signed_duration::SignedDuration" => {
            let length = text.parse::<jiff::SignedDuration>().ok()?;
            return Some(length.to_string());
        }
        known if known.starts_with("chrono::datetime::DateTime<") => "date-time",
        "jiff::timestamp::Timestamp" => "date-time",
        _ => return None,
    };
    format::normal(format, text)
}
