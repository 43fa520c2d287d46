/// Find a city.
#[cfg(feature = "cities")]
fn find(#[cfg(feature = "archive")] archive: &Archive, limit: u64) {}
#[cfg(feature = "cities")]
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
struct find {}
#[cfg(feature = "cities")]
#[automatically_derived]
impl ::mcp_runtime::__private::ToolNames for find {
    const NAMES: &'static [&'static str] = &["find"];
}
#[cfg(feature = "cities")]
#[cfg(all(feature = "archive"))]
#[automatically_derived]
impl<__State, __From0> ::mcp_runtime::__private::Tool<__State, (__From0,)> for find
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Provide<Archive, __From0>,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::ToolEntry::new::<
                (),
            >(
                ::mcp_runtime::__private::ToolInfo::new("find", "Find a city."),
                |schema| {
                    let schema = <__State as ::mcp_runtime::__private::Provide<
                        Archive,
                        __From0,
                    >>::property(
                        schema,
                        ::mcp_runtime::__private::Parameter::new("archive", ""),
                    );
                    let schema = schema
                        .property::<
                            u64,
                        >(::mcp_runtime::__private::Parameter::new("limit", ""));
                    schema
                },
                |call| ::mcp_runtime::__private::at_once(
                    call,
                    |call, arguments| {
                        let held_archive = <__State as ::mcp_runtime::__private::Provide<
                            Archive,
                            __From0,
                        >>::hold(call, arguments, "archive");
                        let held_limit = arguments.hold::<u64>("limit");
                        let (
                            false,
                            ::mcp_runtime::__private::Option::Some(held_archive),
                            ::mcp_runtime::__private::Option::Some(held_limit),
                        ) = (arguments.finish(), held_archive, held_limit) else {
                            return ::mcp_runtime::__private::Option::None;
                        };
                        ::mcp_runtime::__private::Option::Some(
                            ::mcp_runtime::__private::answer::<
                                (),
                            >()(
                                find(
                                    <__State as ::mcp_runtime::__private::Provide<
                                        Archive,
                                        __From0,
                                    >>::lend(&held_archive),
                                    held_limit,
                                ),
                            ),
                        )
                    },
                ),
            ),
        ],
    ];
}
#[cfg(feature = "cities")]
#[cfg(not(all(feature = "archive")))]
#[automatically_derived]
impl<__State> ::mcp_runtime::__private::Tool<__State, ()> for find
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::ToolEntry::new::<
                (),
            >(
                ::mcp_runtime::__private::ToolInfo::new("find", "Find a city."),
                |schema| {
                    let schema = schema
                        .property::<
                            u64,
                        >(::mcp_runtime::__private::Parameter::new("limit", ""));
                    schema
                },
                |call| ::mcp_runtime::__private::at_once(
                    call,
                    |_, arguments| {
                        let held_limit = arguments.hold::<u64>("limit");
                        let (
                            false,
                            ::mcp_runtime::__private::Option::Some(held_limit),
                        ) = (arguments.finish(), held_limit) else {
                            return ::mcp_runtime::__private::Option::None;
                        };
                        ::mcp_runtime::__private::Option::Some(
                            ::mcp_runtime::__private::answer::<()>()(find(held_limit)),
                        )
                    },
                ),
            ),
        ],
    ];
}
