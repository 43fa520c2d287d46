#[derive(Debug, ToolFailure)]
#[failure(unavailable)]
enum Failure {
    #[failure(message = "the service does not answer (status {status})", otherwise = "tell the user")]
    Service { status: u16, source: Box<dyn Error + Send + Sync> },

    #[failure(message = "the ledger cannot be read", internal)]
    Ledger(#[from] Database),

    #[failure(transparent)]
    Inner(Inner),
}
