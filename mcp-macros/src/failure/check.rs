//! The rules about a failure.
//!
//! [`one_path`], [`transparency`], [`worded`], [`said_something`], [`advice_once`], [`actionable`],
//! [`secrets_stay`], [`fields_alone`], [`sources_stay`], [`waits`], and [`conversions`] where the derive writes them.

use quote::ToTokens;

use super::again;
use super::code::Code;
use super::field::Field;
use super::kind::Kind;
use super::message::{Message, Value};
use super::model::{Failure, Path, Shown, Told, Variant, several_kinds};
use super::options::Retry;
use super::weak::{self, Weakness};
use crate::diagnostics::{Errors, listed};

/// Applies every rule.
pub(crate) fn all(failure: &Failure, errors: &mut Errors) {
    for (name, advice) in [
        ("try_next", &failure.try_next),
        ("otherwise", &failure.otherwise),
    ] {
        if let Some(advice) = advice {
            for_every_variant(name, advice, errors);
        }
    }
    for variant in &failure.variants {
        one_path(failure, variant, errors);
        transparency(failure, variant, errors);
        worded(failure, variant, errors);
        if !variant.options.allows_weak_message {
            if said_something(variant, errors) {
                actionable(variant, errors);
            }
            advice_once(variant, errors);
        }
        secrets_stay(variant, errors);
        fields_alone(variant, errors);
        sources_stay(variant, errors);
        waits(variant, errors);
        if failure.own_words {
            conversions(variant, errors);
        }
    }
}

/// Every failure takes exactly one path.
fn one_path(failure: &Failure, variant: &Variant, errors: &mut Errors) {
    let called = variant.name.as_ref().unwrap_or(&failure.ident);
    several_kinds(called, &variant.options.kinds, errors);
    if matches!(variant.path(), Path::Missing) {
        errors.push(
            variant.place,
            format_args!(
                "{} has no kind, and every failure takes exactly one path",
                variant.called(failure)
            ),
            format_args!(
                "add `#[failure(..)]` with one of {}; `internal` is for what the model can do nothing about",
                listed(&Kind::names())
            ),
        );
    }
}

/// `transparent` hands on a failure, or is internal and then never shown.
fn transparency(failure: &Failure, variant: &Variant, errors: &mut Errors) {
    let kind = variant.options.kinds.first();
    if let (Some(span), Some(kind)) = (
        variant.options.transparent,
        kind.filter(|kind| !kind.is("internal")),
    ) {
        errors.push(
            span,
            format_args!(
                "{} has a kind of its own and takes that of the failure inside as well",
                variant.called(failure)
            ),
            format_args!("keep one of `transparent` and `{}`", kind.name),
        );
    }
    match variant.path() {
        Path::Nested => nested(failure, variant, errors),
        Path::Kind(kind)
            if !kind.is("internal")
                && variant.told.is_none()
                && variant.options.transparent.is_none() =>
        {
            if let Shown::Transparent(span) = variant.shown {
                errors.push(
                    span,
                    format_args!(
                        "`transparent` would send the text of the error inside as it is, and {} is `{}`",
                        variant.called(failure),
                        kind.name
                    ),
                    "say in your own words what failed with `message = \"..\"`; make it `internal`, which is logged and not sent; or use `#[failure(transparent)]` alone if what is inside is a failure with a kind",
                );
            }
        }
        Path::Kind(_) | Path::Missing => {}
    }
}

/// A nested failure brings everything along.
fn nested(failure: &Failure, variant: &Variant, errors: &mut Errors) {
    if variant.inner().is_none() {
        errors.push(
            variant.options.transparent.unwrap_or(variant.place),
            format_args!(
                "{} hands on the failure that it holds, and it has {} fields",
                variant.called(failure),
                variant.fields.len()
            ),
            "give it one field, which is a failure; or give it a kind and a message of its own",
        );
    }
    for message in variant.sent() {
        errors.push(
            message.literal.span(),
            "a transparent failure takes its words from the failure inside",
            "remove this, or give the variant a kind instead of `transparent`",
        );
    }
    let options = &variant.options;
    let others = [
        ("after", options.after_given),
        ("retry", options.retry_given),
        ("code", options.code.as_ref().map(Code::span)),
    ];
    for (name, span) in others {
        if let Some(span) = span {
            errors.push(
                span,
                format_args!("a transparent failure takes `{name}` from the failure inside"),
                format_args!(
                    "remove `{name}`, or give the variant a kind instead of `transparent`"
                ),
            );
        }
    }
}

/// Somebody has to say what failed.
fn worded(failure: &Failure, variant: &Variant, errors: &mut Errors) {
    let own = failure.own_words && variant.options.transparent.is_none();
    if own && variant.options.message.is_none() {
        errors.push(
            variant.place,
            format_args!("{} does not say what failed", variant.called(failure)),
            "add `message = \"..\"` to its `#[failure(..)]`; or derive `thiserror::Error` as well and write `#[error(\"..\")]`",
        );
    }
}

/// What the model reads says what failed, or that was said of it.
fn said_something(variant: &Variant, errors: &mut Errors) -> bool {
    let Told::Message(message) = variant.told() else {
        return true;
    };
    if matches!(variant.path(), Path::Nested) {
        return true;
    }
    let (wrong, edit) = match weak::message(&message.outline()) {
        None => return true,
        Some(Weakness::Empty) => (
            "an empty message tells the model nothing",
            "say what failed, such as \"no city named '{city}'\"",
        ),
        Some(Weakness::Nothing) => (
            "this message says that something failed, and the model knows that already",
            "say what failed and with which value, such as \"the order {id} was shipped already\"",
        ),
        Some(Weakness::Code) => (
            "a code tells the model nothing",
            "say in words what failed; a code for programs goes into `code = ..`",
        ),
        Some(Weakness::KindAlone) => (
            "this message says what the kind says already",
            "name what it is about, such as \"the weather service is down\" or \"the calendar of {name} is private\"",
        ),
        Some(Weakness::ValueAlone) => {
            let mut values = message.values();
            if message.values().any(|value| exposes(variant, value)) || is_computed(message) {
                return true;
            }
            if values.all(|value| value.spec.is_debug()) {
                (
                    "`{:?}` as the whole message shows Rust's inside, and tells the model nothing",
                    "say in words what failed, and show the value that matters with `{..}`",
                )
            } else {
                (
                    "without its values this message says nothing: what they say is not known here, and may be meant for somebody else",
                    "say in words what failed, such as \"the search was refused: {..}\"; or add `allow(weak_message)` if the value is a whole sentence for the model, and mark its field `#[failure(untrusted)]` if it comes from elsewhere",
                )
            }
        }
    };
    errors.push(message.literal.span(), wrong, edit);
    false
}

/// Whether an expression of the author's brings words along: `"{}", said(.0)`. They cannot be read
/// here, so "failed: {}" stays weak.
fn is_computed(message: &Message) -> bool {
    message.values().any(|value| value.field.is_none()) && !weak::says_failed(&message.words())
}

/// The kind brings advice along, so the author's words do not repeat it, and say something.
fn advice_once(variant: &Variant, errors: &mut Errors) {
    let Path::Kind(kind) = variant.path() else {
        return;
    };
    let message = match variant.told() {
        Told::Message(message) => Some(message),
        Told::Safe | Told::Whole(_) => None,
    };
    if let Some(message) = message {
        advice_in_message(kind, variant, message, errors);
    }
    let (try_next, otherwise) = (&variant.try_next, &variant.otherwise);
    for (name, advice) in [("try_next", try_next), ("otherwise", otherwise)] {
        let Some(advice) = advice.as_ref().filter(|advice| !advice.inherited) else {
            continue;
        };
        let words = advice.words();
        let span = advice.literal.span();
        if let Some(phrase) = again::about_retrying(&words).filter(|_| !corrects(kind, variant)) {
            errors.push(
                span,
                format_args!("this says `{phrase}`, and whether to call again is said by the kind `{}` already", kind.name),
                "leave it out; `retry = once`, `never`, `after_change` or `after(\"30s\")` changes what is said",
            );
        } else if let Some(phrase) = again::about_waiting(&words).filter(|_| says_to_wait(variant))
        {
            errors.push(
                span,
                format_args!("this says `{phrase}`, and how long to wait is said already"),
                "leave it out, or say what to do in the meantime",
            );
        } else if let Some(weakness) = weak::advice(&advice.outline()) {
            let wrong = match weakness {
                Weakness::Empty => format!("`{name}` is empty"),
                _ => format!("`{name}` says nothing that the model would not do anyway"),
            };
            errors.push(
                span,
                wrong,
                format_args!(
                    "say what to do, such as \"Check the spelling.\"; or leave `{name}` out, and the kind `{}` says what there is to say",
                    kind.name
                ),
            );
        } else if message.is_some_and(|message| weak::repeats(&message.words(), &words)) {
            errors.push(
                span,
                "this advice is given twice: the message says it too",
                format_args!("keep the message to what failed, and the advice in `{name}`"),
            );
        }
    }
    if let (Some(first), Some(second)) = (try_next, otherwise) {
        if first.inherited && second.inherited {
            return;
        }
        let (first, words) = (first.words(), second.words());
        if weak::is_same(&first, &words) && weak::advice(&second.outline()).is_none() {
            errors.push(
                second.literal.span(),
                "`otherwise` is what to do when `try_next` did not help, and both say the same",
                "say something else, or leave `otherwise` out",
            );
        }
    }
}

/// Advice that the whole enum gives suits each of its variants.
fn for_every_variant(name: &str, advice: &Message, errors: &mut Errors) {
    let words = advice.words();
    let span = advice.literal.span();
    if let Some(phrase) = again::about_retrying(&words).or_else(|| again::about_waiting(&words)) {
        errors.push(
            span,
            format_args!("this says `{phrase}` for every variant, and whether to call again is said by the kind of each"),
            format_args!("leave it out, or write `{name}` at the variants that it suits"),
        );
    } else if weak::advice(&advice.outline()).is_some() {
        errors.push(
            span,
            format_args!("`{name}` says nothing that the model would not do anyway"),
            format_args!(
                "say what to do, such as \"tell the user that the shop is closed\"; or leave `{name}` out, and the kind of each variant says what there is to say"
            ),
        );
    }
}

/// Whether the runtime says how long to wait.
fn says_to_wait(variant: &Variant) -> bool {
    variant.options.after.is_some() || matches!(variant.options.retry, Some(Retry::After(_)))
}

/// A message says what failed; what to do is advice.
fn advice_in_message(kind: &Kind, variant: &Variant, message: &Message, errors: &mut Errors) {
    let words = message.words();
    let span = message.literal.span();
    if let Some(phrase) = again::about_retrying(&words).or_else(|| again::about_waiting(&words)) {
        errors.push(
            span,
            format_args!("the message says `{phrase}`, and whether to call again is said by the kind `{}` already", kind.name),
            "leave it out of the message; `retry = once`, `never`, `after_change` or `after(\"30s\")` changes what is said",
        );
        return;
    }
    let advised = match kind.name {
        "unauthenticated" => again::about_signing_in(&words),
        "forbidden" => again::about_access(&words),
        _ => None,
    };
    if let Some(phrase) = advised.filter(|_| variant.try_next.is_none()) {
        errors.push(
            span,
            format_args!("the message says `{phrase}`, and the kind `{}` says that already", kind.name),
            "keep the message to what failed, such as \"the session of the calendar has expired\"; `try_next = \"..\"` says it in words of your own",
        );
    } else if again::asks(&words) {
        errors.push(
            span,
            "this message says `please`: it asks for something, which is advice",
            "keep the message to what failed, and say what to do in `try_next = \"..\"`",
        );
    }
}

/// Whether the same call fails again until its arguments are corrected: then "correct it and try
/// again" is new.
fn corrects(kind: &Kind, variant: &Variant) -> bool {
    match variant.options.retry {
        Some(retry) => retry == Retry::AfterChange,
        None => ["invalid_input", "not_found", "rejected"]
            .iter()
            .any(|name| kind.is(name)),
    }
}

/// Who is to change a value must know which, or what to do instead.
fn actionable(variant: &Variant, errors: &mut Errors) {
    let (Path::Kind(kind), Told::Message(message)) = (variant.path(), variant.told()) else {
        return;
    };
    let corrects = kind.is("not_found") || kind.is("invalid_input");
    if corrects && message.values().next().is_none() && variant.try_next.is_none() {
        errors.push(
            message.literal.span(),
            format_args!(
                "`{}` without a value or advice leaves the model to guess what to change",
                kind.name
            ),
            "show the value, such as \"no city named '{city}'\", or add `try_next = \"..\"`",
        );
    }
}

/// A secret is in no text, and what is marked is shown where it can be seen.
fn secrets_stay(variant: &Variant, errors: &mut Errors) {
    for value in variant.messages().flat_map(Message::values) {
        let mut fields = value
            .mentions
            .iter()
            .filter_map(|index| variant.fields.get(*index));
        if let Some(field) = fields.find(|field| field.secret) {
            errors.push(
                value.place,
                format_args!("`{}` is `secret`, and this text shows it", field.called()),
                "leave it out of the text, or remove `secret` from the field",
            );
        }
    }
    let Told::Whole(Some(span)) = variant.told() else {
        return;
    };
    let kept = |field: &&Field| field.secret || field.untrusted || field.is_source;
    if let (Path::Kind(_), Some(field)) = (variant.path(), variant.fields.iter().find(kept)) {
        let why = match field {
            Field { secret: true, .. } => "is `secret`",
            Field {
                untrusted: true, ..
            } => "is `untrusted`",
            _ => "is an error that was not written for the model",
        };
        errors.push(
            span,
            format_args!(
                "nobody can tell whether and where this text shows `{}`, which {why}",
                field.called()
            ),
            "give the model a text of its own with `message = \"..\"`",
        );
    }
}

/// The text for the model is put together from the fields.
fn fields_alone(variant: &Variant, errors: &mut Errors) {
    for place in variant
        .sent_or_shown()
        .flat_map(Message::values)
        .filter_map(Value::asks_self)
    {
        errors.push(
            place,
            "the text for the model is made from the fields, and `self` is not known in it",
            "show a field, such as `.name` or `.0`, or what a function makes of it; or give the model a text of its own with `message = \"..\"`",
        );
    }
}

/// A foreign error's text is shown on purpose or not at all.
fn sources_stay(variant: &Variant, errors: &mut Errors) {
    let told = match variant.told() {
        Told::Message(message) => Some(message),
        Told::Safe | Told::Whole(_) => None,
    };
    let advice = variant.try_next.iter().chain(&variant.otherwise);
    // Who has no kind may be internal, where nothing is sent.
    if matches!(variant.path(), Path::Missing) {
        return;
    }
    for value in told
        .into_iter()
        .chain(advice)
        .flat_map(Message::values)
        .filter(|value| exposes(variant, value))
    {
        let name = exposed(variant, value);
        let name = name.map(Field::called).unwrap_or_default();
        errors.push(
            value.place,
            format_args!("this sends the text of the error `{name}` to the model: it was not written for it, and may hold paths, addresses or secrets"),
            format_args!("say in your own words what failed, and the log has the rest; or mark the field `#[failure(untrusted)]`, and its text is quoted as data"),
        );
    }
}

/// Whether a foreign error that nobody marked has a part in a value.
fn exposes(variant: &Variant, value: &Value) -> bool {
    exposed(variant, value).is_some()
}

fn exposed<'a>(variant: &'a Variant, value: &Value) -> Option<&'a Field> {
    let mut fields = value
        .mentions
        .iter()
        .filter_map(|index| variant.fields.get(*index));
    fields.find(|field| field.is_source && !field.untrusted)
}

/// A wait has a length.
fn waits(variant: &Variant, errors: &mut Errors) {
    let options = &variant.options;
    let Path::Kind(kind) = variant.path() else {
        return;
    };
    if let Some(token) = &options.after {
        if variant.after().is_none() {
            let fields: Vec<String> = variant.fields.iter().map(Field::called).collect();
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            let edit = match fields.as_slice() {
                [] => {
                    "add a field of type `Duration`, or write `retry = after(\"30s\")`".to_owned()
                }
                fields => format!(
                    "name a field of type `Duration` or `Option<Duration>`; there is {}",
                    listed(fields)
                ),
            };
            errors.push(
                token.span(),
                format_args!("there is no field `{}`", token.to_token_stream()),
                edit,
            );
        }
        if matches!(
            options.retry,
            Some(Retry::Once | Retry::Never | Retry::AfterChange)
        ) {
            errors.push(
                token.span(),
                "`after` says to wait and then call again, and `retry` says something else",
                "keep one of the two; `retry = after(\"30s\")` is what holds when the field is `None`",
            );
        }
    }
    let says_something = options.retry_given.or(options.after_given).is_some();
    if kind.is("rate_limited") && !says_something {
        errors.push(
            kind.span,
            "`rate_limited` does not say how long to wait",
            "add `after = field` with a field of type `Duration`, or `retry = after(\"30s\")`",
        );
    }
}

/// `#[from]` makes the failure out of one value.
fn conversions(variant: &Variant, errors: &mut Errors) {
    if let Some(span) = variant.fields.iter().find_map(|field| field.from) {
        if variant.inner().is_none() {
            errors.push(
                span,
                "`#[from]` makes the failure out of this field, and there are others",
                "write `#[source]` instead, or leave the other fields out",
            );
        }
    }
}
