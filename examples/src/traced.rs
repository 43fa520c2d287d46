//! A server whose calls are spans of OpenTelemetry, within the traces of its callers.

use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use mcp_runtime::{ServerBuilder, ToolFailure, Trace, tool, tools};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use tracing::{Instrument, Span, Subscriber, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::layer::SubscriberExt;

/// Roasts coffee.
#[tool(read_only)]
async fn roast(
    /// How dark, from 1 to 5.
    #[arg(range(1..=5))]
    darkness: u8,
) -> Result<String, ToolFailure> {
    if darkness == 5 {
        return Err(ToolFailure::rejected("darkness 5 burns the beans").try_next("Take 4 at most"));
    }
    // A span of the tool's own is a part of the call's.
    let heating = tokio::time::sleep(Duration::from_millis(u64::from(darkness)));
    heating.instrument(info_span!("heat", darkness)).await;
    Ok(format!("Roasted to {darkness}."))
}

/// The server. Its spans belong to the traces of its callers.
pub fn server() -> ServerBuilder<()> {
    mcp_runtime::Server::builder("roastery", env!("CARGO_PKG_VERSION"))
        .tools(tools![roast])
        .on_span(within)
}

/// Makes the span of a call a part of the trace that its request belongs to.
fn within(span: &Span, trace: &Trace) {
    let carried: HashMap<String, String> = trace
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let parent = TraceContextPropagator::new().extract(&carried);
    // It fails where no layer of OpenTelemetry is listening.
    drop(span.set_parent(parent));
}

/// Where spans go: to an exporter, each as it ends. A real one sends them to a collector, in batches.
pub fn subscriber(exporter: impl SpanExporter + 'static) -> impl Subscriber + Send + Sync {
    let provider = SdkTracerProvider::builder()
        .with_simple_exporter(exporter)
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("roastery"))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false);
    tracing_subscriber::registry().with(layer)
}

/// Prints spans on standard error, a line each.
#[derive(Debug)]
pub struct Printer;

impl SpanExporter for Printer {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        for span in batch {
            drop(writeln!(std::io::stderr(), "{}", line(&span)));
        }
        Ok(())
    }
}

/// A span on a line: its trace, its own id, whose part it is, how long it took, and its attributes.
fn line(span: &SpanData) -> String {
    let took = span
        .end_time
        .duration_since(span.start_time)
        .unwrap_or_default();
    let attributes: Vec<String> = span
        .attributes
        .iter()
        .map(|attribute| format!("{}={}", attribute.key, attribute.value))
        .collect();
    format!(
        "{} {} in {} {:?} {} {:?} {}",
        span.span_context.trace_id(),
        span.span_context.span_id(),
        span.parent_span_id,
        took,
        span.name,
        span.status,
        attributes.join(" "),
    )
}
