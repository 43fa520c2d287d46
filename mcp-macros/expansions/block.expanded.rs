impl<S: Store> Orders<S> {
    /// Count the orders.
    async fn count(&self, context: &Context) -> u64 {
        self.store.count()
    }
    /// Look into the archive.
    #[cfg(feature = "archive")]
    fn archived(&self, archive: &Archive) -> u64 {
        archive.count()
    }
    /// Count nothing.
    #[cfg(feature = "nothing")]
    fn nothing(&self) {}
    fn helper(&self) {}
}
#[automatically_derived]
impl<S: Store> ::mcp_runtime::__private::ToolNames for Orders<S> {
    const NAMES: &'static [&'static str] = &[
        "count",
        #[cfg(feature = "archive")]
        "archived",
        #[cfg(feature = "nothing")]
        "nothing",
    ];
}
#[automatically_derived]
impl<
    S: Store,
    __State,
    __From0,
    __From1,
    __Method0,
> ::mcp_runtime::__private::Tool<__State, (__From0, __From1, __Method0)> for Orders<S>
where
    S: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Provide<Self, __From0>,
    __State: ::mcp_runtime::__private::Provide<Context, __From1>,
    Orders<S>: ::mcp_runtime::__private::Method<0, __State, __Method0>,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ToolEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::ToolEntry::new::<
                u64,
            >(
                ::mcp_runtime::__private::ToolInfo::new("count", "Count the orders.")
                    .read_only(true),
                |schema| {
                    let schema = <__State as ::mcp_runtime::__private::Provide<
                        Context,
                        __From1,
                    >>::property(
                        schema,
                        ::mcp_runtime::__private::Parameter::new("context", ""),
                    );
                    schema
                },
                |call| ::mcp_runtime::__private::Box::pin(async move {
                    let mut arguments = call.arguments();
                    let held_receiver = <__State as ::mcp_runtime::__private::Provide<
                        Self,
                        __From0,
                    >>::hold(&call, &mut arguments, "self");
                    let held_context = <__State as ::mcp_runtime::__private::Provide<
                        Context,
                        __From1,
                    >>::hold(&call, &mut arguments, "context");
                    let (
                        false,
                        ::mcp_runtime::__private::Option::Some(held_receiver),
                        ::mcp_runtime::__private::Option::Some(held_context),
                    ) = (arguments.finish(), held_receiver, held_context) else {
                        return arguments.refuse();
                    };
                    ::mcp_runtime::__private::answer::<
                        u64,
                    >()(
                        Self::count(
                                <__State as ::mcp_runtime::__private::Provide<
                                    Self,
                                    __From0,
                                >>::lend(&held_receiver),
                                <__State as ::mcp_runtime::__private::Provide<
                                    Context,
                                    __From1,
                                >>::lend(&held_context),
                            )
                            .await,
                    )
                }),
            ),
        ],
        <Orders<S> as ::mcp_runtime::__private::Method<0, __State, __Method0>>::ENTRIES,
        &[
            #[cfg(feature = "nothing")]
            ::mcp_runtime::__private::ToolEntry::new::<
                (),
            >(
                ::mcp_runtime::__private::ToolInfo::new("nothing", "Count nothing."),
                |schema| { schema },
                |call| ::mcp_runtime::__private::at_once(
                    call,
                    |call, arguments| {
                        let held_receiver = <__State as ::mcp_runtime::__private::Provide<
                            Self,
                            __From0,
                        >>::hold(call, arguments, "self");
                        let (
                            false,
                            ::mcp_runtime::__private::Option::Some(held_receiver),
                        ) = (arguments.finish(), held_receiver) else {
                            return ::mcp_runtime::__private::Option::None;
                        };
                        ::mcp_runtime::__private::Option::Some(
                            ::mcp_runtime::__private::answer::<
                                (),
                            >()(
                                Self::nothing(
                                    <__State as ::mcp_runtime::__private::Provide<
                                        Self,
                                        __From0,
                                    >>::lend(&held_receiver),
                                ),
                            ),
                        )
                    },
                ),
            ),
        ],
    ];
}
#[cfg(feature = "archive")]
#[automatically_derived]
impl<
    S: Store,
    __State,
    __From0,
    __From1,
> ::mcp_runtime::__private::Method<0, __State, (__From0, __From1)> for Orders<S>
where
    S: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Provide<Self, __From0>,
    __State: ::mcp_runtime::__private::Provide<Archive, __From1>,
{
    const ENTRIES: &'static [::mcp_runtime::__private::ToolEntry<__State>] = &[
        ::mcp_runtime::__private::ToolEntry::new::<
            u64,
        >(
            ::mcp_runtime::__private::ToolInfo::new(
                "archived",
                "Look into the archive.",
            ),
            |schema| {
                let schema = <__State as ::mcp_runtime::__private::Provide<
                    Archive,
                    __From1,
                >>::property(
                    schema,
                    ::mcp_runtime::__private::Parameter::new("archive", ""),
                );
                schema
            },
            |call| ::mcp_runtime::__private::at_once(
                call,
                |call, arguments| {
                    let held_receiver = <__State as ::mcp_runtime::__private::Provide<
                        Self,
                        __From0,
                    >>::hold(call, arguments, "self");
                    let held_archive = <__State as ::mcp_runtime::__private::Provide<
                        Archive,
                        __From1,
                    >>::hold(call, arguments, "archive");
                    let (
                        false,
                        ::mcp_runtime::__private::Option::Some(held_receiver),
                        ::mcp_runtime::__private::Option::Some(held_archive),
                    ) = (arguments.finish(), held_receiver, held_archive) else {
                        return ::mcp_runtime::__private::Option::None;
                    };
                    ::mcp_runtime::__private::Option::Some(
                        ::mcp_runtime::__private::answer::<
                            u64,
                        >()(
                            Self::archived(
                                <__State as ::mcp_runtime::__private::Provide<
                                    Self,
                                    __From0,
                                >>::lend(&held_receiver),
                                <__State as ::mcp_runtime::__private::Provide<
                                    Archive,
                                    __From1,
                                >>::lend(&held_archive),
                            ),
                        ),
                    )
                },
            ),
        ),
    ];
}
#[cfg(not(all(feature = "archive")))]
#[automatically_derived]
impl<S: Store, __State> ::mcp_runtime::__private::Method<0, __State, ()> for Orders<S>
where
    S: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: 'static,
{
    const ENTRIES: &'static [::mcp_runtime::__private::ToolEntry<__State>] = &[];
}
