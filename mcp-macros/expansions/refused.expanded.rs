pub fn find(limit: u64) {}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
pub struct find {}
#[automatically_derived]
impl ::mcp_runtime::__private::ToolNames for find {
    const NAMES: &'static [&'static str] = &[];
}
#[automatically_derived]
impl<__State: 'static> ::mcp_runtime::__private::Tool<__State, ()> for find {
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[];
}
::core::compile_error! {
    "`#[tool]` has no option `red_only`\n\nhelp: did you mean `read_only`? the options of `#[tool]` are `name`, `title`, `description`, `read_only`, `destructive`, `idempotent`, `open_world`, `icon`, `timeout`, `max_running`, `scope`, `rate`, `meta`, `blocking`, `any_host`, `recursive`, `marker`, `crate`, `conversions`, `unknown_arguments` and `invalid_arguments`"
}
::core::compile_error! {
    "no number is in `9..1`\n\nhelp: write the smaller end first; `a..=b` includes `b`"
}
::core::compile_error! {
    "the tool `find` has no description, and a model chooses tools by their descriptions\n\nhelp: add a doc comment above the function that says what the tool does and when to use it"
}
impl Orders {
    fn count(&self) {}
}
#[automatically_derived]
impl ::mcp_runtime::__private::ToolNames for Orders {
    const NAMES: &'static [&'static str] = &[];
}
#[automatically_derived]
impl<__State> ::mcp_runtime::__private::Tool<__State, ()> for Orders
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[];
}
::core::compile_error! {
    "the tool `count` has no description, and a model chooses tools by their descriptions\n\nhelp: add a doc comment above the function that says what the tool does and when to use it"
}
