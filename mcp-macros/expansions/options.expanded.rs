/// Find a city.
#[doc = include_str!("find.md")]
#[inline]
fn find(
    name: &str,
    units: Units,
    language: String,
    limit: Option<u64>,
    share: f64,
) -> String {
    name.to_owned()
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
struct FindCity {}
#[automatically_derived]
impl crate::deps::runtime::__private::ToolNames for FindCity {
    const NAMES: &'static [&'static str] = &["find_city"];
}
#[automatically_derived]
impl<__State, __From0> crate::deps::runtime::__private::Tool<__State, (__From0,)>
for FindCity
where
    __State: crate::deps::runtime::__private::Send
        + crate::deps::runtime::__private::Sync + 'static,
    __State: crate::deps::runtime::__private::Provide<str, __From0>,
{
    const GROUPS: &'static [&'static [crate::deps::runtime::__private::ToolEntry<
        __State,
    >]] = &[
        &[
            crate::deps::runtime::__private::ToolEntry::new::<
                String,
            >(
                crate::deps::runtime::__private::ToolInfo::new(
                        "find_city",
                        ::core::concat!("Find a city.", "\n\n", include_str!("find.md")),
                    )
                    .title("Find a city")
                    .icon("https://example.com/icon.png")
                    .read_only(true)
                    .destructive(false)
                    .idempotent(true)
                    .open_world(false)
                    .timeout(
                        crate::deps::runtime::__private::Duration::from_millis(1500u64),
                    )
                    .max_running(4)
                    .meta(|| json!({ "a" : 1 }))
                    .recursive()
                    .conversions(crate::deps::runtime::__private::Conversions::Scalars)
                    .unknown_arguments(
                        crate::deps::runtime::__private::UnknownArguments::Ignore,
                    )
                    .invalid_arguments(
                        crate::deps::runtime::__private::InvalidArguments::ToolFailure,
                    ),
                |schema| {
                    let schema = schema
                        .borrowed::<
                            &str,
                        >(
                            crate::deps::runtime::__private::Parameter::new("city", "")
                                .examples(
                                    &[|| crate::deps::runtime::__private::to_value(&"Oslo")],
                                )
                                .length(
                                    crate::deps::runtime::__private::Option::Some(1),
                                    crate::deps::runtime::__private::Option::Some(
                                        crate::deps::runtime::__private::count(LONGEST),
                                    ),
                                )
                                .secret(),
                        );
                    let schema = schema
                        .property::<
                            Units,
                        >(
                            crate::deps::runtime::__private::Parameter::new("units", "")
                                .default(|| crate::deps::runtime::__private::to_value::<
                                    Units,
                                >(&Units::Metric)),
                        );
                    let schema = schema
                        .property::<
                            String,
                        >(
                            crate::deps::runtime::__private::Parameter::new(
                                    "language",
                                    "",
                                )
                                .default(|| crate::deps::runtime::__private::to_value::<
                                    String,
                                >(&crate::deps::runtime::__private::From::from("en"))),
                        );
                    let schema = schema
                        .property::<
                            Option<u64>,
                        >(
                            crate::deps::runtime::__private::Parameter::new(
                                    "limit",
                                    "How many.",
                                )
                                .examples(
                                    &[
                                        || crate::deps::runtime::__private::to_value(&3i64),
                                        || crate::deps::runtime::__private::to_value(&5000000000i64),
                                    ],
                                )
                                .range(
                                    crate::deps::runtime::__private::Option::Some(
                                        crate::deps::runtime::__private::Bound::Integer(1),
                                    ),
                                    crate::deps::runtime::__private::Option::Some(
                                        crate::deps::runtime::__private::Bound::Integer(99),
                                    ),
                                ),
                        );
                    let schema = schema
                        .property::<
                            f64,
                        >(
                            crate::deps::runtime::__private::Parameter::new(
                                    "share",
                                    "Share",
                                )
                                .range(
                                    crate::deps::runtime::__private::Option::Some(
                                        crate::deps::runtime::__private::Bound::Number(-0.5f64),
                                    ),
                                    crate::deps::runtime::__private::Option::None,
                                ),
                        );
                    schema
                },
                |call| crate::deps::runtime::__private::blocking(
                    call,
                    |call| {
                        let mut arguments = call.arguments();
                        let held_name = <__State as crate::deps::runtime::__private::Provide<
                            str,
                            __From0,
                        >>::hold(&call, &mut arguments, "city");
                        let held_units = arguments
                            .hold_or::<Units>("units", || Units::Metric);
                        let held_language = arguments
                            .hold_or::<
                                String,
                            >(
                                "language",
                                || crate::deps::runtime::__private::From::from("en"),
                            );
                        let held_limit = arguments.hold::<Option<u64>>("limit");
                        let held_share = arguments.hold::<f64>("share");
                        let (
                            false,
                            crate::deps::runtime::__private::Option::Some(held_name),
                            crate::deps::runtime::__private::Option::Some(held_units),
                            crate::deps::runtime::__private::Option::Some(held_language),
                            crate::deps::runtime::__private::Option::Some(held_limit),
                            crate::deps::runtime::__private::Option::Some(held_share),
                        ) = (
                            arguments.finish(),
                            held_name,
                            held_units,
                            held_language,
                            held_limit,
                            held_share,
                        ) else {
                            return arguments.refuse();
                        };
                        crate::deps::runtime::__private::answer::<
                            String,
                        >()(
                            find(
                                <__State as crate::deps::runtime::__private::Provide<
                                    str,
                                    __From0,
                                >>::lend(&held_name),
                                held_units,
                                held_language,
                                held_limit,
                                held_share,
                            ),
                        )
                    },
                ),
            ),
        ],
    ];
}
const _: () = ::core::assert!(
    1 <= LONGEST,
    "no length is in `1..=LONGEST`\n\nhelp: write the smaller end first; `a..=b` includes `b`"
);
const _: () = {
    use crate::deps::runtime::__private::ProbeFallback as _;
    ::core::assert!(
        ! crate ::deps::runtime::__private::Probe:: < Units > ::IS_OPTION,
        "`units` has a default, so it is never `None`\n\nhelp: write the type without its `Option`, or remove `default`"
    );
};
