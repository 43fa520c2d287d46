//! What a tool says of itself, whoever said it: a macro, or a program at run time.

use std::borrow::Cow;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::entry::ToolInfo;
use super::policy::{Conversions, InvalidArguments, UnknownArguments};
use super::rate::Rate;
use super::scopes::Scopes;

/// What a tool says of itself, and the limits it sets itself.
#[derive(Debug, Clone)]
pub(crate) struct Described {
    pub(crate) name: Arc<str>,
    pub(crate) description: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) icon: Option<Cow<'static, str>>,
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_running: Option<usize>,
    pub(crate) scopes: Scopes,
    pub(crate) rate: Option<Rate>,
    pub(crate) meta: Option<Value>,
    pub(crate) recursive: bool,
    pub(crate) conversions: Option<Conversions>,
    pub(crate) unknown_arguments: Option<UnknownArguments>,
    pub(crate) invalid_arguments: Option<InvalidArguments>,
    /// Where it was declared, for messages about two of one name.
    pub(crate) place: &'static Location<'static>,
}

impl Described {
    /// A tool that says nothing else.
    pub(crate) fn new(
        name: impl Into<Arc<str>>,
        description: impl Into<Cow<'static, str>>,
        place: &'static Location<'static>,
    ) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            title: None,
            icon: None,
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
            timeout: None,
            max_running: None,
            scopes: Scopes::default(),
            rate: None,
            meta: None,
            recursive: false,
            conversions: None,
            unknown_arguments: None,
            invalid_arguments: None,
            place,
        }
    }

    /// Puts a prefix before the name.
    pub(crate) fn prefix(&mut self, prefix: &str) {
        if !prefix.is_empty() {
            self.name = format!("{prefix}{}", self.name).into();
        }
    }

    /// What the macro wrote down.
    pub(crate) fn of(info: &ToolInfo) -> Self {
        Self {
            title: info.title.map(Cow::Borrowed),
            icon: info.icon.map(Cow::Borrowed),
            read_only: info.read_only,
            destructive: info.destructive,
            idempotent: info.idempotent,
            open_world: info.open_world,
            timeout: info.timeout,
            max_running: info.max_running,
            scopes: Scopes::of(info.scopes),
            rate: info.rate,
            meta: info.meta.map(|meta| meta()),
            recursive: info.recursive,
            conversions: info.conversions,
            unknown_arguments: info.unknown_arguments,
            invalid_arguments: info.invalid_arguments,
            ..Self::new(info.name, info.description, info.place)
        }
    }
}
