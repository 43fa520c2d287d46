use mcp_runtime::prompt;

struct Desk;

#[prompt]
impl Desk {
    /// Asks for a review.
    #[prompt(name = "review")]
    fn one(&self) -> String {
        String::new()
    }

    /// Asks for another.
    #[prompt]
    fn review(&self) -> String {
        String::new()
    }
}

struct Empty;

#[prompt]
impl Empty {
    fn nothing(&self) {}
}

fn main() {
    Desk.one();
    Desk.review();
    Empty.nothing();
}
