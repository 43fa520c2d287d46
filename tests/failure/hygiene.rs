//! Where the derive is used in odd places: what it expands to names nothing by accident.

use mcp_runtime::ToolFailure;

/// Without the prelude, nothing is found unless it is named by its whole path.
mod no_prelude {
    #![no_implicit_prelude]

    use ::mcp_runtime::ToolFailure;
    use ::std::clone::Clone;
    use ::std::fmt::Debug;
    use ::std::option::Option;
    use ::std::string::String;

    #[derive(Debug, ToolFailure)]
    pub(super) enum Failure {
        #[failure(message = "no city named '{city:>width$}'", not_found, code = CODE)]
        City { city: String, width: usize },
        #[failure(rate_limited, message("{} comes later", .0.clone()), after = 1)]
        Wait(
            #[failure(untrusted)] String,
            Option<::std::time::Duration>,
            #[source] Option<::std::fmt::Error>,
        ),
        #[failure(internal, message = "the ledger is gone")]
        Ledger(#[from] ::std::io::Error),
        #[failure(transparent)]
        Inner(Inner),
    }

    const CODE: u16 = 7;

    #[derive(Debug, ToolFailure)]
    #[failure(rejected, message = "the inner one says no")]
    pub(super) struct Inner;
}

/// The runtime under another name, and names of the prelude that mean something else.
mod renamed {
    mod deps {
        pub(super) use ::mcp_runtime as runtime;
    }
    mod mcp_runtime {}
    mod std {}
    mod core {}
    #[derive(Debug)]
    pub(super) struct Option;
    #[allow(dead_code, reason = "in the way")]
    struct Some;
    #[allow(dead_code, reason = "in the way")]
    trait From {}
    #[allow(unused_macros, reason = "in the way")]
    macro_rules! format_args {
        ($($tokens:tt)*) => {
            compile_error!("the wrong macro")
        };
    }

    #[derive(Debug, deps::runtime::ToolFailure)]
    #[failure(crate = deps::runtime, unavailable)]
    pub(super) enum Failure {
        #[failure(message = "{0:?} is closed", code = CODE)]
        Closed(Option),
    }

    const CODE: i64 = 7;
}

/// Fields that are called as locals of the expansion might be.
#[derive(Debug, ToolFailure)]
#[failure(
    rejected,
    message = "all of {failure} {told} {inner} {formatter} {value:>width$.precision$} {source_} {type}"
)]
struct Odd {
    failure: u8,
    told: u8,
    inner: u8,
    formatter: u8,
    value: f32,
    width: usize,
    precision: usize,
    source_: &'static str,
    r#type: &'static str,
}

/// Names and texts that come through a macro.
macro_rules! failures {
    ($($name:ident($field:ident: $type:ty) = $text:literal, $advice:literal, $kind:ident;)*) => {
        $(
            #[derive(Debug, thiserror::Error, ToolFailure)]
            enum $name {
                #[error($text)]
                #[failure($kind, try_next = $advice)]
                Named { $field: $type },
                #[error("the number {0} and {next}", next = .1 + 1,)]
                #[failure($kind)]
                Tuple($type, u8),
            }
        )*
    };
}

failures! {
    Generated(city: String) = "no {city}", "see {city}", not_found;
}

#[test]
fn nothing_is_named_by_accident() {
    let text = |failure: ToolFailure| failure.to_string();
    let city = no_prelude::Failure::City {
        city: "Ur".into(),
        width: 4,
    };
    assert!(text(city.into()).starts_with("No city named '  Ur'."));
    let wait = no_prelude::Failure::Wait("it".into(), None, None);
    assert!(text(wait.into()).starts_with("\"it\" comes later."));
    let inner = no_prelude::Failure::Inner(no_prelude::Inner);
    assert!(text(inner.into()).starts_with("The inner one says no."));
    let ledger = no_prelude::Failure::from(std::io::Error::other("x"));
    assert!(text(ledger.into()).starts_with("The ledger is gone."));
    let closed = renamed::Failure::Closed(renamed::Option);
    assert!(text(closed.into()).starts_with("Option is closed."));
    let odd = Odd {
        failure: 1,
        told: 2,
        inner: 3,
        formatter: 4,
        value: 5.25,
        width: 5,
        precision: 1,
        source_: "6",
        r#type: "7",
    };
    assert!(text(odd.into()).starts_with("All of 1 2 3 4   5.2 6 7."));
    let named = Generated::Named { city: "Ur".into() };
    assert!(text(named.into()).starts_with("No Ur. The same call will fail again. See Ur."));
    assert!(text(Generated::Tuple("x".into(), 1).into()).starts_with("The number x and 2."));
}
