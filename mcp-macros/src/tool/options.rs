//! The options of `#[tool(..)]`.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Expr, Lit, LitStr};

use crate::diagnostics::{Errors, listed, nearest};
use crate::names::Root;
use crate::options::{Given, Known, literal, milliseconds};

/// What `#[tool(..)]` knows.
pub(crate) const KNOWN: Known = Known {
    owner: "`#[tool]`",
    names: &[
        "name",
        "title",
        "description",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "icon",
        "timeout",
        "max_running",
        "meta",
        "blocking",
        "any_host",
        "recursive",
        "marker",
        "crate",
        "conversions",
        "unknown_arguments",
        "invalid_arguments",
    ],
    repeatable: &[],
};

const CONVERSIONS: &[(&str, &str)] = &[
    ("none", "None"),
    ("double_encoded", "DoubleEncoded"),
    ("scalars", "Scalars"),
];
const UNKNOWN_ARGUMENTS: &[(&str, &str)] = &[("refuse", "Refuse"), ("ignore", "Ignore")];
const INVALID_ARGUMENTS: &[(&str, &str)] = &[
    ("protocol_error", "ProtocolError"),
    ("tool_failure", "ToolFailure"),
];

/// What was written between the parentheses of `#[tool(..)]`.
#[derive(Default)]
pub(crate) struct ToolOptions {
    pub(crate) root: Root,
    pub(crate) marker: Option<Ident>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    pub(crate) icon: Option<Expr>,
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
    pub(crate) timeout: Option<u64>,
    pub(crate) max_running: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) blocking: Option<Flag>,
    pub(crate) any_host: bool,
    pub(crate) recursive: bool,
    pub(crate) conversions: Option<Ident>,
    pub(crate) unknown_arguments: Option<Ident>,
    pub(crate) invalid_arguments: Option<Ident>,
    /// Where `crate` or `marker` was written: in an impl block they belong to the impl block.
    pub(crate) of_the_block: Vec<Ident>,
}

/// An option that is on or off, and where it was written.
#[derive(Clone)]
pub(crate) struct Flag {
    pub(crate) on: bool,
    pub(crate) span: Span,
}

impl Flag {
    /// Where an option is switched on.
    pub(crate) fn on(flag: Option<&Self>) -> Option<Span> {
        flag.filter(|flag| flag.on).map(|flag| flag.span)
    }
}

impl ToolOptions {
    /// Reads the options. What is wrong with one is reported, and the others are kept.
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        for given in KNOWN.read(tokens, errors) {
            options.set(given, errors);
        }
        options
    }

    fn set(&mut self, given: Given, errors: &mut Errors) {
        match given.name.to_string().as_str() {
            "name" => self.name = given.text("find_city", errors),
            "title" => self.title = given.expr("\"Find a city\"", errors),
            "description" => self.description = given.expr("\"Finds a city.\"", errors),
            "icon" => self.icon = given.expr("\"https://example.com/icon.png\"", errors),
            "read_only" => self.read_only = flag(&given, errors),
            "destructive" => self.destructive = flag(&given, errors),
            "idempotent" => self.idempotent = flag(&given, errors),
            "open_world" => self.open_world = flag(&given, errors),
            "timeout" => self.timeout = timeout(given, errors),
            "max_running" => self.max_running = max_running(given, errors),
            "meta" => self.meta = given.expr("serde_json::json!({ \"key\": 1 })", errors),
            "blocking" => self.blocking = flag(&given, errors),
            "any_host" => self.any_host = given.flag(errors).unwrap_or_default(),
            "recursive" => self.recursive = given.flag(errors).unwrap_or_default(),
            "conversions" => self.conversions = choice(given, CONVERSIONS, errors),
            "unknown_arguments" => {
                self.unknown_arguments = choice(given, UNKNOWN_ARGUMENTS, errors);
            }
            "invalid_arguments" => {
                self.invalid_arguments = choice(given, INVALID_ARGUMENTS, errors);
            }
            "marker" => {
                self.of_the_block.push(given.name.clone());
                self.marker = given.ident("FindCityTool", errors);
            }
            // `crate`, the last name that `KNOWN` lets through.
            _ => {
                self.of_the_block.push(given.name.clone());
                self.root = Root(given.path(errors));
            }
        }
    }
}

fn flag(given: &Given, errors: &mut Errors) -> Option<Flag> {
    let on = given.flag(errors)?;
    let span = given.name.span();
    Some(Flag { on, span })
}

/// `timeout = "10s"`, in milliseconds.
fn timeout(given: Given, errors: &mut Errors) -> Option<u64> {
    let text = given.text("10s", errors)?;
    let value = text.value();
    let milliseconds = milliseconds(&value, &[("ms", 1), ("s", 1_000), ("m", 60_000)]);
    match milliseconds {
        Some(0) => errors.push(
            text.span(),
            "a tool with a timeout of zero would never answer",
            "give it time, such as `timeout = \"10s\"`, or leave `timeout` out",
        ),
        Some(_) => {}
        None => errors.push(
            text.span(),
            format_args!("`{value}` is not a length of time"),
            "write a whole number and its unit, `ms`, `s` or `m`, such as `timeout = \"10s\"`",
        ),
    }
    milliseconds.filter(|milliseconds| *milliseconds > 0)
}

/// `max_running = 4`.
fn max_running(given: Given, errors: &mut Errors) -> Option<Expr> {
    let expr = given.expr("4", errors)?;
    let wrong = match literal(&expr) {
        Some(Lit::Int(count)) => match count.base10_parse::<u64>() {
            Ok(0) => Some("a tool with `max_running = 0` would refuse every call"),
            Ok(_) => None,
            Err(_) => Some("`max_running` is too large"),
        },
        Some(_) => Some("`max_running` is a number of calls"),
        None => None,
    };
    if let Some(wrong) = wrong {
        errors.push_on(
            &expr,
            wrong,
            "write `max_running = 4`, or leave it out for the server's own limit",
        );
        return None;
    }
    Some(expr)
}

/// One word out of a few, as the variant of the runtime's enum.
fn choice(given: Given, words: &[(&str, &str)], errors: &mut Errors) -> Option<Ident> {
    let name = given.name.clone();
    let (first, _) = words.first()?;
    let text = given.text(first, errors)?;
    let value = text.value();
    let variant = words.iter().find(|(word, _)| *word == value);
    if let Some((_, variant)) = variant {
        return Some(Ident::new(variant, Span::mixed_site()));
    }
    let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let meant =
        nearest(&value, &all).map_or_else(String::new, |word| format!("did you mean `{word}`? "));
    errors.push(
        text.span(),
        format_args!("`{name}` cannot be `{value}`"),
        format_args!("{meant}it is one of {}", listed(&all)),
    );
    None
}
