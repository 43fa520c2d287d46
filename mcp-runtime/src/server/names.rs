//! Which names tools may have, once prefixes and programs have had their say.

use std::panic::Location;

use crate::tool::set::is_known_everywhere;

/// Whether a tool may have this name. The macro has refused what it could see.
///
/// # Errors
///
/// What is wrong with the name, and what to do.
pub(super) fn check(name: &str, any_host: bool) -> Result<(), String> {
    let is_name = (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    if !is_name {
        return Err(format!(
            "'{name}' cannot be a tool's name: it has to have 1 to 128 letters, digits, '_', '-' or '.'"
        ));
    }
    if !any_host && !is_known_everywhere(name) {
        let what = if name.len() > 64 {
            format!(
                "common hosts refuse tool names of more than 64 letters, and this one has {}",
                name.len()
            )
        } else {
            "common hosts refuse dots in tool names".to_owned()
        };
        return Err(format!(
            "the tool '{name}': {what}; take a shorter or plainer prefix or name, or call `any_host` on the set or the tool if your hosts take it"
        ));
    }
    Ok(())
}

/// What is said about two tools of one name.
pub(super) fn repeated(name: &str, first: &Location<'_>, second: &Location<'_>) -> String {
    if first == second {
        let places = places(first, second);
        return format!(
            "two tools are called '{name}': {places}; list it once, give each a name of its own where several are made there, or put a prefix before one of the sets with `ToolSet::prefixed`"
        );
    }
    let places = places(first, second);
    format!(
        "two tools are called '{name}': {places}; list it once, give one of them another name with `#[tool(name = \"..\")]`, or put a prefix before one of the sets with `ToolSet::prefixed`"
    )
}

/// Where two that are the same are declared.
pub(super) fn places(first: &Location<'_>, second: &Location<'_>) -> String {
    if first == second {
        return format!("both are the one declared at {}", place(first));
    }
    format!(
        "one is declared at {}, the other at {}",
        place(first),
        place(second)
    )
}

pub(super) fn place(location: &Location<'_>) -> String {
    format!("{}:{}", location.file(), location.line())
}
