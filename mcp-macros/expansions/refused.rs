#[tool(red_only)]
pub fn find(/** How many. */ #[arg(range(9..1))] limit: u64) {}

#[tool]
impl Orders {
    #[tool]
    fn count(&self) {}
}
