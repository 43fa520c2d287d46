/// Find a city.
#[doc = include_str!("find.md")]
#[inline]
fn find(
    name: &str,
    key: &str,
    units: Units,
    language: String,
    limit: Option<u64>,
    share: f64,
    side: &str,
    digits: Vec<Vec<u8>>,
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
                    .scopes(&["cities:read", scopes::MAPS])
                    .rate(crate::deps::runtime::__private::Rate::per_minute(10u32))
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
                                ),
                        );
                    let schema = schema
                        .borrowed::<
                            &str,
                        >(
                            crate::deps::runtime::__private::Parameter::new("key", "")
                                .secret(),
                        );
                    let schema = schema
                        .property::<
                            Units,
                        >(
                            crate::deps::runtime::__private::Parameter::new("units", "")
                                .default(|| crate::deps::runtime::__private::to_value::<
                                    Units,
                                >(
                                    &{
                                        let default: Units = Units::Metric;
                                        default
                                    },
                                )),
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
                                >(
                                    &crate::deps::runtime::__private::DefaultOf::<
                                        String,
                                        _,
                                    >::default_of("en"),
                                ))
                                .pattern("^[a-z]{2}$")
                                .header("Language"),
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
                                        crate::deps::runtime::__private::Bound::Before(10000000000),
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
                    let schema = schema
                        .borrowed::<
                            &str,
                        >(
                            crate::deps::runtime::__private::Parameter::new("side", "")
                                .default(|| crate::deps::runtime::__private::to_value::<
                                    crate::deps::runtime::__private::OwnedOf<'_, &str>,
                                >(
                                    &crate::deps::runtime::__private::DefaultOf::<
                                        crate::deps::runtime::__private::OwnedOf<'_, &str>,
                                        _,
                                    >::default_of("N"),
                                )),
                        );
                    let schema = schema
                        .property::<
                            Vec<Vec<u8>>,
                        >(
                            crate::deps::runtime::__private::Parameter::new("digits", "")
                                .items(
                                    crate::deps::runtime::__private::Limits::new()
                                        .length(
                                            crate::deps::runtime::__private::Option::Some(1),
                                            crate::deps::runtime::__private::Option::None,
                                        )
                                        .items(
                                            crate::deps::runtime::__private::Limits::new()
                                                .range(
                                                    crate::deps::runtime::__private::Option::None,
                                                    crate::deps::runtime::__private::Option::Some(
                                                        crate::deps::runtime::__private::Bound::Integer(9),
                                                    ),
                                                ),
                                        ),
                                ),
                        );
                    schema
                },
                |call| crate::deps::runtime::__private::blocking(
                    call,
                    |call, arguments| {
                        let held_name = <__State as crate::deps::runtime::__private::Provide<
                            str,
                            __From0,
                        >>::hold(call, arguments, "city");
                        let held_key = <__State as crate::deps::runtime::__private::Provide<
                            str,
                            __From0,
                        >>::hold(call, arguments, "key");
                        let held_units = arguments
                            .hold_or::<
                                Units,
                            >(
                                "units",
                                || {
                                    let default: Units = Units::Metric;
                                    default
                                },
                            );
                        let held_language = arguments
                            .hold_or::<
                                String,
                            >(
                                "language",
                                || crate::deps::runtime::__private::DefaultOf::<
                                    String,
                                    _,
                                >::default_of("en"),
                            );
                        let held_limit = arguments.hold::<Option<u64>>("limit");
                        let held_share = arguments.hold::<f64>("share");
                        let held_side = arguments
                            .hold_borrowed_or::<
                                &str,
                            >(
                                "side",
                                || crate::deps::runtime::__private::DefaultOf::<
                                    crate::deps::runtime::__private::OwnedOf<'_, &str>,
                                    _,
                                >::default_of("N"),
                            );
                        let held_digits = arguments.hold::<Vec<Vec<u8>>>("digits");
                        let (
                            false,
                            crate::deps::runtime::__private::Option::Some(held_name),
                            crate::deps::runtime::__private::Option::Some(held_key),
                            crate::deps::runtime::__private::Option::Some(held_units),
                            crate::deps::runtime::__private::Option::Some(held_language),
                            crate::deps::runtime::__private::Option::Some(held_limit),
                            crate::deps::runtime::__private::Option::Some(held_share),
                            crate::deps::runtime::__private::Option::Some(held_side),
                            crate::deps::runtime::__private::Option::Some(held_digits),
                        ) = (
                            arguments.finish(),
                            held_name,
                            held_key,
                            held_units,
                            held_language,
                            held_limit,
                            held_share,
                            held_side,
                            held_digits,
                        ) else {
                            return crate::deps::runtime::__private::Option::None;
                        };
                        crate::deps::runtime::__private::Option::Some(
                            crate::deps::runtime::__private::answer::<
                                String,
                            >()(
                                find(
                                    <__State as crate::deps::runtime::__private::Provide<
                                        str,
                                        __From0,
                                    >>::lend(&held_name),
                                    <__State as crate::deps::runtime::__private::Provide<
                                        str,
                                        __From0,
                                    >>::lend(&held_key),
                                    held_units,
                                    held_language,
                                    held_limit,
                                    held_share,
                                    <&str as crate::deps::runtime::__private::BorrowedArgument<
                                        '_,
                                    >>::lend(&held_side),
                                    held_digits,
                                ),
                            ),
                        )
                    },
                ),
            ),
        ],
    ];
}
const _: () = if let crate::deps::runtime::__private::Option::Some(fault) = crate::deps::runtime::__private::rate_fault() {
    ::core::panic!("{}", fault)
};
const _: () = if let crate::deps::runtime::__private::Option::Some(fault) = crate::deps::runtime::__private::scope_fault(
    scopes::MAPS,
) {
    ::core::panic!("{}", fault)
};
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
const _: () = if let crate::deps::runtime::__private::Option::Some(fault) = crate::deps::runtime::__private::pattern_fault(
    "^[a-z]{2}$",
) {
    ::core::panic!("{}", fault)
};
