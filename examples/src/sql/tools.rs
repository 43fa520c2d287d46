//! The two tools, and what they answer with.

use mcp_runtime::{Context, Json, tool};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use schemars::JsonSchema;
use serde::Serialize;

use super::database::Database;
use super::failure::QueryFailure;

/// The most characters of one value, and of all values of an answer, that are sent.
const VALUE: usize = 2_000;
const ANSWER: usize = 50_000;

/// Runs one SELECT in SQLite's dialect and gives its rows.
// The database stops at its time limit by itself. The timeout is for what it cannot stop, a single
// slow step; its thread runs on, and so there is a limit to how many may.
#[tool(
    blocking,
    read_only,
    open_world = false,
    timeout = "20s",
    max_running = 16
)]
pub(super) fn query(
    database: &Database,
    cx: &Context,
    /// The query. One statement, which can read and nothing else.
    #[arg(
        length(1..=20_000),
        example = "SELECT name, city FROM customers ORDER BY name"
    )]
    sql: &str,
    /// How many rows at most.
    #[arg(default = 50, range(1..=500))]
    limit: u16,
) -> Result<Json<Table>, QueryFailure> {
    let failed = |error| QueryFailure::of(error, database.time_limit);
    let connection = database.connect_for(cx).map_err(QueryFailure::Broken)?;
    let mut statement = connection.prepare(sql).map_err(failed)?;
    let columns: Vec<String> = statement
        .column_names()
        .into_iter()
        .map(str::to_owned)
        .collect();
    if columns.is_empty() {
        return Err(QueryFailure::NoRows);
    }
    let mut table = Table::new(columns);
    let mut found = statement.query([]).map_err(failed)?;
    while let Some(row) = found.next().map_err(failed)? {
        if !table.takes(row, limit).map_err(failed)? {
            break;
        }
    }
    Ok(Json(table))
}

/// Lists the tables and views of the database with their columns.
#[tool(blocking, read_only, open_world = false)]
pub(super) fn list_tables(database: &Database) -> Result<Json<Schema>, QueryFailure> {
    let read = || {
        let connection = database.connect()?;
        let mut names = connection.prepare(
            "SELECT name, type FROM sqlite_schema
             WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
             ORDER BY name",
        )?;
        let tables = names.query_map([], |row| {
            let name = row.get::<_, String>(0)?;
            Ok(TableInfo {
                columns: columns(&connection, &name)?,
                is_view: row.get::<_, String>(1)? == "view",
                name,
            })
        })?;
        tables.collect::<Result<_, _>>()
    };
    let tables = read().map_err(|error| QueryFailure::of(error, database.time_limit))?;
    Ok(Json(Schema { tables }))
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<Column>> {
    let mut statement = connection.prepare(
        "SELECT name, type, pk > 0,
             (SELECT \"table\" || ifnull('.' || \"to\", '')
              FROM pragma_foreign_key_list(?1) WHERE \"from\" = info.name)
         FROM pragma_table_info(?1) AS info",
    )?;
    let columns = statement.query_map([table], |row| {
        Ok(Column {
            name: row.get(0)?,
            r#type: row.get(1)?,
            is_key: row.get(2)?,
            refers_to: row.get(3)?,
        })
    })?;
    columns.collect()
}

/// The rows of a query.
#[derive(Serialize, JsonSchema)]
pub(super) struct Table {
    columns: Vec<String>,
    /// One array a row, with a value for each column.
    rows: Vec<Vec<Cell>>,
    /// What is left out of the answer, and how to get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    /// How many characters the rows have so far.
    #[serde(skip)]
    length: usize,
}

/// A value. The bytes of a blob are not shown, only how many there are.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
}

impl Table {
    fn new(columns: Vec<String>) -> Self {
        Self {
            columns,
            rows: Vec::new(),
            left_out: None,
            length: 0,
        }
    }

    /// Adds a row, unless there are enough: then it says so in the answer.
    fn takes(&mut self, row: &Row<'_>, limit: u16) -> rusqlite::Result<bool> {
        if self.rows.len() >= usize::from(limit) {
            self.left_out = Some(format!(
                "There are more than {limit} rows: raise 'limit', or sum them up in the query."
            ));
            return Ok(false);
        }
        let cells = (0..self.columns.len())
            .map(|column| row.get_ref(column).map(Cell::of))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        self.length += cells.iter().map(Cell::length).sum::<usize>();
        if self.length > ANSWER && !self.rows.is_empty() {
            self.left_out = Some(
                "The rows after these are left out because the answer is long: select fewer columns or rows.".to_owned(),
            );
            return Ok(false);
        }
        self.rows.push(cells);
        Ok(true)
    }
}

impl Cell {
    fn of(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(integer) => Self::Integer(integer),
            // JSON has no infinity.
            ValueRef::Real(real) if !real.is_finite() => Self::Text(real.to_string()),
            ValueRef::Real(real) => Self::Real(real),
            ValueRef::Blob(bytes) => Self::Text(format!("(a blob of {} bytes)", bytes.len())),
            ValueRef::Text(bytes) => Self::Text(shortened(&String::from_utf8_lossy(bytes))),
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            // About what a number takes.
            _ => 8,
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(VALUE) {
        None => text.to_owned(),
        Some((end, _)) => format!(
            "{}... ({} characters in all)",
            text.get(..end).unwrap_or_default(),
            text.chars().count()
        ),
    }
}

/// What can be queried.
#[derive(Serialize, JsonSchema)]
pub(super) struct Schema {
    tables: Vec<TableInfo>,
}

#[derive(Serialize, JsonSchema)]
struct TableInfo {
    name: String,
    /// It is a view.
    is_view: bool,
    columns: Vec<Column>,
}

#[derive(Serialize, JsonSchema)]
struct Column {
    name: String,
    /// The declared type; SQLite lets a value of another type stand in it.
    r#type: String,
    /// It is part of the primary key.
    is_key: bool,
    /// The table and column that its values come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    refers_to: Option<String>,
}
