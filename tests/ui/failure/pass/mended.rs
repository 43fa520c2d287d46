//! Each mistake of `fail`, mended as the help line says. One module for each file.
#![allow(dead_code, reason = "to be compiled")]

mod advice_given_twice {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the atlas is closed")]
        #[failure(unavailable)]
        Closed,
        #[error("the atlas is being printed")]
        #[failure(unavailable, retry = after("1m"))]
        Printing,
        #[error("no city named '{0}'")]
        #[failure(not_found, try_next = "Check the spelling.")]
        UnknownCity(String),
        #[error("the map of {0} is private")]
        #[failure(forbidden, try_next = "Ask the user.", otherwise = "go on without the map")]
        Private(String),
        #[error("the map of {0} is a secret")]
        #[failure(forbidden, try_next = "Ask the user.")]
        Secret(String),
    }
}

mod advice_in_the_message {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the atlas is being printed")]
        #[failure(unavailable, retry = after("30s"))]
        Printing,
        #[error("the card of the library has expired")]
        #[failure(unauthenticated)]
        Expired,
        #[error("the reader has no card yet")]
        #[failure(unauthenticated, try_next = "Ask the user to sign in at the desk.")]
        NoCard,
        #[error("no city named '{0}'")]
        #[failure(not_found, try_next = "Check the spelling.")]
        UnknownCity(String),
    }
}

mod bare_value {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the search was refused: {0}")]
        #[failure(rejected)]
        Bare(String),
        #[error("the index is broken at byte {}", .0.len())]
        #[failure(unavailable)]
        Debug(Vec<u8>),
        #[error("the atlas cannot be read")]
        #[failure(unavailable)]
        Foreign { source: std::io::Error },
        #[error("{}", .reason)]
        #[failure(invalid_input, allow(weak_message))]
        Argument { reason: String },
    }
}

mod code_as_message {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, ToolFailure)]
    enum Failure {
        #[failure(unavailable, message = "the database does not answer", code = 17)]
        Database,
        #[failure(rejected, message = "the order was shipped already", code = 18)]
        Shipped,
    }
}

mod empty_advice {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{0}'")]
        #[failure(not_found)]
        Blank(String),
        #[error("no country named '{0}'")]
        #[failure(not_found, try_next = "Check the spelling.")]
        Idle(String),
        #[error("the atlas is closed today")]
        #[failure(unavailable)]
        Closed,
    }
}

mod field_without_display {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, ToolFailure)]
    enum Failure {
        #[failure(rejected, message("{} maps are lent out", .pages.len()))]
        Lent { pages: Vec<u16> },
        #[failure(rejected, message = "the maps {pages:>8?} are torn")]
        Torn { pages: Vec<u16> },
        #[failure(rejected, message = "the maps {pages} are wet")]
        Wet { pages: Pages },
    }

    #[derive(Debug)]
    struct Pages(Vec<u16>);

    impl std::fmt::Display for Pages {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{:?}", self.0)
        }
    }
}

mod foreign_text_exposed {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the atlas cannot be read")]
        #[failure(unavailable)]
        Read(#[from] std::io::Error),
        #[error("the atlas has a page that is no number: {}", .cause.to_string())]
        #[failure(rejected)]
        Page {
            #[source]
            #[failure(untrusted)]
            cause: std::num::ParseIntError,
        },
        #[error("the atlas is wet")]
        #[failure(rejected)]
        Wet(#[source] std::fmt::Error),
        #[error("the atlas is lent out: {}", format!("{}", .0))]
        #[failure(rejected)]
        Lent(
            #[source]
            #[failure(untrusted)]
            std::fmt::Error,
        ),
        #[error(fmt = whole)]
        #[failure(rejected, message = "the atlas is torn")]
        Whole(#[source] std::fmt::Error),
    }

    fn whole(error: &std::fmt::Error, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the atlas is torn: {error}")
    }
}

mod foreign_text_unmarked {
    use std::error::Error;
    use std::fmt;
    use std::sync::Arc;

    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the upload of the map broke off")]
        #[failure(unavailable)]
        Upload(std::io::Error),
        #[error("the index of the atlas is torn: {why:?}")]
        #[failure(unavailable)]
        Index {
            #[failure(untrusted)]
            why: Arc<std::fmt::Error>,
        },
        #[error("the printer does not answer: {}", .0.to_string().trim())]
        #[failure(unavailable)]
        Printer(#[failure(untrusted)] Box<dyn Error + Send + Sync>),
        #[error("the map {0} is lent out")]
        #[failure(rejected, try_next = "Ask the user for another.")]
        Lent(String, std::str::Utf8Error),
    }

    #[derive(Debug, ToolFailure)]
    #[failure(display)]
    enum Displayed {
        #[failure(unavailable, message = "the upload of the map broke off")]
        Upload(std::io::Error),
    }

    impl fmt::Display for Displayed {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let Self::Upload(error) = self;
            write!(f, "the upload broke off: {error}")
        }
    }

    impl Error for Displayed {}
}

mod generic_words_around_a_value {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the search for {0} was refused: {1}")]
        #[failure(rejected)]
        Two(String, String),
        #[error("the map {0} has no page {1:?}")]
        #[failure(rejected)]
        Debug(String, Option<u8>),
        #[error("{0}")]
        #[failure(unavailable, allow(weak_message))]
        Something(String),
        #[error("the printer cannot print in colour ({code})")]
        #[failure(unsupported)]
        Code { code: u16 },
        #[error("the atlas is torn: {0}")]
        #[failure(rejected, code = 17)]
        Shouted(String),
        #[error("the map of {0} is private")]
        #[failure(forbidden)]
        Denied(String),
    }
}

mod kind_as_a_value {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{city}'")]
        #[failure(not_found, try_next = "Check the spelling.")]
        UnknownCity { city: String },
        #[error("the atlas is closed today")]
        #[failure(unavailable)]
        Closed,
    }
}

mod message_that_says_nothing {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{city}'")]
        #[failure(rejected)]
        Empty { city: String },
        #[error("the order {id} was shipped already")]
        #[failure(unavailable)]
        Error { id: u8 },
        #[error("the order {id} was paid already")]
        #[failure(unsupported)]
        Something { id: u8 },
        #[error("the search was refused: {0}")]
        #[failure(forbidden)]
        Label(String),
    }
}

mod no_error {
    use std::fmt;

    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    #[error("the atlas is closed today")]
    #[failure(unavailable)]
    struct Derived;

    #[derive(Debug, ToolFailure)]
    #[failure(unavailable, message = "the atlas is closed today")]
    struct Worded;

    #[derive(Debug, ToolFailure)]
    #[failure(display, unavailable)]
    struct Closed;

    impl fmt::Display for Closed {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the atlas is closed today")
        }
    }

    impl std::error::Error for Closed {}
}

mod no_kind {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{0}'")]
        #[failure(not_found)]
        UnknownCity(String),
        #[error("the atlas is closed today")]
        #[failure(rejected, retry = never)]
        Closed,
    }

    #[derive(Debug, ToolFailure)]
    #[failure(internal, message = "the atlas is closed today")]
    struct Closed;
}

mod no_message {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, ToolFailure)]
    enum Failure {
        #[failure(unavailable, message = "the atlas is closed today")]
        Closed,
        #[failure(internal, message = "the atlas is torn")]
        Torn(#[from] std::io::Error),
        #[failure(rejected, message = "no map shows {country}")]
        UnknownCity { country: String },
        #[failure(rejected, message = "the map {{map is torn, {map}")]
        Map { map: String },
        #[failure(rejected, message("the page {0} is torn, see {1}", .page, .page + 1))]
        Page { page: u8 },
    }

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Derived {
        #[error("the atlas is closed today")]
        #[failure(unavailable)]
        Closed,
    }
}

mod nothing_to_change {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{city}'")]
        #[failure(not_found)]
        UnknownCity { city: String },
        #[error("the dates are in the wrong order")]
        #[failure(invalid_input, try_next = "Put the earlier date first.")]
        Dates,
    }
}

mod reserved_code {
    use mcp_runtime::ToolFailure;

    const OUT_OF_STOCK: i64 = 4009;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the atlas of {0} is closed")]
        #[failure(rejected, code = -31999)]
        Outside(String),
        #[error("the atlas of {0} is closed")]
        #[failure(rejected, code = 4009)]
        Literal(String),
        #[error("the atlas of {0} is closed")]
        #[failure(rejected, code = OUT_OF_STOCK)]
        Constant(String),
    }
}

mod reserved_constant {
    use mcp_runtime::{ErrorCode, ToolFailure};

    const NOT_FOUND: i64 = 2002;
    const CLOSED: i32 = -32769;
    const TORN: ErrorCode = ErrorCode::application(7);

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure<T: std::fmt::Debug + Send + Sync + 'static> {
        #[error("no city is called {0:?}")]
        #[failure(not_found, code = NOT_FOUND)]
        UnknownCity(T),
        #[error("the atlas is closed today")]
        #[failure(rejected, code = CLOSED)]
        Closed,
        #[error("the atlas is torn")]
        #[failure(rejected, code = TORN)]
        Torn,
    }
}

mod secret_shown {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the token has expired")]
        #[failure(unauthenticated)]
        Expired {
            #[failure(secret)]
            token: String,
        },
        #[error("the key starting with {} is not known", .0.get(..2).unwrap_or(""))]
        #[failure(internal)]
        Key(String),
        #[error("the account is closed")]
        #[failure(forbidden, try_next = "Ask the user for another account.")]
        Account {
            #[failure(secret)]
            password: String,
        },
        #[error(fmt = locked)]
        #[failure(forbidden, message = "the account is locked")]
        Locked(#[failure(secret)] String),
        #[error(fmt = locked)]
        #[failure(forbidden, message = "the account {0} is locked")]
        Quoted(#[failure(untrusted)] String),
    }

    fn locked(_: &String, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the account is locked")
    }
}

mod several_mistakes {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the order {id} was shipped already")]
        #[failure(unavailable, code = -33050)]
        Error { id: u8 },
        #[error("the atlas cannot be read: {0}")]
        #[failure(unavailable)]
        Read(
            #[from]
            #[failure(untrusted)]
            std::io::Error,
        ),
        #[error("no city named '{0}'")]
        #[failure(not_found)]
        UnknownCity(String),
    }
}

mod several_paths_at_once {
    use mcp_runtime::ToolFailure;

    const NOT_FOUND: i64 = 2002;

    #[derive(Debug, ToolFailure)]
    enum OrderFailure {
        #[failure(not_found, message = "no order {id} in the list of orders")]
        NoKind { id: u64 },
        #[failure(unavailable, message = "the order {id} was shipped already")]
        SaysNothing { id: u64 },
        #[failure(rejected, message = "the order is closed already", code = 32050)]
        ReservedLiteral,
        #[failure(rejected, message = "the order is paid already", code = NOT_FOUND)]
        ReservedConstant,
    }
}

mod transparent_foreign_error {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error(transparent)]
        #[failure(unavailable, message = "the atlas cannot be read")]
        Worded(std::io::Error),
        #[error(transparent)]
        #[failure(internal)]
        Read(#[from] std::io::Error),
        #[error(transparent)]
        #[failure(transparent)]
        Nested(Nested),
    }

    #[derive(Debug, ToolFailure)]
    enum Nested {
        #[failure(rejected, message = "the atlas is closed on day {1}")]
        Two(ToolFailure, u8),
        #[failure(transparent)]
        Worded(ToolFailure),
    }
}

mod transparent_without_a_kind {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the atlas cannot be read")]
        #[failure(unavailable)]
        Read(#[from] std::io::Error),
        #[error(transparent)]
        #[failure(transparent)]
        Inner(Inner),
    }

    #[derive(Debug, ToolFailure)]
    #[failure(rejected, message = "the atlas is closed today")]
    struct Inner;
}

mod two_kinds {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{0}'")]
        #[failure(not_found)]
        UnknownCity(String),
        #[error("the atlas is closed today")]
        #[failure(unavailable)]
        Closed,
        #[error(transparent)]
        #[failure(transparent)]
        Inner(ToolFailure),
    }
}

mod union {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, ToolFailure)]
    enum Failure {
        #[failure(not_found, message = "no city {0}")]
        City(u8),
        #[failure(not_found, message = "no map {0}")]
        Map(i8),
    }
}

mod unknown_option {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    #[failure(display)]
    enum Failure {
        #[error("no city named '{city}'")]
        #[failure(not_found, try_next = "Check the spelling.")]
        UnknownCity {
            #[failure(untrusted)]
            city: String,
        },
        #[error("the atlas is closed today")]
        #[failure(unavailable, retry = once)]
        Closed,
        #[error("the atlas is lent out")]
        #[failure(unavailable, retry = after("30s"), allow(weak_message))]
        Lent,
    }
}

mod unknown_wait {
    use std::time::Duration;

    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("too many maps were asked for")]
        #[failure(rate_limited, retry = after("30s"))]
        Unsaid,
        #[error("too many maps of {city} were asked for")]
        #[failure(rate_limited, after = wait)]
        Missing { city: String, wait: Duration },
        #[error("too many pages were asked for")]
        #[failure(rate_limited, after = wait, retry = after("30s"))]
        Never { wait: Option<Duration> },
        #[error("too many books were asked for")]
        #[failure(rate_limited, after = wait)]
        Text { wait: Duration },
    }
}

mod wait_that_is_no_duration {
    use std::time::Duration;

    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("too many maps were asked for")]
        #[failure(rate_limited, after = seconds)]
        Maps { seconds: Duration },
    }
}

mod arguments_behind_a_text {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("there is no product '{sku}'")]
        #[failure(not_found, try_next("The products are {}.", skus.join(", ")), otherwise = "ask the user")]
        NoSuchProduct { sku: String, skus: Vec<String> },
        #[error("the order is for {wanted} pieces")]
        #[failure(rejected, otherwise("offer {} or {half}", .stock, half = wanted / 2))]
        OutOfStock { wanted: u32, stock: u32 },
        #[error("the shop is closed until {hour}")]
        #[failure(unavailable, retry = never)]
        Closed { hour: u8 },
    }
}

mod lazy_words {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the order {} was shipped already", 7)]
        #[failure(rejected)]
        Literal,
        #[error("{e}", e = concat!("the atlas", " ", "is closed today"))]
        #[failure(unavailable)]
        Joined,
        #[error("the database does not answer")]
        #[failure(unavailable, code = 17)]
        Shouted,
        #[error("{0}")]
        #[failure(unavailable, allow(weak_message))]
        Announced(#[failure(untrusted)] String),
        #[error("maps of the sea cannot be printed")]
        #[failure(unsupported)]
        Elsewhere,
        #[error("no city named '{0}'")]
        #[failure(not_found)]
        Once(String),
        #[error("the printer is out of ink")]
        #[failure(unavailable, retry = after("1m"))]
        Wait,
        #[error("the printer is out of paper")]
        #[failure(unavailable, try_next = "Tell the user to put paper in.")]
        Support,
    }
}

mod kind_misspelled {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("no city named '{0}'")]
        #[failure(not_found)]
        Quoted(String),
        #[error("the map {0} is lent out already")]
        #[failure(rejected)]
        Http(String),
        #[error("the atlas is closed for {0}")]
        #[failure(forbidden)]
        Field(#[failure(untrusted)] String),
        #[error("the atlas is torn")]
        #[failure(unavailable)]
        Enum,
        #[error("too many maps were asked for")]
        #[failure(rate_limited, retry = after("30s"))]
        Wait,
    }
}

mod self_in_a_message {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the map {} is lent out", self.name())]
        #[failure(rejected, message = "the map {0} is lent out")]
        Lent(String),
    }

    impl Failure {
        fn name(&self) -> &str {
            let Self::Lent(name) = self;
            name
        }
    }

    #[derive(Debug, thiserror::Error, ToolFailure)]
    #[error("the card has expired")]
    #[failure(unauthenticated)]
    struct Card {
        #[failure(secret)]
        number: u64,
    }
}

mod slips {
    use std::time::Duration;

    use mcp_runtime::ToolFailure;

    const LARGE: u64 = 40_000;
    const WIDE: i128 = -7;

    #[derive(Debug, ToolFailure)]
    enum Failure {
        #[failure(rejected, message = "the map}} is torn")]
        Brace,
        #[failure(rejected, message = "the map {a} is torn", code = LARGE)]
        Placeholder { a: u8 },
        #[failure(rejected, message = "the map {0} is torn", code = WIDE)]
        Number(u8),
        #[failure(unavailable, message = "the atlas cannot be read")]
        From(#[source] std::fmt::Error, u8),
        #[failure(rate_limited, message = "too many maps were asked for", after = wait)]
        NoField { wait: Duration },
        #[failure(transparent)]
        Nested(ToolFailure),
        #[failure(transparent)]
        Boxed(Box<Whole>),
        #[failure(rejected, message = "the book is torn")]
        Unquoted,
    }

    #[derive(Debug, ToolFailure)]
    #[failure(rejected, message = "the atlas is closed today")]
    struct Whole;
}

mod transparent_with_its_own {
    use std::time::Duration;

    use mcp_runtime::ToolFailure;

    #[derive(Debug, ToolFailure)]
    enum Nested {
        #[failure(transparent)]
        Retried(ToolFailure),
        #[failure(rejected, code = 4009, message = "the atlas of {0} is torn")]
        Coded(String),
        #[failure(rate_limited, after = wait, message = "too many maps were asked for")]
        Waiting { wait: Duration },
    }
}

mod malformed_texts {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, ToolFailure)]
    enum Failure {
        #[failure(rejected, message = "the atlas is closed today")]
        Closed,
        #[failure(rejected, message = "the atlas of {city} is torn")]
        Torn { city: String },
        #[failure(rejected, message = "the page {page} is missing")]
        Missing { page: u32 },
        #[failure(rejected, message = "a page is missing")]
        Lost,
        #[failure(rejected, message = "the seal is broken")]
        Sealed {
            #[failure(secret)]
            seal: String,
        },
    }
}

mod advice_of_an_enum {
    use mcp_runtime::ToolFailure;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    #[failure(unavailable, try_next = "Ask for the city by its other name.")]
    enum Failure {
        #[error("no city named '{city}'")]
        UnknownCity { city: String },
        #[error("the atlas is closed today")]
        Closed,
    }

    #[derive(Debug, thiserror::Error, ToolFailure)]
    #[failure(unavailable)]
    enum Quiet {
        #[error("the atlas is closed today")]
        Closed,
        #[error("the atlas is torn at page {0}")]
        Torn(u32),
    }
}

mod code_of_another_type {
    use mcp_runtime::ToolFailure;

    const SOLD_OUT: i64 = 4009;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Failure {
        #[error("the atlas is sold out")]
        #[failure(rejected, code = SOLD_OUT)]
        SoldOut,
    }
}

fn main() {}
