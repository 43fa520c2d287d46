impl Orders {
    /// Compare.
    pub fn compare(&self, other: &Self, least: u64) -> Result<u64, Self> {
        Ok(least)
    }
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
pub struct OrderQueries {}
#[automatically_derived]
impl ::mcp_runtime::__private::ToolNames for OrderQueries {
    const NAMES: &'static [&'static str] = &["compare"];
}
#[automatically_derived]
impl<__State, __From0> ::mcp_runtime::__private::Tool<__State, (__From0,)>
for OrderQueries
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Provide<Orders, __From0>,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::ToolEntry::new::<
                Result<u64, Orders>,
            >(
                ::mcp_runtime::__private::ToolInfo::new("compare", "Compare."),
                |schema| {
                    let schema = <__State as ::mcp_runtime::__private::Provide<
                        Orders,
                        __From0,
                    >>::property(
                        schema,
                        ::mcp_runtime::__private::Parameter::new("other", ""),
                    );
                    let schema = schema
                        .property::<
                            u64,
                        >(
                            ::mcp_runtime::__private::Parameter::new("least", "")
                                .default(|| ::mcp_runtime::__private::to_value::<
                                    u64,
                                >(
                                    &{
                                        let default: u64 = <Orders>::LEAST;
                                        default
                                    },
                                )),
                        );
                    schema
                },
                |call| ::mcp_runtime::__private::at_once(
                    call,
                    |call, arguments| {
                        let held_receiver = <__State as ::mcp_runtime::__private::Provide<
                            Orders,
                            __From0,
                        >>::hold(call, arguments, "self");
                        let held_other = <__State as ::mcp_runtime::__private::Provide<
                            Orders,
                            __From0,
                        >>::hold(call, arguments, "other");
                        let held_least = arguments
                            .hold_or::<
                                u64,
                            >(
                                "least",
                                || {
                                    let default: u64 = <Orders>::LEAST;
                                    default
                                },
                            );
                        let (
                            false,
                            ::mcp_runtime::__private::Option::Some(held_receiver),
                            ::mcp_runtime::__private::Option::Some(held_other),
                            ::mcp_runtime::__private::Option::Some(held_least),
                        ) = (arguments.finish(), held_receiver, held_other, held_least)
                        else {
                            return ::mcp_runtime::__private::Option::None;
                        };
                        ::mcp_runtime::__private::Option::Some(
                            ::mcp_runtime::__private::answer::<
                                Result<u64, Orders>,
                            >()(
                                <Orders>::compare(
                                    <__State as ::mcp_runtime::__private::Provide<
                                        Orders,
                                        __From0,
                                    >>::lend(&held_receiver),
                                    <__State as ::mcp_runtime::__private::Provide<
                                        Orders,
                                        __From0,
                                    >>::lend(&held_other),
                                    held_least,
                                ),
                            ),
                        )
                    },
                ),
            ),
        ],
    ];
}
