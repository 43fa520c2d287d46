#[automatically_derived]
impl ::mcp_runtime::__private::OwnWords for Failure {}
#[automatically_derived]
impl ::mcp_runtime::__private::From<Failure> for ::mcp_runtime::__private::ToolFailure {
    fn from(_failure: Failure) -> Self {
        ::mcp_runtime::__private::broken()
    }
}
#[automatically_derived]
impl ::mcp_runtime::__private::fmt::Display for Failure {
    fn fmt(
        &self,
        formatter: &mut ::mcp_runtime::__private::fmt::Formatter<'_>,
    ) -> ::mcp_runtime::__private::fmt::Result {
        formatter.write_str("")
    }
}
#[automatically_derived]
impl ::mcp_runtime::__private::Error for Failure {}
#[automatically_derived]
impl ::mcp_runtime::__private::From<Database> for Failure {
    fn from(source: Database) -> Self {
        Failure::Service { 0: source }
    }
}
::core::compile_error! {
    "the variant `Service` has no kind, and every failure takes exactly one path\n\nhelp: add `#[failure(..)]` with one of `invalid_input`, `not_found`, `rejected`, `unauthenticated`, `forbidden`, `rate_limited`, `unavailable`, `timeout`, `unsupported` and `internal`; `internal` is for what the model can do nothing about"
}
::core::compile_error! {
    "this message says that something failed, and the model knows that already\n\nhelp: say what failed and with which value, such as \"the order {id} was shipped already\""
}
