#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    missing_docs,
    reason = "tests"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;
use crate::tool::result::Kind;
use crate::tool::schema::{Bound, InputSchema, Parameter, to_value};

/// A tool, as far as its arguments go.
struct Tool {
    rules: Rules,
    hold: fn(&mut Arguments<'_>) -> Option<String>,
}

impl Tool {
    fn new(
        name: &'static str,
        input: fn(InputSchema) -> InputSchema,
        hold: fn(&mut Arguments<'_>) -> Option<String>,
    ) -> Self {
        let input = match input(InputSchema::default()).finish(true) {
            Ok(input) => input,
            Err(errors) => panic!("{errors:?}"),
        };
        Self {
            rules: Rules {
                tool: name.into(),
                input,
                conversions: Conversions::default(),
                unknown: UnknownArguments::default(),
                levels: 128,
            },
            hold,
        }
    }

    /// One argument named `x`.
    fn of<T: Argument + std::fmt::Debug>() -> Self {
        Self::new(
            "t",
            |schema| schema.property::<T>(Parameter::new("x", "")),
            |arguments| arguments.hold::<T>("x").map(|value| format!("{value:?}")),
        )
    }

    fn scalars(mut self) -> Self {
        self.rules.conversions = Conversions::Scalars;
        self
    }

    fn call(&self, text: Option<&str>) -> Result<String, (String, Value)> {
        let mut arguments = Arguments::read(&self.rules, text);
        let held = (self.hold)(&mut arguments);
        match (arguments.finish(), held) {
            (false, Some(held)) => Ok(held),
            (false, None) => panic!("nothing held, and no finding"),
            (true, _) => match arguments.refuse().0 {
                Kind::Refused(refusal) => Err((
                    refusal.message,
                    serde_json::from_str(&refusal.data.unwrap()).unwrap(),
                )),
                _ => panic!("not refused"),
            },
        }
    }

    #[track_caller]
    fn gives(&self, arguments: &str, held: &str) {
        assert_eq!(
            self.call(Some(arguments))
                .map_err(|(message, _)| message)
                .as_deref(),
            Ok(held),
            "{arguments}"
        );
    }

    #[track_caller]
    fn refuses(&self, arguments: &str, message: &str) {
        let full = format!("Invalid arguments for '{}': {message}", self.rules.tool);
        match self.call(Some(arguments)) {
            Ok(held) => panic!("{arguments} was taken as {held}"),
            Err((found, _)) => assert_eq!(found, full, "{arguments}"),
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Units {
    Metric,
    Imperial,
}

fn weather() -> Tool {
    Tool::new(
        "get_weather",
        |schema| {
            schema
                .borrowed::<&str>(Parameter::new("city", "City name.").length(Some(1), Some(100)))
                .property::<Units>(Parameter::new("units", "").default(|| to_value(&Units::Metric)))
                .property::<Option<u8>>(
                    Parameter::new("days", "")
                        .range(Some(Bound::Integer(1)), Some(Bound::Integer(16))),
                )
        },
        |arguments| {
            let city = arguments.hold_borrowed::<&str>("city");
            let units = arguments.hold_or::<Units>("units", || Units::Metric);
            let days = arguments.hold::<Option<u8>>("days");
            Some(format!("{} {:?} {:?}", city?, units?, days?))
        },
    )
}

#[test]
fn all_findings_are_in_one_message() {
    weather().refuses(
        r#"{"days":300,"units":"kelvin","unit":"metric"}"#,
        "'city' is required and must be a string of 1 to 100 characters; \
         'units' must be \"metric\" or \"imperial\", got \"kelvin\"; \
         'days' must be between 1 and 16, got 300; \
         unknown argument 'unit', did you mean 'units'?",
    );
}

#[test]
fn findings_are_given_to_programs_as_well() {
    let (_, data) = weather()
        .call(Some(r#"{"city":"Oslo","days":300,"unit":"metric"}"#))
        .unwrap_err();
    assert_eq!(
        data,
        json!({"errors": [
            {
                "path": "/days",
                "problem": "out_of_range",
                "message": "'days' must be between 1 and 16, got 300",
                "expected": {"type": "integer", "minimum": 1, "maximum": 16},
                "received": "300",
            },
            {
                "path": "/unit",
                "problem": "unknown",
                "message": "unknown argument 'unit', did you mean 'units'?",
                "suggestion": "units",
            },
        ]})
    );
}

#[test]
fn a_valid_call_is_held() {
    let weather = weather();
    weather.gives(r#"{"city":"Oslo"}"#, "Oslo Metric None");
    weather.gives(
        r#"{"days":3.0,"city":"Os\"lo","units":"imperial"}"#,
        "Os\"lo Imperial Some(3)",
    );
    weather.gives(
        r#"{"city":"Oslo","units":null,"days":null}"#,
        "Oslo Metric None",
    );
}
