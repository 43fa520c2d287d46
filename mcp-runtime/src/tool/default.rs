//! What a literal after `default =` becomes.

/// A literal that can be the default of an argument of type `T`.
///
/// `How` is filled in by inference: no literal fits two of the implementations.
#[diagnostic::on_unimplemented(
    message = "this default is not a value of the parameter's type `{T}`",
    label = "not a `{T}`",
    note = "write a value of that type; a text will do where the type has `From<&str>`"
)]
pub trait DefaultOf<T, How> {
    /// The default.
    fn default_of(self) -> T;
}

/// It is a value of the type.
#[derive(Debug)]
pub enum AsItIs {}
/// It is a text that the type is made from.
#[derive(Debug)]
pub enum FromText {}
/// It is an array of the items of a list.
#[derive(Debug)]
pub enum FromItems {}
/// It is a whole number, which the type can say exactly.
#[derive(Debug)]
pub enum FromWhole {}

#[diagnostic::do_not_recommend]
impl<T> DefaultOf<T, AsItIs> for T {
    fn default_of(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> DefaultOf<T, FromText> for &'static str {
    fn default_of(self) -> T {
        self.into()
    }
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> DefaultOf<Vec<T>, FromItems> for [T; N] {
    fn default_of(self) -> Vec<T> {
        self.into()
    }
}

#[diagnostic::do_not_recommend]
impl DefaultOf<f64, FromWhole> for i32 {
    fn default_of(self) -> f64 {
        self.into()
    }
}

#[diagnostic::do_not_recommend]
impl DefaultOf<f32, FromWhole> for i16 {
    fn default_of(self) -> f32 {
        self.into()
    }
}
