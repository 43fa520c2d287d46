/// Say hello.
#[tool]
pub(crate) fn hello() {}
