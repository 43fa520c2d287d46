//! The span of a call, with the attribute names of OpenTelemetry's conventions for MCP where those
//! have one.
//!
//! [Semantic conventions for MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).

use std::fmt;
use std::sync::Arc;

use tracing::{Span, field};

use crate::protocol::routing::Channel;
use crate::tool::context::{Context, Trace};
use crate::tool::feature::Feature;
use crate::tool::panics;

use super::answer::Answer;
use super::call::shortened;

/// The target of the span of a call, so that a log can do without it: a span costs more than the
/// rest of a small call.
pub(crate) const SPAN: &str = "mcp_runtime::call";

type Hook = dyn Fn(&Span, &Trace) + Send + Sync;

/// What an author does with each new span.
#[derive(Clone, Default)]
pub(crate) struct SpanHook(Option<Arc<Hook>>);

impl SpanHook {
    pub(crate) fn new(hook: impl Fn(&Span, &Trace) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hook)))
    }

    fn see(&self, span: &Span, context: &Context) {
        let Some(hook) = &self.0 else {
            return;
        };
        if panics::guarded(|| hook(span, &context.trace())).is_err() {
            tracing::error!("the hook that `on_span` was given panicked; the span is as it was");
        }
    }
}

impl fmt::Debug for SpanHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SpanHook").field(&self.0.is_some()).finish()
    }
}

/// The span of a call, as somebody may be interested in it.
pub(crate) fn begin(context: &Context, over_http: bool, hook: &SpanHook) -> Span {
    let span = span(context, over_http);
    if !span.is_disabled() {
        hook.see(&span, context);
    }
    span
}

/// Notes that the answer is a protocol error, if it is one.
pub(crate) fn note_error(span: &Span, answer: &Answer) {
    let Some(happened) = answer.happened else {
        return;
    };
    if let Channel::Protocol(code) = happened.route().channel {
        // The conventions want text.
        let code = code.value().to_string();
        span.record("rpc.response.status_code", &*code);
        span.record("error.type", &*code);
        span.record("otel.status_code", "error");
    }
}

/// Notes that the answer tells a model of a failure.
pub(crate) fn note_tool_error(span: &Span) {
    span.record("error.type", "tool_error");
    span.record("otel.status_code", "error");
}

fn span(context: &Context, over_http: bool) -> Span {
    let (feature, name) = (context.feature(), context.tool());
    let of = |wanted| (feature == wanted).then_some(name);
    macro_rules! span {
        ($method:literal) => {
            tracing::info_span!(
                target: SPAN,
                $method,
                otel.name = format_args!("{} {name}", $method),
                otel.kind = "server",
                otel.status_code = field::Empty,
                mcp.method.name = $method,
                mcp.protocol.version = context.protocol_version().as_str(),
                mcp.resource.uri = context.uri().map(shortened),
                gen_ai.operation.name = of(Feature::Tool).map(|_| "execute_tool"),
                gen_ai.tool.name = of(Feature::Tool),
                gen_ai.prompt.name = of(Feature::Prompt),
                jsonrpc.request.id = shortened(context.request_id()),
                network.transport = if over_http { "tcp" } else { "pipe" },
                network.protocol.name = over_http.then_some("http"),
                rpc.response.status_code = field::Empty,
                error.r#type = field::Empty,
                mcp.outcome = field::Empty,
                mcp.failure.kind = field::Empty,
                mcp.failure.reference = field::Empty,
                duration_ms = field::Empty,
            )
        };
    }
    // The name of a span is a constant.
    match feature {
        Feature::Tool => span!("tools/call"),
        Feature::Prompt => span!("prompts/get"),
        Feature::Resource => span!("resources/read"),
        Feature::Completion => span!("completion/complete"),
    }
}
