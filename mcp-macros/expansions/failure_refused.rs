#[derive(Debug, ToolFailure)]
enum Failure {
    #[failure(message = "error")]
    Service(#[from] Database),
}
