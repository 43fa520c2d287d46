#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use serde_json::{Value, json};

use super::*;

fn listed<'t>(input: &'t Value, output: Option<&'t Value>) -> Listed<'t> {
    Listed {
        server: "s",
        name: "find",
        description: "Finds.",
        input,
        output,
        any_host: false,
        recursive: false,
    }
}

/// The findings, as `severity rule path`.
fn found(tool: &Listed<'_>) -> Vec<String> {
    of_tool(tool)
        .into_iter()
        .map(|finding| format!("{} {} {}", finding.severity, finding.rule, finding.path))
        .collect()
}

/// The findings about one property, with its path left out.
fn about(property: &Value) -> Vec<String> {
    let input = json!({"type": "object", "properties": {"p": property}});
    found(&listed(&input, None))
        .into_iter()
        .map(|line| line.replace("/inputSchema/properties/p", "."))
        .collect()
}

#[test]
fn a_plain_schema_has_no_findings() {
    let input = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "City.", "minLength": 1, "pattern": "^[A-Z]"},
            "days": {"type": "integer", "minimum": 1, "maximum": 16, "default": 3, "examples": [2]},
            "units": {"type": "string", "enum": ["metric", "imperial"]},
            "rows": {"type": "array", "items": {"type": "object", "properties": {}, "additionalProperties": false}},
            "when": {"type": "string", "format": "date-time"},
        },
        "required": ["city"],
        "additionalProperties": false,
    });
    let output = json!({"type": "object", "properties": {"t": {"type": ["string", "null"], "format": "date"}}});
    assert_eq!(found(&listed(&input, Some(&output))), [""; 0]);
}

#[test]
fn each_construct_is_found_with_its_rule_and_place() {
    let cases = [
        (json!(true), "error boolean-schema ."),
        (json!({"type": "array"}), "error array-items ."),
        (
            json!({"type": "array", "items": true}),
            "error boolean-schema ./items",
        ),
        (
            json!({"type": "array", "items": [{"type": "string"}]}),
            "error tuple .",
        ),
        (
            json!({"type": "string", "const": "a"}),
            "error keyword ./const",
        ),
        (
            json!({"type": "object", "properties": {}, "patternProperties": {"^x": {"type": "string"}}}),
            "error keyword ./patternProperties",
        ),
        (
            json!({"type": "string", "pattern": "^(?!a)"}),
            "error pattern ./pattern",
        ),
        (json!({"$ref": "#/properties/p"}), "error reference ./$ref"),
        (
            json!({"type": "string", "minLength": "1"}),
            "error invalid-schema ./minLength",
        ),
        (
            json!({"$ref": "#/$defs/none"}),
            "error dangling-reference ./$ref",
        ),
        (
            json!({"$ref": "https://example.com/a.json"}),
            "error dangling-reference ./$ref",
        ),
        (
            json!({"type": "string", "$schema": "http://json-schema.org/draft-07/schema#"}),
            "error dialect ./$schema",
        ),
        (
            json!({"type": "number", "multipleOf": 0.5}),
            "warning rare-keyword ./multipleOf",
        ),
        (
            json!({"type": ["string", "null"]}),
            "warning type-list ./type",
        ),
        (json!({"description": "Anything."}), "warning no-type ."),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}], "description": "Both."}),
            "warning union .",
        ),
        (
            json!({"type": "integer", "enum": [1, 2]}),
            "warning enum-values ./enum",
        ),
        (
            json!({"type": "string", "enum": ["a", ""]}),
            "warning enum-values ./enum",
        ),
        (
            json!({"type": "integer", "format": "uint8"}),
            "warning format ./format",
        ),
        (
            json!({"type": "string", "format": "uri"}),
            "warning format ./format",
        ),
        (
            json!({"type": "integer", "maximum": 18_446_744_073_709_551_615_u64}),
            "warning bound ./maximum",
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            "warning map ./additionalProperties",
        ),
    ];
    for (property, expected) in cases {
        assert_eq!(about(&property), [expected], "{property}");
    }
}

#[test]
fn the_root_is_a_plain_object_that_says_its_properties() {
    for (input, expected) in [
        (json!(true), "error root /inputSchema"),
        (json!({"type": "object"}), "error root /inputSchema"),
        (
            json!({"type": "object", "properties": {}, "anyOf": [{"type": "string"}]}),
            "error root-union /inputSchema",
        ),
    ] {
        assert_eq!(found(&listed(&input, None)), [expected], "{input}");
    }
}

#[test]
fn names_of_arguments_are_held_to_what_claude_takes() {
    let long = "x".repeat(65);
    for name in ["$top", "filter[id]", "größe", "", long.as_str()] {
        let input = json!({"type": "object", "properties": {name: {"type": "string"}}});
        let lines = found(&listed(&input, None));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with("error property-name /inputSchema/properties/"),
            "{lines:?}"
        );
    }
}

#[test]
fn names_and_descriptions_of_tools_are_held_to_their_lengths() {
    let input = json!({"type": "object", "properties": {}});
    let with = |name: &str, description: &str, server: &str| {
        found(&Listed {
            server,
            name,
            description,
            ..listed(&input, None)
        })
    };
    assert_eq!(with("find", "Finds.", "s"), [""; 0]);
    assert_eq!(with("admin.list", "Lists.", "s"), ["error tool-name /name"]);
    assert_eq!(
        with(&"x".repeat(65), "Lists.", "s"),
        ["error tool-name /name"]
    );
    assert_eq!(with("2find", "Finds.", "s"), ["warning name-start /name"]);
    let (name, server) = ("x".repeat(40), "y".repeat(18));
    assert_eq!(
        with(&name, "Finds.", &server),
        ["warning name-with-server /name"]
    );
    assert_eq!(
        with("find", " \n", "s"),
        ["error no-description /description"]
    );
    assert_eq!(with("find", &"é".repeat(1024), "s"), [""; 0]);
    assert_eq!(
        with("find", &"é".repeat(1025), "s"),
        ["warning long-description /description"]
    );
}

#[test]
fn a_tool_opts_in_and_the_list_says_so() {
    let input = json!({
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/N"}, "$top": {"type": "string"}},
        "$defs": {"N": {"type": "array", "items": {"$ref": "#/$defs/N"}}},
    });
    let tool = listed(&input, None);
    let reference =
        |severity: &str, place: &str| format!("{severity} reference /inputSchema/{place}/$ref");
    let recursive = Listed {
        recursive: true,
        ..tool
    };
    let mut lines = found(&recursive);
    lines.sort();
    assert_eq!(
        lines,
        [
            reference("allowed", "$defs/N/items"),
            reference("allowed", "properties/p"),
            "error property-name /inputSchema/properties/$top".to_owned(),
        ]
    );
    let any_host = Listed {
        any_host: true,
        ..tool
    };
    assert!(
        of_tool(&any_host)
            .iter()
            .all(|it| it.severity == Severity::Allowed)
    );
    // A reference that leads nowhere is no choice.
    let dangling = json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/N"}}});
    let dangling = Listed {
        any_host: true,
        recursive: true,
        ..listed(&dangling, None)
    };
    assert_eq!(
        found(&dangling),
        ["error dangling-reference /inputSchema/properties/p/$ref"]
    );
}

#[test]
fn output_schemas_are_held_to_what_clients_compile() {
    let input = json!({"type": "object", "properties": {}});
    let cases = [
        (json!(true), "error boolean-schema /outputSchema"),
        (
            json!({"properties": {"a": true}}),
            "error boolean-schema /outputSchema/properties/a",
        ),
        (
            json!({"items": {"$ref": "#/$defs/T"}}),
            "error dangling-reference /outputSchema/items/$ref",
        ),
        (
            json!({"items": {"$ref": "#"}}),
            "warning recursive-output /outputSchema/items/$ref",
        ),
        (
            json!({"pattern": "(?i)a"}),
            "error pattern /outputSchema/pattern",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema"}),
            "error dialect /outputSchema/$schema",
        ),
    ];
    for (output, expected) in cases {
        assert_eq!(
            found(&listed(&input, Some(&output))),
            [expected],
            "{output}"
        );
    }
    for fine in [
        json!({"oneOf": [{"const": 1}, {"type": "null"}]}),
        json!({"prefixItems": [{"type": "string"}], "items": false}),
        json!({"pattern": "^(?=a)"}),
        json!({"$anchor": "a", "items": {}}),
    ] {
        assert_eq!(found(&listed(&input, Some(&fine))), [""; 0], "{fine}");
    }
}

#[test]
fn many_values_deep_schemas_and_long_ones_are_counted() {
    let many: Vec<String> = (0..1001).map(|value| format!("v{value}")).collect();
    assert_eq!(
        about(&json!({"type": "string", "enum": many})),
        ["warning enum-size ./enum"]
    );
    let mut deep = json!({"type": "string"});
    for _ in 0..10 {
        deep = json!({"type": "object", "properties": {"d": deep}});
    }
    assert_eq!(about(&deep), ["warning depth /inputSchema"]);
    let long = json!({"type": "string", "description": "x".repeat(120_000)});
    assert_eq!(about(&long), ["warning size /inputSchema"]);
    assert!(of_list(40).is_none());
    assert!(of_list(41).is_some_and(|it| it.severity == Severity::Warning));
    assert!(of_list(129).is_some_and(|it| it.problem.contains("OpenAI")));
}

#[test]
fn names_of_rules_are_different() {
    let names: std::collections::BTreeSet<_> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
}

#[test]
fn a_finding_is_one_line_that_says_where_why_and_what_to_do() {
    let input = json!({"type": "object", "properties": {"a\nb": {"type": "string"}}});
    let findings = of_tool(&listed(&input, None));
    let line = findings[0].to_string();
    assert_eq!(
        line,
        "error[property-name] find: /inputSchema/properties/a b: the name is not one of up to 64 letters from a to z, digits, '_', '.' and '-'; rename the argument with `#[arg(rename = \"..\")]` (Claude)"
    );
}
