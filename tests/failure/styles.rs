//! The attributes of `thiserror` in the ways that crates write them.

use std::fmt;
use std::num::ParseIntError;
use std::ops::RangeInclusive;

use mcp_runtime::ToolFailure;

const LIMIT: usize = 3;

#[derive(Debug)]
struct Span {
    start: usize,
    end: usize,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[failure(invalid_input)]
enum Parse {
    #[error("line {line}, column {}: expected `{expected}`", .column + 1)]
    Expected {
        line: u32,
        column: u32,
        expected: &'static str,
    },
    #[error("the bytes {}..{} are no text", .0.start, .0.end)]
    Bytes(Span),
    #[error("byte {0:#04x} at {pos:>5} is not ASCII ({0:?})", pos = .1)]
    Byte(u8, usize),
    #[error("at most {LIMIT} names fit, got {}: {}", .names.len(), .names.join(", "))]
    Many { names: Vec<String> },
    #[error("a set is written {{a, b}}, not {0}")]
    Set(String),
    #[error("{number} is not between {} and {}", range.start(), range.end())]
    Range {
        number: i64,
        range: RangeInclusive<i64>,
    },
    #[error("'{name}' is {}", if *.known { "known already" } else { "not known" })]
    Known { name: String, known: bool },
    #[error("column {col} holds {kind:?}, {0}", match .kind { Kind::Text => "a text", Kind::Number => "a number" })]
    Column { col: u8, kind: Kind },
    #[error(fmt = spelled)]
    Spelled { word: String, at: usize },
    #[error("the width is {value:>width$.prec$}", width = 8, prec = 1)]
    Wide { value: f64 },
    #[error("the number {text:?} has {0} digits", .text.chars().count())]
    #[failure(try_next = "Write {text} with fewer digits.")]
    Digits {
        text: String,
        #[source]
        cause: ParseIntError,
    },
    #[error(
        "first line \
         and second for {type}"
    )]
    Continued { r#type: &'static str },
    #[error("no rule for {0}, {1} or {2}")]
    Three(char, bool, f32),
}

#[derive(Debug)]
enum Kind {
    Text,
    Number,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what thiserror calls")]
fn spelled(word: &str, at: &usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "'{word}' at {at} is spelled wrong")
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("no user {name} in {group:?}")]
#[failure(not_found)]
struct User<'a, G: fmt::Debug> {
    name: &'a str,
    group: G,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error(
    "page {} of {}, at most {} {}",
    self.page + 1,
    self.book.trim(),
    Self::MOST,
    size_of::<Self>()
)]
#[failure(rejected)]
struct Page<const N: usize> {
    page: u32,
    book: String,
}

impl<const N: usize> Page<N> {
    const MOST: usize = N;
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error(transparent)]
#[failure(transparent)]
struct Boxed(Box<Parse>);

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error(transparent)]
#[failure(transparent)]
struct Outer(#[from] Parse);

#[test]
fn each_style_reads_as_thiserror_shows_it() {
    let cause = || "x".parse::<u8>().unwrap_err();
    let names = ["a", "b"].map(String::from).to_vec();
    for failure in [
        Parse::Expected {
            line: 1,
            column: 2,
            expected: ";",
        },
        Parse::Bytes(Span { start: 1, end: 2 }),
        Parse::Byte(0xe9, 7),
        Parse::Many { names },
        Parse::Set("(a)".into()),
        Parse::Range {
            number: 9,
            range: 1..=5,
        },
        Parse::Known {
            name: "a".into(),
            known: true,
        },
        Parse::Column {
            col: 1,
            kind: Kind::Text,
        },
        Parse::Column {
            col: 1,
            kind: Kind::Number,
        },
        Parse::Spelled {
            word: "teh".into(),
            at: 4,
        },
        Parse::Wide { value: 1.25 },
        Parse::Digits {
            text: "123".into(),
            cause: cause(),
        },
        Parse::Continued { r#type: "b" },
        Parse::Three('a', true, 0.5),
    ] {
        let shown = failure.to_string();
        let told = ToolFailure::from(failure);
        assert_eq!(told.message(), shown);
    }
    let user = User {
        name: "ada",
        group: Some(1),
    };
    assert_eq!(ToolFailure::from(user).message(), "no user ada in Some(1)");
    let page = Page::<7> {
        page: 1,
        book: " atlas ".into(),
    };
    let shown = page.to_string();
    assert_eq!(ToolFailure::from(page).message(), shown);
    let boxed = Boxed(Box::new(Parse::Set("y".into())));
    assert!(ToolFailure::from(boxed).message().contains("{a, b}"));
    let outer = Outer::from(Parse::Set("x".into()));
    assert!(ToolFailure::from(outer).message().contains("{a, b}"));
}
