/// Cancel an order.
async fn cancel(
    orders: &Orders,
    id: u64,
    reason: Option<&str>,
) -> Result<Receipt, ToolFailure> {
    orders.cancel(id, reason).await
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
struct cancel {}
#[automatically_derived]
impl ::mcp_runtime::__private::ToolNames for cancel {
    const NAMES: &'static [&'static str] = &["cancel"];
}
#[automatically_derived]
impl<__State, __From0> ::mcp_runtime::__private::Tool<__State, (__From0,)> for cancel
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Provide<Orders, __From0>,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::ToolEntry::new::<
                Result<Receipt, ToolFailure>,
            >(
                ::mcp_runtime::__private::ToolInfo::new("cancel", "Cancel an order."),
                |schema| {
                    let schema = <__State as ::mcp_runtime::__private::Provide<
                        Orders,
                        __From0,
                    >>::property(
                        schema,
                        ::mcp_runtime::__private::Parameter::new("orders", ""),
                    );
                    let schema = schema
                        .property::<
                            u64,
                        >(::mcp_runtime::__private::Parameter::new("id", "The order."));
                    let schema = schema
                        .borrowed::<
                            Option<&str>,
                        >(::mcp_runtime::__private::Parameter::new("reason", ""));
                    schema
                },
                |call| ::mcp_runtime::__private::Box::pin(async move {
                    let mut arguments = call.arguments();
                    let held_orders = <__State as ::mcp_runtime::__private::Provide<
                        Orders,
                        __From0,
                    >>::hold(&call, &mut arguments, "orders");
                    let held_id = arguments.hold::<u64>("id");
                    let held_reason = arguments.hold_borrowed::<Option<&str>>("reason");
                    let (
                        false,
                        ::mcp_runtime::__private::Option::Some(held_orders),
                        ::mcp_runtime::__private::Option::Some(held_id),
                        ::mcp_runtime::__private::Option::Some(held_reason),
                    ) = (arguments.finish(), held_orders, held_id, held_reason) else {
                        return arguments.refuse();
                    };
                    ::mcp_runtime::__private::answer::<
                        Result<Receipt, ToolFailure>,
                    >()(
                        cancel(
                                <__State as ::mcp_runtime::__private::Provide<
                                    Orders,
                                    __From0,
                                >>::lend(&held_orders),
                                held_id,
                                ::mcp_runtime::__private::BorrowedArgument::lend(
                                    &held_reason,
                                ),
                            )
                            .await,
                    )
                }),
            ),
        ],
    ];
}
