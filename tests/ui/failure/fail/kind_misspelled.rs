//! A kind in another spelling is one mistake, and an option in another place as well.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("no city named '{0}'")]
    #[failure("not_found")]
    Quoted(String),
    #[error("no country named '{0}'")]
    #[failure(not-found)]
    Hyphen(String),
    #[error("no river named '{0}'")]
    #[failure(Self::not_found)]
    Path(String),
    #[error("the map {0} is lent out already")]
    #[failure(conflict)]
    Http(String),
    #[error("the atlas is closed for {0}")]
    #[failure(forbidden, untrusted)]
    Field(String),
    #[error("the atlas is torn")]
    #[failure(unavailable, display)]
    Enum,
    #[error("too many maps were asked for")]
    #[failure(rate_limited, retry = soon)]
    Wait,
}

fn main() {}
