//! What a call runs, whatever the client knows it as.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::tool::InvalidArguments;
use crate::tool::arguments::Rules;
use crate::tool::entry::Run;
use crate::tool::permit::Limit;

use super::failing::Failing;

/// A function that clients can have run, with what holds for each of its calls.
pub(crate) struct Callee {
    pub(crate) name: Arc<str>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) invalid_arguments: InvalidArguments,
    /// Whether clients that only know objects get the structured content wrapped; `None` without
    /// a schema of it.
    pub(crate) wraps: Option<bool>,
    /// The schema of the structured content, where there is one.
    pub(crate) output_schema: Option<Value>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) limit: Option<Arc<Limit>>,
    pub(crate) failing: Arc<Failing>,
    pub(crate) run: Run,
}

impl fmt::Debug for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callee")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
