use mcp_runtime::prompt;

#[prompt(titel = "Review", read_only, name = "a b")]
fn review(
    #[arg(header = "Code", items(range(1..)))] code: String,
    #[arg(complete = languages(nowhere, language))] language: &str,
    #[arg(complete = 3)] tone: &str,
    #[arg(complete = languages(1))] (a, b): (u8, u8),
) -> impl Sized {
}

struct House;

#[prompt]
impl House {
    /// Describes the house.
    #[prompt]
    unsafe fn describe(self) {}
}

fn main() {}
