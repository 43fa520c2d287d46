#[tool(marker = OrderQueries)]
impl Orders {
    /// Compare.
    #[tool]
    pub fn compare(&self, other: &Self, #[arg(default = Self::LEAST)] least: u64) -> Result<u64, Self> {
        Ok(least)
    }
}
