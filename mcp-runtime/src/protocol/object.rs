//! Reading the members that are wanted of an object, in one pass that borrows.

use super::scan::{Kind, NotJson, Raw, Scanner};

/// The name of a wanted member, and where it goes.
pub(super) type Place<'a, T> = (&'static str, fn(&mut T) -> &mut Option<Raw<'a>>);

/// The members that are wanted of an object; see [`wanted!`].
pub(super) trait Wanted<'a>: Default {
    /// The wanted member of that name.
    fn find(name: &[u8]) -> Option<Place<'a, Self>>;
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
            $($(#[$about])* $field_vis $field: Option<$crate::protocol::scan::Raw<$life>>,)*
        }

        impl<$life> $crate::protocol::object::Wanted<$life> for $name<$life> {
            fn find(name: &[u8]) -> Option<$crate::protocol::object::Place<$life, Self>> {
                $(if name == $key.as_bytes() {
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

/// What came where an object was to come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Came {
    pub(super) shape: Shape,
    /// A wanted member that is there more than once.
    pub(super) duplicate: Option<&'static str>,
}

/// Passes a value, and notes in `members` the wanted ones of an object.
pub(super) fn read<'a, T: Wanted<'a>>(
    scanner: &mut Scanner<'a>,
    members: &mut T,
) -> Result<Came, NotJson> {
    let mut came = Came {
        shape: match scanner.kind()? {
            Kind::Object => Shape::Object,
            Kind::Null => Shape::Null,
            _ => Shape::Other,
        },
        duplicate: None,
    };
    if came.shape != Shape::Object {
        scanner.value()?;
        return Ok(came);
    }
    scanner.members(|scanner, name| {
        let name = name.bytes().map_err(|_| NotJson)?;
        let found = T::find(&name);
        let value = scanner.value()?;
        if let Some((name, place)) = found {
            if place(members).replace(value).is_some() {
                came.duplicate = Some(name);
            }
        }
        Ok::<_, NotJson>(())
    })?;
    Ok(came)
}
