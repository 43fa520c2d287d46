//! The form of what a macro says about a function: required texts, and options.

/// A struct of required texts and of options, with a constructor for the former and a builder
/// method for each of the latter.
macro_rules! options {
    (
        $(#[$struct_doc:meta])*
        pub struct $info:ident {
            $($(#[$text_doc:meta])* $text:ident,)*
        }
        $($(#[$doc:meta])* $name:ident: $type:ty;)*
    ) => {
        $(#[$struct_doc])*
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub struct $info {
            $($(#[$text_doc])* pub(crate) $text: &'static str,)*
            $($(#[$doc])* pub(crate) $name: Option<$type>,)*
            /// The attribute that declares it.
            pub(crate) place: &'static std::panic::Location<'static>,
        }

        impl $info {
            /// One that says no more than it must.
            #[must_use]
            #[track_caller]
            pub const fn new($($text: &'static str),*) -> Self {
                Self { $($text,)* $($name: None,)* place: std::panic::Location::caller() }
            }

            $(
                $(#[$doc])*
                #[must_use]
                pub const fn $name(mut self, $name: $type) -> Self {
                    self.$name = Some($name);
                    self
                }
            )*
        }
    };
}

pub(crate) use options;
