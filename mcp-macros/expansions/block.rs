#[tool]
impl<S: Store> Orders<S> {
    /// Count the orders.
    #[tool(read_only)]
    async fn count(&self, context: &Context) -> u64 {
        self.store.count()
    }

    /// Look into the archive.
    #[cfg(feature = "archive")]
    #[tool]
    fn archived(&self, archive: &Archive) -> u64 {
        archive.count()
    }

    /// Count nothing.
    #[cfg(feature = "nothing")]
    #[tool]
    fn nothing(&self) {}

    fn helper(&self) {}
}
