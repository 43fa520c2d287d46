/// The notes of a day.
fn notes(user: u32, path: String, most: Option<u8>) -> Result<String, ToolFailure> {
    read(user, path, most)
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
struct notes {}
#[automatically_derived]
impl ::mcp_runtime::__private::ResourceNames for notes {
    const NAMES: &'static [&'static str] = &["notes://{user}/{+path}{?most}"];
    const SHAPES: &'static [&'static str] = &["notes://{u32}/{+}{?most:Option < u8 >}"];
}
#[automatically_derived]
impl<__State> ::mcp_runtime::__private::ResourceItem<__State, ()> for notes
where
    __State: ::mcp_runtime::__private::Send + ::mcp_runtime::__private::Sync + 'static,
{
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ResourceEntry<
        __State,
    >]] = &[
        &[
            ::mcp_runtime::__private::ResourceEntry::new::<
                Result<String, ToolFailure>,
            >(
                ::mcp_runtime::__private::ResourceInfo::new(
                        "notes://{user}/{+path}{?most}",
                        "notes",
                        "The notes of a day.",
                    )
                    .template(
                        &[
                            ::mcp_runtime::__private::Piece::Literal("notes://"),
                            ::mcp_runtime::__private::Piece::Simple("user"),
                            ::mcp_runtime::__private::Piece::Literal("/"),
                            ::mcp_runtime::__private::Piece::Reserved("path"),
                            ::mcp_runtime::__private::Piece::Query(&["most"]),
                        ],
                    )
                    .mime_type("text/plain")
                    .audience(&[::mcp_runtime::__private::Audience::User])
                    .cache_for(::mcp_runtime::__private::Duration::from_millis(60000u64))
                    .cache_scope(::mcp_runtime::__private::CacheScope::Public),
                |schema| {
                    let schema = schema
                        .property::<
                            u32,
                        >(::mcp_runtime::__private::Parameter::new("user", ""));
                    let schema = schema
                        .property::<
                            String,
                        >(::mcp_runtime::__private::Parameter::new("path", ""));
                    let schema = schema
                        .property::<
                            Option<u8>,
                        >(::mcp_runtime::__private::Parameter::new("most", ""));
                    schema
                },
                |call| ::mcp_runtime::__private::at_once(
                    call,
                    |_, arguments| {
                        let held_user = arguments.hold::<u32>("user");
                        let held_path = arguments.hold::<String>("path");
                        let held_most = arguments.hold::<Option<u8>>("most");
                        let (
                            false,
                            ::mcp_runtime::__private::Option::Some(held_user),
                            ::mcp_runtime::__private::Option::Some(held_path),
                            ::mcp_runtime::__private::Option::Some(held_most),
                        ) = (arguments.finish(), held_user, held_path, held_most) else {
                            return ::mcp_runtime::__private::Option::None;
                        };
                        ::mcp_runtime::__private::Option::Some(
                            ::mcp_runtime::__private::resource_answer::<
                                Result<String, ToolFailure>,
                            >()(notes(held_user, held_path, held_most)),
                        )
                    },
                ),
            ),
        ],
    ];
}
const _: () = if let ::mcp_runtime::__private::Option::Some(fault) = ::mcp_runtime::__private::media_type_fault(
    "text/plain",
) {
    ::core::panic!("{}", fault)
};
/// A mistake.
fn refused(year: u32) -> String {
    year.to_string()
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    unreachable_pub,
    missing_debug_implementations,
    clippy::exhaustive_structs,
    reason = "named after the function"
)]
struct refused {}
#[automatically_derived]
impl ::mcp_runtime::__private::ResourceNames for refused {
    const NAMES: &'static [&'static str] = &[];
}
#[automatically_derived]
impl<__State: 'static> ::mcp_runtime::__private::ResourceItem<__State, ()> for refused {
    const GROUPS: &'static [&'static [::mcp_runtime::__private::ResourceEntry<
        __State,
    >]] = &[];
}
::core::compile_error! {
    "the address has the variable `day`, and no parameter is called so\n\nhelp: add a parameter, such as `day: String`, or remove the variable"
}
::core::compile_error! {
    "`year` is not in the address, whose variables are `day`\n\nhelp: write `{year}` into the address; state is taken by reference, as in `&Notes`"
}
