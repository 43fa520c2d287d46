//! One question to a client: what is asked, and what a client must be able to do for it.

use serde_json::{Map, Value, json};

use crate::protocol::version::ProtocolVersion;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// What the call knows it as.
    pub(crate) key: String,
    pub(crate) kind: QuestionKind,
    /// An object, as JSON text.
    pub(crate) params: Option<String>,
}

/// What a call asks of its client: for [`Incident::ClientCannot`](crate::Incident::ClientCannot).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuestionKind {
    /// A form for the user: [`Context::elicit`](crate::Context::elicit).
    Form,
    /// A form in which the user may choose several values of a list.
    Choices,
    /// An address for the user to open: [`Context::elicit_url`](crate::Context::elicit_url).
    Address,
    /// What a model says: [`Context::sample`](crate::Context::sample).
    Sample,
    /// What a model says that may call tools: [`Sampling::tool`](crate::Sampling::tool).
    SampleTools,
    /// The folders that the client works in: [`Context::roots`](crate::Context::roots).
    Roots,
}

impl QuestionKind {
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Self::Form | Self::Choices | Self::Address => "elicitation/create",
            Self::Sample | Self::SampleTools => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }

    /// Whether a client of this revision that declares these capabilities can be asked.
    pub(crate) fn is_possible(self, version: ProtocolVersion, capabilities: &Value) -> bool {
        let declared = |name: &str| capabilities.get(name).filter(|value| value.is_object());
        let elicitation = || declared("elicitation").filter(|_| version.has_elicitation());
        match self {
            Self::Form => elicitation().is_some_and(|modes| {
                // Neither of the modes means this one, which was the first.
                !version.has_elicitation_modes()
                    || modes.get("form").is_some()
                    || modes.get("url").is_none()
            }),
            Self::Choices => {
                version.has_elicitation_modes() && Self::Form.is_possible(version, capabilities)
            }
            Self::Address => elicitation()
                .is_some_and(|modes| version.has_elicitation_modes() && modes.get("url").is_some()),
            Self::Sample => declared("sampling").is_some(),
            Self::SampleTools => {
                let sampling = declared("sampling").filter(|_| version.has_sampling_tools());
                sampling.is_some_and(|ways| ways.get("tools").is_some_and(Value::is_object))
            }
            Self::Roots => declared("roots").is_some(),
        }
    }

    /// Adds the capability that a client has to declare.
    pub(crate) fn require(self, capabilities: &mut Map<String, Value>) {
        let (name, mode) = match self {
            Self::Form | Self::Choices => ("elicitation", None),
            Self::Address => ("elicitation", Some("url")),
            Self::Sample => ("sampling", None),
            Self::SampleTools => ("sampling", Some("tools")),
            Self::Roots => ("roots", None),
        };
        let capability = capabilities.entry(name).or_insert_with(|| json!({}));
        if let (Some(mode), Some(modes)) = (mode, capability.as_object_mut()) {
            modes.insert(mode.to_owned(), json!({}));
        }
    }

    /// What a client that cannot be asked does not do, after "the client".
    pub(crate) const fn cannot(self) -> &'static str {
        match self {
            Self::Form => "cannot ask its user for input",
            Self::Choices => "cannot let its user choose several values",
            Self::Address => "cannot have its user open an address",
            Self::Sample => "does not let servers use its model",
            Self::SampleTools => "does not let its model call tools of servers",
            Self::Roots => "does not tell which folders it works in",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_addresses_follow_the_declared_modes() {
        let newest = ProtocolVersion::LATEST;
        for (elicitation, form, address) in [
            (json!({}), true, false),
            (json!({ "form": {} }), true, false),
            (json!({ "url": {} }), false, true),
            (json!({ "form": {}, "url": {} }), true, true),
            (json!(null), false, false),
            (json!(true), false, false),
        ] {
            let capabilities = json!({ "elicitation": elicitation });
            let possible = |kind: QuestionKind| kind.is_possible(newest, &capabilities);
            assert_eq!(possible(QuestionKind::Form), form, "{capabilities}");
            assert_eq!(possible(QuestionKind::Choices), form, "{capabilities}");
            assert_eq!(possible(QuestionKind::Address), address, "{capabilities}");
        }
    }

    #[test]
    fn a_revision_has_to_know_what_is_asked() {
        let capabilities = json!({ "elicitation": { "url": {} }, "sampling": {}, "roots": {} });
        let forms = json!({ "elicitation": {} });
        for version in ProtocolVersion::ALL {
            let possible = |kind: QuestionKind| kind.is_possible(version, &capabilities);
            assert!(possible(QuestionKind::Sample) && possible(QuestionKind::Roots));
            let modes = version >= ProtocolVersion::V2025_11_25;
            assert_eq!(possible(QuestionKind::Address), modes, "{version}");
            let form = version == ProtocolVersion::V2025_06_18;
            assert_eq!(possible(QuestionKind::Form), form, "{version}");
            let choices = QuestionKind::Choices.is_possible(version, &forms);
            assert_eq!(choices, modes, "{version}");
            for (tools, declared) in [(false, json!({})), (true, json!({ "tools": {} }))] {
                let capabilities = json!({ "sampling": declared });
                let possible = QuestionKind::SampleTools.is_possible(version, &capabilities);
                assert_eq!(possible, tools && modes, "{version}");
            }
        }
    }
}
