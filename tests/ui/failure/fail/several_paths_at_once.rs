use mcp_runtime::ToolFailure;

const NOT_FOUND: i64 = -32002;

#[derive(Debug, ToolFailure)]
enum OrderFailure {
    #[failure(message = "no order {id} in the list of orders")]
    NoKind { id: u64 },

    #[failure(unavailable, message = "error")]
    SaysNothing,

    #[failure(rejected, message = "the order is closed already", code = -32050)]
    ReservedLiteral,

    #[failure(rejected, message = "the order is paid already", code = NOT_FOUND)]
    ReservedConstant,
}

fn main() {}
