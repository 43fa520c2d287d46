//! What a call runs, whatever the client knows it as.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::tool::arguments::Rules;
use crate::tool::entry::Run;
use crate::tool::feature::Feature;
use crate::tool::permit::Limit;
use crate::tool::scopes::Scopes;
use crate::tool::{InvalidArguments, ToolFailure};

use super::failing::Failing;
use super::rates::Rates;
use super::settings::CacheScope;

/// A function that clients can have run, with what holds for each of its calls.
pub(crate) struct Callee {
    pub(crate) name: Arc<str>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) form: Form,
    pub(crate) timeout: Option<Duration>,
    pub(crate) limit: Option<Arc<Limit>>,
    /// How often each caller may have it called.
    pub(crate) rates: Option<Arc<Rates>>,
    /// What a caller has to be allowed.
    pub(crate) scopes: Scopes,
    pub(crate) failing: Arc<Failing>,
    pub(crate) run: Run,
}

/// What a function is called as, and what its answers need to know of it.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    Tool {
        invalid_arguments: InvalidArguments,
        /// Whether the same call again may do more than the first did: its author says neither
        /// that it changes nothing nor that it is idempotent.
        acts: bool,
        /// Whether clients that only know objects get the structured content wrapped; `None`
        /// without a schema of it.
        wraps: Option<bool>,
        /// The schema of the structured content, where there is one.
        output_schema: Option<Value>,
    },
    Prompt {
        description: &'static str,
    },
    Resource {
        mime_type: Option<&'static str>,
        cache_for: Duration,
        cache_scope: CacheScope,
    },
    Completion,
}

impl Callee {
    pub(crate) fn feature(&self) -> Feature {
        match self.form {
            Form::Tool { .. } => Feature::Tool,
            Form::Prompt { .. } => Feature::Prompt,
            Form::Resource { .. } => Feature::Resource,
            Form::Completion => Feature::Completion,
        }
    }

    /// The failure of a call, with what the text says if nobody knows whether it had its effect.
    pub(crate) fn failed(&self, failure: ToolFailure) -> ToolFailure {
        match self.form {
            Form::Tool { acts: true, .. } => failure.of_acting_tool(),
            _ => failure,
        }
    }

    /// Whether clients that only know objects get a tool's structured content wrapped.
    pub(crate) fn wraps(&self) -> Option<bool> {
        match self.form {
            Form::Tool { wraps, .. } => wraps,
            _ => None,
        }
    }
}

impl Callee {
    /// The schema of a tool's structured content.
    pub(crate) fn output_schema(&self) -> Option<&Value> {
        match &self.form {
            Form::Tool { output_schema, .. } => output_schema.as_ref(),
            _ => None,
        }
    }
}

impl fmt::Debug for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callee")
            .field("name", &self.name)
            .field("form", &self.form)
            .finish_non_exhaustive()
    }
}
