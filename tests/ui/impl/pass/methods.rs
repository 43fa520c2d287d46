use mcp_runtime::{Context, Server, State, ToolFailure, tool, tools};
use std::sync::Arc;
struct Orders<T>(T);
struct Plain;
trait Greet: Send + Sync { fn hi(&self) -> String; }
struct En; impl Greet for En { fn hi(&self) -> String { "hi".into() } }
#[derive(State)]
struct App { orders: Orders<u8>, plain: Plain, #[state(deref)] greet: Arc<dyn Greet>, #[state(skip)] #[allow(dead_code)] n: u8 }

#[tool]
impl<T: Clone + Into<u64>> Orders<T> {
    const N: i64 = 1;
    /// Cancel an order.
    #[tool(read_only, timeout = "10s")]
    async fn cancel(&self, cx: &Context,
        #[arg(default = Self::N)] n: i64, reason: Option<&str>, tags: &[String],
    ) -> Result<String, ToolFailure> {
        let _ = cx;
        Ok(format!("{n}{reason:?}{tags:?}{}", self.0.clone().into()))
    }
    /// Gone
    #[cfg(any())]
    #[tool]
    fn gone(&self, x: &Missing) -> String { String::new() }
    /// Here
    #[cfg(all())]
    #[tool(title = "Here")]
    fn here(&self, x: &Plain, #[cfg(any())] y: &Missing, #[cfg(any())] z: Missing) -> String { let _ = x; String::new() }
    /// assoc
    #[tool]
    fn assoc(a: i64) -> i64 { a }
    fn other(&self) {}
}
#[tool(marker = PlainQueries)]
impl Plain {
    const X: i64 = 3;
    /// X
    #[tool]
    fn q(&self, other: &Self, #[arg(range(0..=Self::X), default = Self::X)] a: i64) -> i64 { let _ = other; a }
}
#[tool]
impl Plain {
    /// X
    #[tool]
    fn q2(&self, g: &dyn Greet) -> String { g.hi() }
}
/// Hi.
#[tool]
fn plain(#[cfg(any())] a: &Missing, #[cfg(all())] b: u8, c: String) -> String { format!("{b}{c}") }
fn main() {
    let app = App { orders: Orders(1), plain: Plain, greet: Arc::new(En), n: 1 };
    let _ = Server::builder("a", "b").state(app).tools(tools![Orders<u8>, plain, PlainQueries, Plain, #[cfg(any())] missing]);
}
