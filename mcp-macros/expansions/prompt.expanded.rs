/// Asks for the weather.
async fn weather(stations: &Stations, city: &str, units: Option<Units>) -> Prompt {
    stations.ask(city, units)
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
struct weather {}
#[automatically_derived]
impl ::mcp_runtime::__private::PromptNames for weather {
    const NAMES: &'static [&'static str] = &["weather"];
}
#[automatically_derived]
impl<
    __State,
    __From0,
    __From1,
> ::mcp_runtime::__private::PromptItem<__State, (__From0, __From1)> for weather
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
    __State: ::mcp_runtime::__private::Provide<Stations, __From0>,
    __State: ::mcp_runtime::__private::Provide<str, __From1>,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::PromptEntry<__State>]] = &[
        &[
            ::mcp_runtime::__private::PromptEntry::new::<
                Prompt,
            >(
                    ::mcp_runtime::__private::PromptInfo::new(
                            "weather",
                            "Asks for the weather.",
                        )
                        .title("Weather"),
                    |schema| {
                        let schema = <__State as ::mcp_runtime::__private::Provide<
                            Stations,
                            __From0,
                        >>::property(
                            schema,
                            ::mcp_runtime::__private::Parameter::new("stations", ""),
                        );
                        let schema = schema
                            .borrowed::<
                                &str,
                            >(
                                ::mcp_runtime::__private::Parameter::new(
                                        "city",
                                        "The city.",
                                    )
                                    .title("City"),
                            );
                        let schema = schema
                            .property::<
                                Option<Units>,
                            >(::mcp_runtime::__private::Parameter::new("units", ""));
                        schema
                    },
                    |call| ::mcp_runtime::__private::Box::pin(async move {
                        let mut arguments = call.arguments();
                        let held_stations = <__State as ::mcp_runtime::__private::Provide<
                            Stations,
                            __From0,
                        >>::hold(&call, &mut arguments, "stations");
                        let held_city = <__State as ::mcp_runtime::__private::Provide<
                            str,
                            __From1,
                        >>::hold(&call, &mut arguments, "city");
                        let held_units = arguments.hold::<Option<Units>>("units");
                        let (
                            false,
                            ::mcp_runtime::__private::Option::Some(held_stations),
                            ::mcp_runtime::__private::Option::Some(held_city),
                            ::mcp_runtime::__private::Option::Some(held_units),
                        ) = (arguments.finish(), held_stations, held_city, held_units)
                        else {
                            return arguments.refuse();
                        };
                        ::mcp_runtime::__private::prompt_answer::<
                            Prompt,
                        >()(
                            weather(
                                    <__State as ::mcp_runtime::__private::Provide<
                                        Stations,
                                        __From0,
                                    >>::lend(&held_stations),
                                    <__State as ::mcp_runtime::__private::Provide<
                                        str,
                                        __From1,
                                    >>::lend(&held_city),
                                    held_units,
                                )
                                .await,
                        )
                    }),
                )
                .completing(
                    &[
                        (
                            "city",
                            |completing| ::mcp_runtime::__private::Box::pin(async move {
                                let held_stations = <__State as ::mcp_runtime::__private::Provide<
                                    Stations,
                                    __From0,
                                >>::known(&completing, "stations");
                                ::mcp_runtime::__private::Completed::completed(
                                        cities(
                                            completing.text("city"),
                                            <__State as ::mcp_runtime::__private::Provide<
                                                Stations,
                                                __From0,
                                            >>::lend(&held_stations),
                                            completing.text("units"),
                                        ),
                                    )
                                    .await
                            }),
                        ),
                    ],
                ),
        ],
    ];
}
const _: () = {
    use ::mcp_runtime::__private::ProbeFallback as _;
    ::core::assert!(
        ! ::mcp_runtime::__private::Probe:: < Option < Units > > ::IS_NESTED_OPTION,
        "`units` is an `Option` in an `Option`, and JSON has one `null`\n\nhelp: write one `Option`"
    );
};
const _: () = {
    use ::mcp_runtime::__private::ProbeFallback as _;
    if let ::mcp_runtime::__private::Option::Some(misfit) = ::mcp_runtime::__private::Probe::<
        Option<Units>,
    >::LOOKS
        .misfit(::mcp_runtime::__private::Limit::Argument)
    {
        ::core::panic!("{}", misfit)
    }
};
