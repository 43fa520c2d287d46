//! Values that are made once and remembered over the rounds of a call.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;

impl Context {
    /// Makes a value in the first round that gets here, and remembers it for those that follow.
    ///
    /// From 2026-07-28 on a function runs from its beginning in every round, so what it does
    /// before a question is done again. What must not be, or must give the same each time, goes in
    /// here: a draft that was saved, a number that was drawn. The value travels with the sealed
    /// state; the client cannot read it.
    ///
    /// It is remembered once the call asks something after it. A client that sends an earlier round
    /// again brings the memory of that round: where something may happen one time only, the server
    /// has to see to that itself.
    ///
    /// ```
    /// use mcp_runtime::{Context, ToolFailure};
    ///
    /// async fn draft(cx: &Context) -> Result<u64, ToolFailure> {
    ///     cx.once("draft", async { 17 }).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON, or what was remembered is not of its type: faults of
    /// the tool.
    pub async fn once<T: Serialize + DeserializeOwned>(
        &self,
        key: impl Into<String>,
        make: impl Future<Output = T>,
    ) -> Result<T, ToolFailure> {
        self.try_once(key, async { Ok::<T, ToolFailure>(make.await) })
            .await
    }

    /// As [`Context::once`], for what may fail; a failure is not remembered.
    ///
    /// # Errors
    ///
    /// Those of making the value, and those of [`Context::once`].
    pub async fn try_once<T: Serialize + DeserializeOwned, E: Into<ToolFailure>>(
        &self,
        key: impl Into<String>,
        make: impl Future<Output = Result<T, E>>,
    ) -> Result<T, ToolFailure> {
        let key = key.into();
        let remembered = self.questions().lock().remembered.get(&key).cloned();
        if let Some(value) = remembered {
            return serde_json::from_value(value).map_err(ToolFailure::internal);
        }
        let value = make.await.map_err(Into::into)?;
        let json = serde_json::to_value(&value).map_err(ToolFailure::internal)?;
        self.questions().lock().remembered.insert(key, json);
        Ok(value)
    }
}
