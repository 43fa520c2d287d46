//! Reading the members that are wanted of an object, in one pass that borrows.

use super::scan::{Kind, NotJson, Raw, Scanner};

/// The name of a wanted member, and where it goes.
pub(super) type Place<'a, T> = (&'static str, fn(&mut T) -> &mut Option<Raw<'a>>);

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
            $($(#[$about])* $field_vis $field: Option<$crate::protocol::scan::Raw<$life>>,)*
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

/// Passes a value, and reads the wanted members of an object.
pub(super) fn read<'a, T: Wanted<'a>>(scanner: &mut Scanner<'a>) -> Result<Object<T>, NotJson> {
    let mut object = Object {
        shape: match scanner.kind()? {
            Kind::Object => Shape::Object,
            Kind::Null => Shape::Null,
            _ => Shape::Other,
        },
        members: T::default(),
        duplicate: None,
    };
    if object.shape != Shape::Object {
        scanner.value()?;
        return Ok(object);
    }
    scanner.members(|scanner, name| {
        let name = name.read().map_err(|_| NotJson)?;
        let found = T::find(&name);
        let value = scanner.value()?;
        if let Some((name, place)) = found {
            if place(&mut object.members).replace(value).is_some() {
                object.duplicate = Some(name);
            }
        }
        Ok::<_, NotJson>(())
    })?;
    Ok(object)
}
