//! How a `&T` parameter of a tool is supplied, decided by its type.

use std::borrow::Cow;
use std::path::Path;

use super::argument::{Argument, BorrowedArgument, PathText};
use super::arguments::Arguments;
use super::call::Call;
use super::completing::Completing;
use super::context::Context;
use super::schema::{InputSchema, Parameter};

/// Supplies a `&T` parameter of a tool from the server's state, the call's [`Context`], or the
/// call's arguments.
///
/// `From` is filled in by inference: each marker below has one implementation, and no type fits
/// two of them.
#[diagnostic::on_unimplemented(
    message = "this server has no state of type `{T}`, which a function asks for",
    label = "its state is `{Self}`",
    note = "add `.state(value)` before `.tools(..)`, `.prompts(..)` and `.resources(..)`, with a value of type `{T}` or of a struct that holds one and derives `mcp_runtime::State`",
    note = "state inside an `Arc` or a `Box` is asked for as it is, `&Arc<..>`, or given out with `#[state(deref)]` on its field",
    note = "if `{T}` is an argument, take it by value: `{T}` in place of `&{T}`"
)]
pub trait Provide<T: ?Sized + 'static, From>: Sized + 'static {
    /// What is kept for the length of the call.
    type Held<'call>: Send;

    /// Adds the parameter to the input schema, when it is an argument.
    fn property(schema: InputSchema, parameter: Parameter) -> InputSchema;

    /// Takes the value from the call; `None` after a finding was noted.
    fn hold<'call>(
        call: &'call Call<Self>,
        arguments: &mut Arguments<'call>,
        name: &'static str,
    ) -> Option<Self::Held<'call>>;

    /// Takes the value from what is known while an argument is being filled in: of another
    /// argument the text so far, empty where there is none.
    fn known<'call>(completing: &'call Completing<Self>, name: &'static str) -> Self::Held<'call>;

    /// Lends what was held.
    fn lend<'held>(held: &'held Self::Held<'_>) -> &'held T;
}

/// Gives access to one part of a server's state; derived with `#[derive(State)]`.
#[diagnostic::on_unimplemented(
    message = "this server has no state of type `{T}`, which a function asks for",
    label = "its state is `{Self}`",
    note = "add `.state(value)` before `.tools(..)`, `.prompts(..)` and `.resources(..)`, with a value of type `{T}` or of a struct that holds one and derives `mcp_runtime::State`",
    note = "state inside an `Arc` or a `Box` is asked for as it is, `&Arc<..>`, or given out with `#[state(deref)]` on its field",
    note = "if `{T}` is an argument, take it by value: `{T}` in place of `&{T}`"
)]
pub trait HasPart<T: ?Sized> {
    /// The part.
    fn part(&self) -> &T;
}

/// The whole of the server's state.
#[derive(Debug)]
pub enum FromState {}
/// A part of the server's state.
#[derive(Debug)]
pub enum FromPart {}
/// The call's context.
#[derive(Debug)]
pub enum FromContext {}
/// A borrowed argument.
#[derive(Debug)]
pub enum FromArgument {}

impl<S: Send + Sync + 'static> Provide<S, FromState> for S {
    type Held<'call> = &'call S;

    fn property(schema: InputSchema, _: Parameter) -> InputSchema {
        schema
    }

    fn hold<'call>(
        call: &'call Call<Self>,
        _: &mut Arguments<'call>,
        _: &'static str,
    ) -> Option<&'call S> {
        Some(call.state())
    }

    fn known<'call>(completing: &'call Completing<Self>, _: &'static str) -> &'call S {
        completing.call().state()
    }

    fn lend<'held>(held: &'held &S) -> &'held S {
        held
    }
}

impl<S, T> Provide<T, FromPart> for S
where
    S: HasPart<T> + Send + Sync + 'static,
    T: ?Sized + Sync + 'static,
{
    type Held<'call> = &'call T;

    fn property(schema: InputSchema, _: Parameter) -> InputSchema {
        schema
    }

    fn hold<'call>(
        call: &'call Call<Self>,
        _: &mut Arguments<'call>,
        _: &'static str,
    ) -> Option<&'call T> {
        Some(call.state().part())
    }

    fn known<'call>(completing: &'call Completing<Self>, _: &'static str) -> &'call T {
        completing.call().state().part()
    }

    fn lend<'held>(held: &'held &T) -> &'held T {
        held
    }
}

impl<S: Send + Sync + 'static> Provide<Context, FromContext> for S {
    type Held<'call> = &'call Context;

    fn property(schema: InputSchema, _: Parameter) -> InputSchema {
        schema
    }

    fn hold<'call>(
        call: &'call Call<Self>,
        _: &mut Arguments<'call>,
        _: &'static str,
    ) -> Option<&'call Context> {
        Some(call.context())
    }

    fn known<'call>(completing: &'call Completing<Self>, _: &'static str) -> &'call Context {
        completing.call().context()
    }

    fn lend<'held>(held: &'held &Context) -> &'held Context {
        held
    }
}

/// Borrowed arguments differ only in the type that is lent.
macro_rules! borrowed_argument {
    ($([$($generics:tt)*] $lent:ty, $held:ty, $known:expr;)+) => {$(
        impl<S: Send + Sync + 'static, $($generics)*> Provide<$lent, FromArgument> for S {
            type Held<'call> = $held;

            fn property(schema: InputSchema, parameter: Parameter) -> InputSchema {
                schema.borrowed::<&$lent>(parameter)
            }

            fn hold<'call>(
                _: &'call Call<Self>,
                arguments: &mut Arguments<'call>,
                name: &'static str,
            ) -> Option<$held> {
                arguments.hold_borrowed::<&$lent>(name)
            }

            fn known<'call>(
                completing: &'call Completing<Self>,
                name: &'static str,
            ) -> Self::Held<'call> {
                ($known)(completing.text(name))
            }

            fn lend<'held>(held: &'held Self::Held<'_>) -> &'held $lent {
                BorrowedArgument::lend(held)
            }
        }
    )+};
}

borrowed_argument! {
    [] str, Cow<'call, str>, Cow::Borrowed;
    // A list is not being filled in letter by letter.
    [T: Argument + Sync] [T], Vec<T>, |_| Vec::new();
    [] Path, PathText<'call>, |text| PathText(Cow::Borrowed(text));
}
