const _: () = ::mcp_runtime::__private::is_code(&UNKNOWN_CITY);
const _: ::mcp_runtime::__private::ErrorCode = ::mcp_runtime::__private::Code(
        UNKNOWN_CITY,
    )
    .application();
#[automatically_derived]
impl<T> ::mcp_runtime::__private::OwnWords for Failure<T> {}
#[automatically_derived]
impl<T> ::mcp_runtime::__private::From<Failure<T>>
for ::mcp_runtime::__private::ToolFailure
where
    T: ::mcp_runtime::__private::fmt::Display,
    Failure<T>: ::mcp_runtime::__private::Logged,
{
    fn from(failure: Failure<T>) -> Self {
        use ::mcp_runtime::__private::{
            AsDisplay as _, AsDisplayOfNone as _, AsDisplayOfPath as _,
        };
        use ::mcp_runtime::__private::{
            SendError as _, SendErrorInside as _, SendOther as _, SendOwn as _,
        };
        match failure {
            Failure::UnknownCity { ref city, ref id, .. } => {
                (&&&&::mcp_runtime::__private::Unmarked(city)).__may_be_sent();
                (&&&&::mcp_runtime::__private::Unmarked(id)).__may_be_sent();
                let told = ::mcp_runtime::__private::told(
                        ::mcp_runtime::__private::FailureKind::NotFound,
                        &[
                            ::mcp_runtime::__private::Part::Words("no city named '"),
                            ::mcp_runtime::__private::Part::Value(
                                "city",
                                &::mcp_runtime::__private::Field(city).__as_display(),
                            ),
                            ::mcp_runtime::__private::Part::Words("', "),
                            ::mcp_runtime::__private::Part::Value(
                                "id",
                                &::mcp_runtime::__private::format_args!(
                                    "{value:#06x}", value = id + 1
                                ),
                            ),
                        ],
                    )
                    .code(::mcp_runtime::__private::Code(UNKNOWN_CITY).application());
                let told = ::mcp_runtime::__private::try_next(
                    told,
                    &[::mcp_runtime::__private::Part::Words("Check the spelling.")],
                );
                ::mcp_runtime::__private::logged(told, failure)
            }
            Failure::Refused { 0: ref _0, 1: ref _1, 2: ref _2, .. } => {
                (&&&&::mcp_runtime::__private::Unmarked(_0)).__may_be_sent();
                let told = ::mcp_runtime::__private::quoting(
                        ::mcp_runtime::__private::told(
                            ::mcp_runtime::__private::FailureKind::RateLimited,
                            &[
                                ::mcp_runtime::__private::Part::Words(
                                    "the service refused ",
                                ),
                                ::mcp_runtime::__private::Part::Value(
                                    "0",
                                    &::mcp_runtime::__private::Field(_0).__as_display(),
                                ),
                                ::mcp_runtime::__private::Part::Words(": "),
                                ::mcp_runtime::__private::Part::Quoted(
                                    "1",
                                    &::mcp_runtime::__private::format_args!(
                                        "{value:>width$}", value = _1, width = 4
                                    ),
                                ),
                            ],
                        ),
                    )
                    .retry(
                        ::mcp_runtime::__private::Retry::After(
                            ::mcp_runtime::__private::Duration::from_millis(30000u64),
                        ),
                    );
                let told = ::mcp_runtime::__private::wait(told, _2);
                ::mcp_runtime::__private::logged(told, failure)
            }
            Failure::Database { .. } => {
                let told = ::mcp_runtime::__private::broken();
                ::mcp_runtime::__private::logged(told, failure)
            }
            Failure::Inner { 0: inner, .. } => {
                ::mcp_runtime::__private::IsFailure::into_failure(inner)
            }
        }
    }
}
