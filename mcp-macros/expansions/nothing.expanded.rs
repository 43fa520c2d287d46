/// Say hello.
pub(crate) fn hello() {}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
pub(crate) struct hello {}
#[automatically_derived]
impl ::mcp_runtime::__private::ToolNames for hello {
    const NAMES: &'static [&'static str] = &["hello"];
}
#[automatically_derived]
impl<__State> ::mcp_runtime::__private::Tool<__State, ()> for hello
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::ToolEntry::new::<
                (),
            >(
                ::mcp_runtime::__private::ToolInfo::new("hello", "Say hello."),
                |schema| { schema },
                |call| ::mcp_runtime::__private::at_once(
                    call,
                    |_, arguments| {
                        if arguments.finish() {
                            return ::mcp_runtime::__private::Option::None;
                        }
                        ::mcp_runtime::__private::Option::Some(
                            ::mcp_runtime::__private::answer::<()>()(hello()),
                        )
                    },
                ),
            ),
        ],
    ];
}
