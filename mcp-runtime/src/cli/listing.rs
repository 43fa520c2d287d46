//! Tools, prompts and resources as tables, and tools as JSON.

use std::io;

use crate::tool::nearest::nearest;

use super::members::{Members, items};
use super::peer::Listed;
use super::pretty::pretty;
use super::terminal::{colour, length, stdout_width, styled, wrapped};

/// The blanks between two columns of the table.
const GAP: &str = "  ";
/// Below this width of the terminal, each tool takes lines of its own.
const NARROW: usize = 60;

const BOLD: &str = "1";

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    Tool,
    Prompt,
    Resource,
}

impl Noun {
    const fn plural(self) -> &'static str {
        match self {
            Self::Tool => "tools",
            Self::Prompt => "prompts",
            Self::Resource => "resources",
        }
    }

    /// What stands above the names, and above what each takes or is.
    const fn headings(self) -> [&'static str; 2] {
        match self {
            Self::Tool | Self::Prompt => ["NAME", "ARGUMENTS"],
            Self::Resource => ["ADDRESS", "NAME"],
        }
    }
}

/// What the table says of one item.
#[derive(Debug)]
struct Row {
    name: String,
    /// The arguments; of a resource its name.
    arguments: String,
    description: String,
}

impl Row {
    fn of(noun: Noun, item: &Listed) -> Self {
        let listed = Members::of(&item.json);
        let description = listed.text("description");
        Self {
            name: item.name.clone(),
            arguments: match noun {
                Noun::Tool => arguments(listed.get("inputSchema")),
                Noun::Prompt => texts(listed.get("arguments")),
                Noun::Resource => listed.text("name"),
            },
            description: description.lines().next().unwrap_or_default().to_owned(),
        }
    }
}

/// The names of a tool's arguments, in brackets where they may be left out.
fn arguments(schema: &str) -> String {
    let schema = Members::of(schema);
    let required: Vec<String> = serde_json::from_str(schema.get("required")).unwrap_or_default();
    let properties = Members::of(schema.get("properties"));
    let names = properties.names().map(|name| {
        if required.iter().any(|needed| needed == name) {
            name.to_owned()
        } else {
            format!("[{name}]")
        }
    });
    names.collect::<Vec<_>>().join(" ")
}

/// The names of a prompt's arguments, in brackets where they may be left out.
fn texts(arguments: &str) -> String {
    let names = items(arguments).into_iter().map(|argument| {
        let argument = Members::of(argument);
        let name = argument.text("name");
        if argument.get("required") == "true" {
            name
        } else {
            format!("[{name}]")
        }
    });
    names.collect::<Vec<_>>().join(" ")
}

/// The table: as wide as the terminal, or one line an item when it is not for a terminal.
pub(super) fn table(noun: Noun, listed: &[Listed]) -> String {
    let rows: Vec<Row> = listed.iter().map(|item| Row::of(noun, item)).collect();
    let colour = colour(&io::stdout());
    match stdout_width() {
        _ if rows.is_empty() => format!("This server has no {}.\n", noun.plural()),
        Some(width) if width < NARROW => list(&rows, width, colour),
        Some(width) => columns(noun, &rows, width, colour),
        None => columns(noun, &rows, usize::MAX, colour),
    }
}

fn columns(noun: Noun, rows: &[Row], width: usize, colour: bool) -> String {
    let [first, second] = noun.headings();
    let widest = |heading: &str, cell: fn(&Row) -> &str| {
        rows.iter()
            .map(|row| length(cell(row)))
            .max()
            .unwrap_or_default()
            .max(heading.len())
    };
    let names = widest(first, |row| &row.name);
    // The description keeps half of what the name leaves.
    let room = width.saturating_sub(names + 2 * GAP.len());
    let arguments = widest(second, |row| &row.arguments).min(room / 2);
    let descriptions = room - arguments;

    let heading = format!(
        "{}{GAP}{}{GAP}DESCRIPTION",
        padded(first, names),
        padded(second, arguments)
    );
    let mut out = styled(&heading, BOLD, colour);
    out.push('\n');
    for row in rows {
        let left = wrapped(&row.arguments, arguments);
        let right = wrapped(&row.description, descriptions);
        for index in 0..left.len().max(right.len()).max(1) {
            let cell = |lines: &[String]| lines.get(index).cloned().unwrap_or_default();
            let name = if index == 0 { row.name.as_str() } else { "" };
            let line = format!(
                "{}{GAP}{}{GAP}{}",
                padded(name, names),
                padded(&cell(&left), arguments),
                cell(&right)
            );
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// For narrow terminals: the name and the arguments, and the description below.
fn list(rows: &[Row], width: usize, colour: bool) -> String {
    let mut out = String::new();
    for row in rows {
        out.push_str(&styled(&row.name, BOLD, colour));
        out.push('\n');
        let texts = [&row.arguments, &row.description];
        for line in texts
            .iter()
            .flat_map(|text| wrapped(text, width.saturating_sub(GAP.len())))
        {
            out.extend([GAP, &line, "\n"]);
        }
    }
    out
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(length(text))))
}

/// One tool, or all, as a host receives them.
///
/// # Errors
///
/// The message for an unknown name.
pub(super) fn schema(tools: &[Listed], name: Option<&str>) -> Result<String, String> {
    let Some(name) = name else {
        let all: Vec<&str> = tools.iter().map(|tool| tool.json.as_str()).collect();
        return Ok(pretty(&format!("[{}]", all.join(","))) + "\n");
    };
    match tools.iter().find(|tool| tool.name == name) {
        Some(tool) => Ok(pretty(&tool.json) + "\n"),
        None => Err(unknown(tools.iter().map(|tool| tool.name.as_str()), name)),
    }
}

/// That a name is one of these.
///
/// # Errors
///
/// The message for an unknown name.
pub(super) fn known<'n>(
    mut names: impl Iterator<Item = &'n str> + Clone,
    name: &str,
) -> Result<(), String> {
    let all = names.clone();
    if names.any(|known| known == name) {
        Ok(())
    } else {
        Err(unknown(all, name))
    }
}

fn unknown<'n>(names: impl Iterator<Item = &'n str>, name: &str) -> String {
    let names: Vec<&str> = names.collect();
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("no tool named '{name}'; did you mean '{near}'?"),
        None if names.is_empty() => format!("no tool named '{name}': this server has no tools"),
        None => format!("no tool named '{name}'; the tools are {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |name: &str, arguments: &str, description: &str| Row {
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            description: description.to_owned(),
        };
        vec![
            row("add", "a b", "Adds two numbers."),
            row(
                "get_weather",
                "city [units] [days]",
                "The weather of a city, day by day, in units of your choice.",
            ),
            row("now", "", "The time."),
        ]
    }

    #[test]
    fn the_table_fits_the_terminal() {
        for width in NARROW..140 {
            for line in columns(Noun::Tool, &rows(), width, false).lines() {
                assert!(length(line) <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn the_list_fits_a_narrow_terminal() {
        for line in list(&rows(), 24, false).lines() {
            assert!(length(line) <= 24, "{line}");
        }
    }

    #[test]
    fn each_tool_has_one_line_when_nobody_looks() {
        let table = columns(Noun::Tool, &rows(), usize::MAX, false);
        assert_eq!(table.lines().count(), 4);
        assert!(
            table.contains("now                               The time."),
            "{table}"
        );
    }

    #[test]
    fn arguments_keep_their_order_and_show_which_may_be_left_out() {
        let schema =
            r#"{"type":"object","properties":{"z":{},"a":{},"m":{}},"required":["z","m"]}"#;
        assert_eq!(arguments(schema), "z [a] m");
        let listed = r#"[{"name":"z","required":true},{"name":"a","required":false}]"#;
        assert_eq!(texts(listed), "z [a]");
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_or_all() {
        let tools = ["get_weather", "find_city"].map(|name| Listed {
            name: name.to_owned(),
            json: "{}".to_owned(),
        });
        let message = |name| schema(&tools, Some(name)).err().unwrap_or_default();
        assert_eq!(
            message("get_wether"),
            "no tool named 'get_wether'; did you mean 'get_weather'?"
        );
        assert_eq!(
            message("x"),
            "no tool named 'x'; the tools are get_weather, find_city"
        );
    }
}
