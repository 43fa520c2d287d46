//! The text for the model is made from the fields.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the map {} is lent out", self.name())]
    #[failure(rejected)]
    Lent(String),
}

impl Failure {
    fn name(&self) -> &str {
        let Self::Lent(name) = self;
        name
    }
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("the card {} has expired", self.number)]
#[failure(unauthenticated)]
struct Card {
    #[failure(secret)]
    number: u64,
}

fn main() {}
