/// Find a city.
#[doc = include_str!("find.md")]
#[tool(
    name = "find_city",
    title = "Find a city",
    read_only,
    destructive = false,
    idempotent,
    open_world = false,
    icon = "https://example.com/icon.png",
    timeout = "1500ms",
    max_running = 4,
    scope = "cities:read",
    scope = scopes::MAPS,
    rate = "10/min",
    meta = json!({ "a": 1 }),
    blocking,
    recursive,
    marker = FindCity,
    crate = crate::deps::runtime,
    conversions = "scalars",
    unknown_arguments = "ignore",
    invalid_arguments = "tool_failure"
)]
#[inline]
fn find(
    #[arg(rename = "city", length(1..=LONGEST), example = "Oslo")] name: &str,
    #[arg(secret)] key: &str,
    #[arg(default = Units::Metric)] units: Units,
    #[arg(default = "en", pattern = "^[a-z]{2}$", header = "Language")] language: String,
    /// How many.
    #[arg(range(1..10_000_000_000), example = 3, example = 5_000_000_000)]
    limit: Option<u64>,
    #[arg(range(-0.5..), description = "Share")] share: f64,
    #[arg(default = "N")] side: &str,
    #[arg(items(length(1..), items(range(..=9))))] digits: Vec<Vec<u8>>,
) -> String {
    name.to_owned()
}
