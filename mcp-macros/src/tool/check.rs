//! The rules about a tool that look at more than one token.
//!
//! [`described`], [`name_is_portable`], [`hints_agree`], [`blocking_is_plain`],
//! [`signature_is_plain`], [`references_are_shared`], [`receiver_is_shared`],
//! [`defaults_are_not_optional`], [`arguments_are_portable`], [`parameters_differ`], [`limits_fit`],
//! [`options_fit`], [`completions_are_known`], those about [`headers`], [`values`] and
//! [resources](resource::check), and [`outside_of_an_impl`] and [`hides_no_type`] for free
//! functions.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, ReceiverKind, ReturnType, Safety, Type};

use super::headers;
use super::limits;
use super::model::{Form, Param, Tool, plain};
use super::options::Flag;
use super::values;
use crate::diagnostics::Errors;
use crate::resource;
use crate::role::Role;

/// Applies every rule.
pub(crate) fn all(tool: &Tool, errors: &mut Errors) {
    described(tool, errors);
    name_is_portable(tool, errors);
    hints_agree(tool, errors);
    blocking_is_plain(tool, errors);
    signature_is_plain(tool, errors);
    receiver_is_shared(tool, errors);
    for param in &tool.params {
        references_are_shared(param, errors);
        defaults_are_not_optional(param, errors);
        limits_fit(param, errors);
        values::are_allowed(param, errors);
        limits::are_closed_for_floats(&param.ty, &param.options.limits, errors);
        values::are_not_secret(param, errors);
        if tool.role == Role::Tool {
            arguments_are_portable(param, tool.options.any_host, errors);
        }
    }
    parameters_differ(tool, errors);
    options_fit(tool, errors);
    completions_are_known(tool, errors);
    headers::all(tool, errors);
    resource::check::all(tool, errors);
}

/// A model chooses a tool by its description.
fn described(tool: &Tool, errors: &mut Errors) {
    if tool.description.is_empty() {
        let (why, edit) = match tool.role {
            Role::Tool => (
                "a model chooses tools by their descriptions",
                "add a doc comment above the function that says what the tool does and when to use it",
            ),
            Role::Prompt => (
                "people choose prompts by their descriptions",
                "add a doc comment above the function that says what the prompt is for",
            ),
            Role::Resource => (
                "hosts and people choose what to read by its description",
                "add a doc comment above the function that says what the resource holds",
            ),
        };
        errors.push(
            tool.ident.span(),
            format_args!(
                "the {} `{}` has no description, and {why}",
                tool.role.word(),
                tool.ident
            ),
            edit,
        );
    }
}

/// Letters, digits, `_`, `-` and `.`, up to 128: the specification's names. Common hosts take
/// fewer.
fn name_is_portable(tool: &Tool, errors: &mut Errors) {
    let name = &tool.name;
    let word = tool.role.word();
    if tool.role == Role::Resource {
        if name.is_empty() {
            errors.push(
                tool.name_span,
                "the name of a resource cannot be empty",
                "write a name, or leave `name` out to use the function's",
            );
        }
        return;
    }
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    let length = name.chars().count();
    if name.is_empty() {
        errors.push(
            tool.name_span,
            format_args!("the name of a {word} cannot be empty"),
            "write a name, or leave `name` out to use the function's",
        );
    } else if let Some(letter) = name.chars().find(|letter| !allowed(*letter)) {
        let found = if letter.is_control() || letter.is_whitespace() {
            format!("{letter:?}")
        } else {
            format!("`{letter}`")
        };
        errors.push(
            tool.name_span,
            format_args!("the name of a {word} cannot have {found} in it"),
            format_args!(
                "use the letters a to z, digits, `_` and `-`, as in `#[{word}(name = \"find_city\")]`"
            ),
        );
    } else if length > 128 {
        errors.push(
            tool.name_span,
            format_args!("the name of a {word} has at most 128 letters, and this one has {length}"),
            format_args!("shorten it with `#[{word}(name = \"..\")]`; 64 letters work everywhere"),
        );
    } else if tool.options.any_host {
    } else if length > 64 {
        errors.push(
            tool.name_span,
            format_args!(
                "common hosts refuse {word} names of more than 64 letters, and this one has {length}"
            ),
            "shorten it, or add the option `any_host` if your hosts take it",
        );
    } else if name.contains('.') {
        errors.push(
            tool.name_span,
            format_args!("common hosts refuse {word} names with a dot in them"),
            format_args!(
                "write `{}`, or add the option `any_host` if your hosts take it",
                name.replace('.', "_")
            ),
        );
    }
}

/// The hidden type has the function's name, and would stand before a type of the language.
pub(crate) fn hides_no_type(tool: &Tool, errors: &mut Errors) {
    let word = tool.role.word();
    if tool.options.marker.is_none() && is_primitive(&tool.ident.to_string()) {
        errors.push(
            tool.ident.span(),
            format_args!("a {word} named `{0}` would hide the type `{0}`", tool.ident),
            format_args!(
                "name its hidden type with `#[{word}(marker = ..)]`, or rename the function"
            ),
        );
    }
}

/// Whether a word is the name of a type of the language.
pub(crate) fn is_primitive(word: &str) -> bool {
    is_number(word) || matches!(word, "bool" | "char" | "str")
}

/// Whether a word is the name of a type of numbers.
pub(super) fn is_number(word: &str) -> bool {
    NUMBERS.contains(&word)
}

const NUMBERS: [&str; 14] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32",
    "f64",
];

/// What only reads destroys nothing.
fn hints_agree(tool: &Tool, errors: &mut Errors) {
    let options = &tool.options;
    let reads = Flag::on(options.read_only.as_ref());
    let destroys = Flag::on(options.destructive.as_ref());
    if let (Some(_), Some(span)) = (reads, destroys) {
        errors.push(
            span,
            "a tool that is `read_only` cannot be `destructive`",
            "remove the one that is not true",
        );
    }
}

/// The blocking pool runs plain functions.
fn blocking_is_plain(tool: &Tool, errors: &mut Errors) {
    if let (Some(span), true) = (Flag::on(tool.options.blocking.as_ref()), tool.is_async()) {
        errors.push(
            span,
            "an `async fn` does not run on the blocking pool",
            "remove `async` from the function, or `blocking` from the options",
        );
    }
}

/// A tool is called through JSON: nothing is left to be chosen by its caller at compile time.
fn signature_is_plain(tool: &Tool, errors: &mut Errors) {
    let signature = &tool.signature;
    let word = tool.role.word();
    if let Some(token) = &signature.constness {
        refuse_qualifier(word, token, "const", errors);
    }
    if let Safety::Unsafe(token) = &signature.safety {
        errors.push_on(
            token,
            format_args!("a {word} cannot be `unsafe`: any client may call it with any arguments"),
            "remove `unsafe`, and check inside the function what must hold",
        );
    }
    if let Some(abi) = &signature.abi {
        refuse_qualifier(word, abi, "extern", errors);
    }
    if let Some(variadic) = &signature.variadic {
        errors.push_on(
            variadic,
            format_args!("a {word} cannot be variadic"),
            "take a `Vec` of the values",
        );
    }
    for param in &signature.generics.params {
        match param {
            GenericParam::Lifetime(lifetime) => errors.push_on(
                &lifetime.lifetime,
                format_args!("a {word} cannot be generic over a lifetime"),
                "leave the lifetime out, as in `&str`; what is returned is owned",
            ),
            GenericParam::Type(param) => {
                refuse_generic(word, &param.ident, "take and return concrete types", errors);
            }
            GenericParam::Const(param) => {
                refuse_generic(
                    word,
                    &param.ident,
                    "write the value, or take it as an argument",
                    errors,
                );
            }
        }
    }
    for param in &tool.params {
        if let Some(place) = find_word(param.ty.to_token_stream(), "impl") {
            errors.push(
                place,
                format_args!(
                    "`{}` is generic, and a client cannot choose its type",
                    param.name
                ),
                "write a concrete type",
            );
        }
    }
    if let ReturnType::Type(_, output) = &signature.output {
        if let Some(place) = find_word(output.to_token_stream(), "impl") {
            let why = match tool.role {
                Role::Tool => "its output schema comes from its type",
                Role::Prompt | Role::Resource => "how it is sent comes from its type",
            };
            errors.push(
                place,
                format_args!("a {word} cannot return `impl Trait`: {why}"),
                "write the concrete type",
            );
        }
    }
    if !tool.has_body {
        errors.push(
            tool.ident.span(),
            format_args!("a {word} needs a body"),
            "write the function here, and call the other one from it",
        );
    }
}

fn refuse_qualifier(role: &str, token: impl ToTokens, word: &str, errors: &mut Errors) {
    errors.push_on(
        token,
        format_args!("a {role} cannot be `{word}`"),
        format_args!(
            "remove `{word}`, or call the `{word}` function from a {role} that is a plain function"
        ),
    );
}

fn refuse_generic(role: &str, ident: &Ident, edit: &str, errors: &mut Errors) {
    errors.push(
        ident.span(),
        format_args!(
            "a {role} cannot be generic over `{ident}`: a client that calls it cannot choose"
        ),
        edit,
    );
}

/// Calls run side by side and share what they are lent, for no longer than the call.
fn references_are_shared(param: &Param, errors: &mut Errors) {
    let (Form::Reference(_) | Form::Borrowing) = &param.form else {
        return;
    };
    let name = &param.name;
    for (place, follower) in references(param.ty.to_token_stream()) {
        match follower.as_deref() {
            Some("mut") => errors.push(
                place,
                format_args!("`{name}` is shared by calls that run at the same time"),
                "write `&` and put what changes behind a `Mutex`, an `RwLock` or an atomic; take an argument by value",
            ),
            Some("'static") => errors.push(
                place,
                format_args!("`{name}` lives as long as the call, not `'static`"),
                "remove `'static`; take by value what must live longer",
            ),
            _ => {}
        }
    }
    if let Form::Reference(referent) = &param.form {
        let nested = references(referent.to_token_stream());
        if let Some((place, _)) = nested.first() {
            errors.push(
                *place,
                format_args!("`{name}` is a reference to something that borrows"),
                "own what is inside, as in `&[String]`",
            );
        }
    }
}

/// Every `&` in a type, and the `mut` or the lifetime behind it.
fn references(tokens: TokenStream) -> Vec<(Span, Option<String>)> {
    let mut found: Vec<(Span, Option<String>)> = Vec::new();
    let mut behind = false;
    let mut quote = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                found.push((punct.span(), None));
                behind = true;
                quote = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' && behind => quote = true,
            TokenTree::Ident(ident) if behind => {
                let word = if quote {
                    format!("'{ident}")
                } else {
                    ident.to_string()
                };
                if let Some(last) = found.last_mut() {
                    last.1 = Some(word).filter(|_| quote || ident == "mut");
                    if last.1.is_some() {
                        last.0 = ident.span();
                    }
                }
                // `&'a mut T`: the lifetime comes first.
                behind = quote && ident != "static";
                quote = false;
            }
            TokenTree::Group(group) => {
                found.extend(references(group.stream()));
                behind = false;
            }
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_) => behind = false,
        }
    }
    found
}

/// A method's `self` is the server's state.
fn receiver_is_shared(tool: &Tool, errors: &mut Errors) {
    let Some(FnArg::Receiver(receiver)) = tool.signature.inputs.first() else {
        return;
    };
    let shared = match &receiver.kind {
        ReceiverKind::Reference(_, None, None) => true,
        ReceiverKind::Typed(_, ty) => match plain(ty) {
            Type::Reference(reference) => {
                reference.mutability.is_none()
                    && reference.lifetime.is_none()
                    && reference.elem.to_token_stream().to_string() == "Self"
            }
            _ => false,
        },
        _ => false,
    };
    if !shared {
        errors.push_on(
            receiver,
            format_args!(
                "a {} takes `self` as `&self`: calls that run at the same time share it",
                tool.role.word()
            ),
            "write `&self`, and put what changes behind a `Mutex`, an `RwLock` or an atomic",
        );
    }
}

/// A default takes the place of `None`, and of an argument: nothing else that is lent has one.
/// Whether what is moved in is an `Option` is for its type to say.
fn defaults_are_not_optional(param: &Param, errors: &mut Errors) {
    if param.options.default.is_none() {
        return;
    }
    match &param.form {
        Form::Borrowing => errors.push(
            param.place(),
            format_args!("`{}` has a default, so it is never `None`", param.name),
            "write the type without its `Option`, or remove `default`",
        ),
        Form::Reference(referent) if !is_lent_argument(referent) => errors.push(
            param.place(),
            format_args!(
                "`{}` is borrowed, and has no default: `&str`, `&Path` and `&[T]` can have one",
                param.name
            ),
            "remove `default`, or take an argument by value",
        ),
        Form::Receiver | Form::Reference(_) | Form::Owned => {}
    }
}

fn is_lent_argument(referent: &Type) -> bool {
    match plain(referent) {
        Type::Slice(_) => true,
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| last.ident == "str" || last.ident == "Path")
        }
        _ => false,
    }
}

/// Two arguments of one name could not be told apart.
fn parameters_differ(tool: &Tool, errors: &mut Errors) {
    let mut seen: Vec<&Param> = Vec::new();
    for param in &tool.params {
        if param.name.is_empty() {
            errors.push(
                named_at(param),
                "the name of an argument cannot be empty",
                "write a name, or leave `rename` out to use the parameter's",
            );
        }
        let twin = seen.iter().find(|other| {
            other.name == param.name && other.conditions.is_empty() && param.conditions.is_empty()
        });
        // Two parameters of one name are the compiler's to refuse.
        let renamed = twin
            .into_iter()
            .chain([&param])
            .rfind(|it| it.options.rename.is_some());
        if let (Some(_), Some(renamed)) = (twin, renamed) {
            errors.push(
                named_at(renamed),
                format_args!("two arguments are named `{}`", param.name),
                "rename one of the two",
            );
        }
        seen.push(param);
    }
}

/// What Claude's service takes as the name of an argument; one it refuses costs a user every tool.
/// A reference may be state, whose name nobody sees: the server looks at it when it is built.
fn arguments_are_portable(param: &Param, any_host: bool, errors: &mut Errors) {
    if any_host || param.name.is_empty() || !matches!(param.form, Form::Owned | Form::Borrowing) {
        return;
    }
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    let help = "name it with `#[arg(rename = \"..\")]`, or add the option `any_host` to the tool if your hosts take it";
    if let Some(letter) = param.name.chars().find(|letter| !allowed(*letter)) {
        errors.push(
            named_at(param),
            format_args!("common hosts refuse names of arguments with {letter:?} in them"),
            help,
        );
    } else if param.name.len() > 64 {
        errors.push(
            named_at(param),
            format_args!(
                "common hosts refuse names of arguments of more than 64 letters, and this one has {}",
                param.name.len()
            ),
            help,
        );
    }
}

/// Where a parameter has its name from.
fn named_at(param: &Param) -> Span {
    match &param.options.rename {
        Some(rename) => rename.span(),
        None => param.ident.span(),
    }
}

/// The one word that a type is written as.
pub(crate) fn spelled(ty: &Type) -> Option<String> {
    match plain(ty) {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// What the spelling shows already; the types have the last word when the server is built.
fn limits_fit(param: &Param, errors: &mut Errors) {
    let Some(spelled) = spelled(&param.ty) else {
        return;
    };
    let is_number = is_number(&spelled);
    for (place, name) in &param.options.given {
        if name == "length" && (is_number || spelled == "bool") {
            errors.push(
                *place,
                format_args!("a `{spelled}` has no length"),
                if is_number {
                    "use `range(..)` for a number"
                } else {
                    "remove `length`"
                },
            );
        }
        if name == "range" && matches!(spelled.as_str(), "String" | "bool" | "char") {
            errors.push(
                *place,
                format_args!("a `{spelled}` is not a number with a range"),
                if spelled == "String" {
                    "use `length(..)` for text"
                } else {
                    "remove `range`"
                },
            );
        }
    }
}

/// What is said of an argument has to reach somebody.
fn options_fit(tool: &Tool, errors: &mut Errors) {
    for param in &tool.params {
        for (place, name) in &param.options.given {
            let wrong = match (tool.role, name.as_str()) {
                (Role::Tool, "title") => Some((
                    "the arguments of a tool have no titles",
                    "remove it; a description is what the model reads",
                )),
                (Role::Tool, "complete") => Some((
                    "the arguments of a tool are not completed: a model writes them",
                    "remove it; an enum says which values there are",
                )),
                (Role::Prompt | Role::Resource, "header") => Some((
                    "only the arguments of tools are repeated in headers",
                    "remove it",
                )),
                (Role::Prompt | Role::Resource, "items") => Some((
                    "arguments of prompts and resources are single values, which have no items",
                    "remove it",
                )),
                (Role::Resource, "title") => {
                    Some(("the variables of an address have no titles", "remove it"))
                }
                _ => None,
            };
            if let Some((wrong, edit)) = wrong {
                errors.push(*place, wrong, edit);
            }
        }
    }
}

/// A function that completes an argument is given the function's other parameters.
fn completions_are_known(tool: &Tool, errors: &mut Errors) {
    for param in &tool.params {
        let others = param.options.complete.iter().flat_map(|it| &it.others);
        for other in others {
            if param.is_called(other) {
                errors.push(
                    other.span(),
                    format_args!("the text of `{other}` is given first, by itself"),
                    "remove it",
                );
            } else if !tool.params.iter().any(|it| it.is_called(other)) {
                errors.push(
                    other.span(),
                    format_args!("`{}` has no parameter `{other}`", tool.ident),
                    "write the name of another parameter: state is given as it is, an argument as the `&str` that is filled in so far",
                );
            }
        }
    }
}

/// A method is a tool of the type it belongs to, and only the impl block knows that type.
pub(crate) fn outside_of_an_impl(tool: &Tool, errors: &mut Errors) {
    let signature = &tool.signature;
    let place = match signature.receiver() {
        Some(receiver) => Some(receiver.self_token.span()),
        None => find_word(signature.to_token_stream(), "Self"),
    };
    if let Some(place) = place {
        errors.push(
            place,
            format_args!(
                "`{}` is a method, and `#[{}]` on it alone cannot see its type",
                tool.ident,
                tool.role.word()
            ),
            format_args!("put `#[{}]` on the impl block as well", tool.role.word()),
        );
    }
}

/// Where a word stands among some tokens.
pub(crate) fn find_word(tokens: TokenStream, word: &str) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == word => Some(ident.span()),
        TokenTree::Group(group) => find_word(group.stream(), word),
        _ => None,
    })
}

/// Where a lifetime stands among some tokens, but for `'static`.
pub(crate) fn lifetime(tokens: TokenStream) -> Option<Span> {
    let mut quote = false;
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Punct(punct) => {
            quote = punct.as_char() == '\'';
            None
        }
        TokenTree::Ident(ident) => {
            (std::mem::take(&mut quote) && ident != "static").then(|| ident.span())
        }
        TokenTree::Group(group) => lifetime(group.stream()),
        TokenTree::Literal(_) => None,
    })
}
