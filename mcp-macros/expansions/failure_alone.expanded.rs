#[automatically_derived]
impl ::mcp_runtime::__private::OwnWords for Failure {}
#[automatically_derived]
impl ::mcp_runtime::__private::From<Failure> for ::mcp_runtime::__private::ToolFailure {
    fn from(failure: Failure) -> Self {
        use ::mcp_runtime::__private::{
            AsDisplay as _, AsDisplayOfNone as _, AsDisplayOfPath as _,
        };
        use ::mcp_runtime::__private::{
            SendError as _, SendErrorInside as _, SendOther as _, SendOwn as _,
        };
        match failure {
            Failure::Service { ref status, .. } => {
                (&&&&::mcp_runtime::__private::Unmarked(status)).__may_be_sent();
                let told = ::mcp_runtime::__private::told(
                    ::mcp_runtime::__private::FailureKind::Unavailable,
                    &[
                        ::mcp_runtime::__private::Part::Words(
                            "the service does not answer (status ",
                        ),
                        ::mcp_runtime::__private::Part::Value(
                            "status",
                            &::mcp_runtime::__private::Field(status).__as_display(),
                        ),
                        ::mcp_runtime::__private::Part::Words(")"),
                    ],
                );
                let told = ::mcp_runtime::__private::otherwise(
                    told,
                    &[::mcp_runtime::__private::Part::Words("tell the user")],
                );
                ::mcp_runtime::__private::logged(told, failure)
            }
            Failure::Ledger { .. } => {
                let told = ::mcp_runtime::__private::told(
                    ::mcp_runtime::__private::FailureKind::Internal,
                    &[::mcp_runtime::__private::Part::Words("the ledger cannot be read")],
                );
                ::mcp_runtime::__private::logged(told, failure)
            }
            Failure::Inner { 0: inner, .. } => {
                ::mcp_runtime::__private::IsFailure::into_failure(inner)
            }
        }
    }
}
#[automatically_derived]
impl ::mcp_runtime::__private::fmt::Display for Failure {
    fn fmt(
        &self,
        formatter: &mut ::mcp_runtime::__private::fmt::Formatter<'_>,
    ) -> ::mcp_runtime::__private::fmt::Result {
        use ::mcp_runtime::__private::{
            AsDisplay as _, AsDisplayOfNone as _, AsDisplayOfPath as _,
        };
        match self {
            Failure::Service { status, .. } => {
                formatter
                    .write_fmt(
                        ::mcp_runtime::__private::format_args!(
                            "the service does not answer (status {})",
                            ::mcp_runtime::__private::Field(status).__as_display()
                        ),
                    )
            }
            Failure::Ledger { .. } => {
                formatter
                    .write_fmt(
                        ::mcp_runtime::__private::format_args!(
                            "the ledger cannot be read"
                        ),
                    )
            }
            Failure::Inner { 0: inner, .. } => {
                ::mcp_runtime::__private::fmt::Display::fmt(inner, formatter)
            }
        }
    }
}
#[automatically_derived]
impl ::mcp_runtime::__private::Error for Failure {
    fn source(
        &self,
    ) -> ::mcp_runtime::__private::Option<
        &(dyn ::mcp_runtime::__private::Error + 'static),
    > {
        use ::mcp_runtime::__private::AsDynError as _;
        match self {
            Failure::Service { source: source, .. } => {
                ::mcp_runtime::__private::Option::Some(source.__as_dyn_error())
            }
            Failure::Ledger { 0: source, .. } => {
                ::mcp_runtime::__private::Option::Some(source.__as_dyn_error())
            }
            _ => ::mcp_runtime::__private::Option::None,
        }
    }
}
#[automatically_derived]
impl ::mcp_runtime::__private::From<Database> for Failure {
    fn from(source: Database) -> Self {
        Failure::Ledger { 0: source }
    }
}
