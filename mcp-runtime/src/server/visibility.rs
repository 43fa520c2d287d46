//! Which tools a caller gets to see.

use std::fmt;
use std::sync::Arc;

use crate::tool::Principal;
use crate::tool::described::Described;

/// A tool, for [`ServerBuilder::tools_for`](crate::ServerBuilder::tools_for) to decide by.
#[derive(Debug, Clone, Copy)]
pub struct ToolView<'tool>(pub(super) &'tool Described);

impl<'tool> ToolView<'tool> {
    /// Its name on the wire.
    #[must_use]
    pub fn name(&self) -> &'tool str {
        &self.0.name
    }

    /// What it is called for people.
    #[must_use]
    pub fn title(&self) -> Option<&'tool str> {
        self.0.title.as_deref()
    }

    /// `read_only`, where its author says so or the contrary.
    #[must_use]
    pub fn read_only(&self) -> Option<bool> {
        self.0.read_only
    }

    /// `destructive`, where its author says so or the contrary.
    #[must_use]
    pub fn destructive(&self) -> Option<bool> {
        self.0.destructive
    }

    /// `idempotent`, where its author says so or the contrary.
    #[must_use]
    pub fn idempotent(&self) -> Option<bool> {
        self.0.idempotent
    }

    /// `open_world`, where its author says so or the contrary.
    #[must_use]
    pub fn open_world(&self) -> Option<bool> {
        self.0.open_world
    }

    /// The scopes that a caller has to have to call it.
    pub fn scopes(&self) -> impl Iterator<Item = &'tool str> {
        self.0.scopes.iter()
    }

    /// A member of its `_meta`, which is where an author can say more of it.
    #[must_use]
    pub fn meta(&self, key: &str) -> Option<&'tool serde_json::Value> {
        self.0.meta.as_ref()?.get(key)
    }
}

type ToolsFor = dyn Fn(Option<&Principal>, ToolView<'_>) -> bool + Send + Sync;

/// Which tools a caller gets to see: all of them, unless the author's choice says otherwise.
#[derive(Clone, Default)]
pub(crate) struct Visibility(Option<Arc<ToolsFor>>);

impl Visibility {
    pub(crate) fn new(
        choice: impl Fn(Option<&Principal>, ToolView<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(choice)))
    }

    /// Lists are not the same for everybody.
    pub(crate) fn varies(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn shows(&self, tool: &Described, principal: Option<&Principal>) -> bool {
        match &self.0 {
            None => true,
            Some(choice) => choice(principal, ToolView(tool)),
        }
    }
}

impl fmt::Debug for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visibility")
            .field("varies", &self.varies())
            .finish()
    }
}
