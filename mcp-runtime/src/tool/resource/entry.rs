//! What the macro says about a resource.

use std::time::Duration;

use serde_json::Value;

use crate::protocol::cache_scope::CacheScope;
use crate::tool::call::Call;
use crate::tool::content::Audience;
use crate::tool::entry::CallFuture;
use crate::tool::info::options;
use crate::tool::schema::InputSchema;
use crate::tool::textual::{self, TextEntry};

use super::contents::IntoResourceResult;
use super::template::Piece;

/// The addresses of a resource, or of a group of resources, known at compile time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "put `#[resource(uri = \"..\")]` on the function, or `#[resource]` on the impl block and `#[resource(uri = \"..\")]` on its methods"
)]
pub trait ResourceNames {
    /// Their addresses, or templates of addresses, in the order written.
    const NAMES: &'static [&'static str];
    /// For each of them what no other has whose addresses are the same: an address itself, and a
    /// template with the types of its variables in the place of their names.
    const SHAPES: &'static [&'static str] = Self::NAMES;
}

/// A function under `#[resource]`, or a type with an impl block under it, as `resources![..]`
/// lists it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "put `#[resource(uri = \"..\")]` on the function, or `#[resource]` on the impl block and `#[resource(uri = \"..\")]` on its methods"
)]
pub trait ResourceItem<State: 'static, From>: ResourceNames {
    /// Its resources, in the order written.
    const GROUPS: &'static [&'static [ResourceEntry<State>]];
}

/// The resource at a place of an impl block, where a `#[cfg]` decides whether it is there and
/// what it asks of the state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such resource",
    note = "put `#[resource]` on the impl block"
)]
pub trait ResourceMethod<const INDEX: usize, State: 'static, From> {
    /// The resource, or nothing.
    const ENTRIES: &'static [ResourceEntry<State>];
}

/// One resource, or all that a template describes: what it says of itself, its variables, and how
/// it is read.
pub type ResourceEntry<State> = TextEntry<ResourceInfo, State>;

impl<State: 'static> TextEntry<ResourceInfo, State> {
    /// A resource whose function returns `R`.
    #[must_use]
    pub const fn new<R: IntoResourceResult>(
        mut info: ResourceInfo,
        input: fn(InputSchema) -> InputSchema,
        run: fn(Call<State>) -> CallFuture,
    ) -> Self {
        if info.mime_type.is_none() {
            info.mime_type = R::MIME_TYPE;
        }
        Self::of(info, input, run)
    }
}

options! {
    /// What a resource says of itself; built by the macro.
    pub struct ResourceInfo {
        /// The address, or the template of addresses.
        uri,
        /// The name.
        name,
        /// What it holds.
        description,
    }
    /// The template, taken apart; a fixed address has none.
    template: &'static [Piece];
    /// A name for people.
    title: &'static str;
    /// The type of what is read.
    mime_type: &'static str;
    /// The address of an icon.
    icon: &'static str;
    /// How many bytes there are to read.
    size: u64;
    /// Whom it is for.
    audience: &'static [Audience];
    /// How much it matters, from 0 to 1.
    priority: f64;
    /// When it was last changed, as an ISO 8601 text.
    last_modified: &'static str;
    /// How long what was read may be kept.
    cache_for: Duration;
    /// Who may keep it.
    cache_scope: CacheScope;
    /// Whether a variable may hold a path that climbs, or that begins at the root.
    any_path: bool;
    /// How long a call may run.
    timeout: Duration;
    /// How many calls of the resource may run at once.
    max_running: usize;
    /// What a caller has to be allowed.
    scopes: &'static [&'static str];
    /// The resource's `_meta`.
    meta: fn() -> Value;
}

/// Resources listed by [`resources!`](crate::resources).
#[derive(Debug)]
pub struct ResourceSet<State: 'static> {
    pub(crate) entries: Vec<&'static ResourceEntry<State>>,
}

impl<State: 'static> ResourceSet<State> {
    /// The resources of what was listed, one after the other.
    #[doc(hidden)]
    #[must_use]
    pub fn from_groups(listed: &[&'static [&'static [ResourceEntry<State>]]]) -> Self {
        Self {
            entries: textual::listed(listed),
        }
    }
}
