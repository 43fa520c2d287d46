//! The options of `#[tool(..)]`, `#[prompt(..)]` and `#[resource(..)]`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, LitStr, Token};

use crate::diagnostics::{Errors, listed, nearest};
use crate::names::Root;
use crate::options::{Given, Known, Value, literal, milliseconds};
use crate::role::Role;

/// What `#[tool(..)]` knows.
const OF_TOOL: Known = Known {
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
        "scope",
        "rate",
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
    repeatable: &["scope"],
};

/// What `#[prompt(..)]` knows.
const OF_PROMPT: Known = Known {
    owner: "`#[prompt]`",
    names: &[
        "name",
        "title",
        "description",
        "icon",
        "timeout",
        "max_running",
        "scope",
        "meta",
        "blocking",
        "any_host",
        "marker",
        "crate",
    ],
    repeatable: &["scope"],
};

/// What `#[resource(..)]` knows.
const OF_RESOURCE: Known = Known {
    owner: "`#[resource]`",
    names: &[
        "uri",
        "mime_type",
        "name",
        "title",
        "description",
        "icon",
        "size",
        "audience",
        "priority",
        "last_modified",
        "cache_for",
        "cache_scope",
        "any_path",
        "timeout",
        "max_running",
        "scope",
        "meta",
        "blocking",
        "marker",
        "crate",
    ],
    repeatable: &["scope"],
};

const CACHE_SCOPES: &[(&str, &str)] = &[("private", "Private"), ("public", "Public")];
const AUDIENCES: &[(&str, &str)] = &[("user", "User"), ("assistant", "Assistant")];
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

const RATES: &[(&str, &str)] = &[
    ("s", "per_second"),
    ("min", "per_minute"),
    ("h", "per_hour"),
];

/// What was written between the parentheses of the attribute.
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
    pub(crate) scopes: Vec<Expr>,
    pub(crate) rate: Option<CallRate>,
    pub(crate) meta: Option<Expr>,
    pub(crate) blocking: Option<Flag>,
    pub(crate) any_host: bool,
    pub(crate) recursive: bool,
    pub(crate) conversions: Option<Ident>,
    pub(crate) unknown_arguments: Option<Ident>,
    pub(crate) invalid_arguments: Option<Ident>,
    pub(crate) uri: Option<LitStr>,
    pub(crate) mime_type: Option<Expr>,
    pub(crate) size: Option<Expr>,
    pub(crate) audience: Vec<Ident>,
    pub(crate) priority: Option<Expr>,
    pub(crate) last_modified: Option<Expr>,
    pub(crate) cache_for: Option<u64>,
    pub(crate) cache_scope: Option<Ident>,
    pub(crate) any_path: bool,
    /// The names of the options that were written, also of those that could not be read.
    written: Vec<String>,
    /// Where `crate` or `marker` was written: in an impl block they belong to the impl block.
    pub(crate) of_the_block: Vec<Ident>,
}

/// How often each caller may call.
pub(crate) struct CallRate {
    pub(crate) calls: u32,
    /// The constructor of the runtime's type.
    pub(crate) per: Ident,
    pub(crate) span: Span,
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
    pub(crate) fn parse(role: Role, tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        let known = match role {
            Role::Tool => &OF_TOOL,
            Role::Prompt => &OF_PROMPT,
            Role::Resource => &OF_RESOURCE,
        };
        for given in known.read(tokens, errors) {
            options.set(role, given, errors);
        }
        options
    }

    /// Whether an option was written, however well.
    pub(crate) fn wrote(&self, name: &str) -> bool {
        self.written.iter().any(|written| written == name)
    }

    fn set(&mut self, role: Role, given: Given, errors: &mut Errors) {
        self.written.push(given.name.to_string());
        match given.name.to_string().as_str() {
            "name" => self.name = given.text("find_city", errors),
            "title" => self.title = given.expr("\"Find a city\"", errors),
            "description" => self.description = given.expr("\"Finds a city.\"", errors),
            "icon" => self.icon = given.expr("\"https://example.com/icon.png\"", errors),
            "read_only" => self.read_only = flag(&given, errors),
            "destructive" => self.destructive = flag(&given, errors),
            "idempotent" => self.idempotent = flag(&given, errors),
            "open_world" => self.open_world = flag(&given, errors),
            "timeout" => self.timeout = timeout(role, given, errors),
            "max_running" => self.max_running = max_running(role, given, errors),
            "scope" => self.scopes.extend(scope(given, &self.scopes, errors)),
            "rate" => self.rate = rate(given, errors),
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
            "uri" => self.uri = given.text("notes://today", errors),
            "mime_type" => self.mime_type = given.expr("\"text/plain\"", errors),
            "size" => self.size = given.expr("1024", errors),
            "audience" => self.audience = audience(given, errors),
            "priority" => self.priority = priority(given, errors),
            "last_modified" => {
                self.last_modified = given.expr("\"2026-07-28T09:00:00Z\"", errors);
            }
            "cache_for" => self.cache_for = length_of_time(given, errors),
            "cache_scope" => self.cache_scope = choice(given, CACHE_SCOPES, errors),
            "any_path" => self.any_path = given.flag(errors).unwrap_or_default(),
            "marker" => {
                self.of_the_block.push(given.name.clone());
                self.marker = given.ident(role.marker(), errors);
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
fn timeout(role: Role, given: Given, errors: &mut Errors) -> Option<u64> {
    let place = match &given.value {
        Value::Assigned(expr) => expr.span(),
        Value::Flag | Value::List(_) => given.name.span(),
    };
    let milliseconds = length_of_time(given, errors)?;
    if milliseconds == 0 {
        errors.push(
            place,
            format_args!(
                "a {} with a timeout of zero would never answer",
                role.word()
            ),
            "give it time, such as `timeout = \"10s\"`, or leave `timeout` out",
        );
        return None;
    }
    Some(milliseconds)
}

/// `name = "10s"`, in milliseconds.
fn length_of_time(given: Given, errors: &mut Errors) -> Option<u64> {
    let name = given.name.clone();
    let text = given.text("10s", errors)?;
    let value = text.value();
    let milliseconds = milliseconds(&value, &[("ms", 1), ("s", 1_000), ("m", 60_000)]);
    if milliseconds.is_none() {
        errors.push(
            text.span(),
            format_args!("`{value}` is not a length of time"),
            format_args!(
                "write a whole number and its unit, `ms`, `s` or `m`, such as `{name} = \"10s\"`"
            ),
        );
    }
    milliseconds
}

/// `audience(user, assistant)`.
fn audience(given: Given, errors: &mut Errors) -> Vec<Ident> {
    let Some(list) = given.list("user, assistant", errors) else {
        return Vec::new();
    };
    let words = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(list.clone());
    let mut found = Vec::new();
    for word in words.into_iter().flatten() {
        let known = AUDIENCES.iter().find(|(known, _)| word == known);
        found.push(known.map(|(_, variant)| Ident::new(variant, Span::mixed_site())));
    }
    if found.is_empty() || found.iter().any(Option::is_none) {
        errors.push_on(
            list,
            "an audience is `user`, `assistant`, or both",
            "write `audience(user)`, `audience(assistant)` or `audience(user, assistant)`",
        );
    }
    found.into_iter().flatten().collect()
}

/// `priority = 0.8`.
fn priority(given: Given, errors: &mut Errors) -> Option<Expr> {
    let expr = given.expr("0.8", errors)?;
    let value = match literal(&expr) {
        Some(Lit::Float(value)) => value.base10_parse::<f64>().ok(),
        Some(Lit::Int(value)) => value.base10_parse::<f64>().ok(),
        Some(_) => None,
        None => return Some(expr),
    };
    let Some(value) = value.filter(|value| (0.0..=1.0).contains(value)) else {
        errors.push_on(
            &expr,
            "a priority is a number from 0 to 1",
            "write `priority = 0.8`",
        );
        return None;
    };
    // `1` is a number from 0 to 1 as well.
    let mut value = Literal::f64_unsuffixed(value);
    value.set_span(expr.span());
    Some(syn::parse_quote!(#value))
}

/// `max_running = 4`.
fn max_running(role: Role, given: Given, errors: &mut Errors) -> Option<Expr> {
    let expr = given.expr("4", errors)?;
    let wrong = match literal(&expr) {
        Some(Lit::Int(count)) => match count.base10_parse::<u64>() {
            Ok(0) => Some(format!(
                "a {} with `max_running = 0` would refuse every call",
                role.word()
            )),
            Ok(_) => None,
            Err(_) => Some("`max_running` is too large".to_owned()),
        },
        Some(_) => Some("`max_running` is a number of calls".to_owned()),
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

/// `rate = "10/min"`.
fn rate(given: Given, errors: &mut Errors) -> Option<CallRate> {
    let text = given.text("10/min", errors)?;
    let (value, span) = (text.value(), text.span());
    let parts = value.split_once('/');
    let unit = parts.and_then(|(_, unit)| RATES.iter().find(|(name, _)| *name == unit.trim()));
    let calls = parts.and_then(|(calls, _)| calls.trim().parse::<u32>().ok());
    let (Some((_, per)), Some(calls)) = (unit, calls) else {
        errors.push(
            span,
            format_args!("`{value}` is not a rate of calls"),
            "write a whole number of calls, `/`, and `s`, `min` or `h`, such as `rate = \"10/min\"`",
        );
        return None;
    };
    if calls == 0 {
        errors.push(
            span,
            "with a rate of 0 every call would be refused",
            "write how many calls a caller may make, such as `rate = \"10/min\"`, or leave `rate` out",
        );
        return None;
    }
    let per = Ident::new(per, Span::mixed_site());
    Some(CallRate { calls, per, span })
}

/// `scope = "orders:write"`.
fn scope(given: Given, before: &[Expr], errors: &mut Errors) -> Option<Expr> {
    let expr = given.expr("\"orders:write\"", errors)?;
    let text = match literal(&expr) {
        Some(Lit::Str(text)) => text.value(),
        Some(_) => {
            errors.push_on(
                &expr,
                "a scope is a text",
                "write `scope = \"orders:write\"`",
            );
            return None;
        }
        None => return Some(expr),
    };
    if text.is_empty() {
        errors.push_on(
            &expr,
            "a scope may not be empty",
            "name what a caller's token has to have, such as `scope = \"orders:write\"`",
        );
        return None;
    }
    if let Some(edit) = scope_edit(&text) {
        errors.push_on(&expr, format_args!("`{text}` is not a scope"), edit);
        return None;
    }
    let same =
        |other: &&Expr| matches!(literal(other), Some(Lit::Str(other)) if other.value() == text);
    if before.iter().find(same).is_some() {
        errors.push_on(
            &expr,
            format_args!("the scope `{text}` is given twice"),
            "remove one of the two",
        );
        return None;
    }
    Some(expr)
}

/// What to write instead of a text that is no `scope-token` of RFC 6749.
fn scope_edit(text: &str) -> Option<&'static str> {
    if text.contains(' ') {
        return Some(
            "a scope has no blanks in it; for several, which a caller has to have all, write `scope = \"a\", scope = \"b\"`",
        );
    }
    let allowed = |letter: char| matches!(letter, '!' | '#'..='[' | ']'..='~');
    (!text.chars().all(allowed)).then_some(
        "a scope is made of ASCII letters, digits and marks, but for `\"` and `\\` (RFC 6749, section 3.3)",
    )
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
