//! The three tools.

use mcp_runtime::{Context, Json, tool};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::FileFailure;
use super::lines::Lines;
use super::listing::{Kind, Listing};
use super::root::Root;

/// The most entries of a folder, and bytes of a text, that are sent.
const ENTRIES: usize = 500;
const TEXT: usize = 50_000;

/// The most files that one search looks into, and the most bytes of each.
const SEARCHED: usize = 10_000;
const SEARCHED_BYTES: u64 = 4_000_000;

/// The most files that a search names of those that it left out.
const NAMED: usize = 20;

/// The most characters of a line that a search shows.
const SNIPPET: usize = 200;

/// Lists the files and folders in a folder.
#[tool(blocking, read_only, open_world = false)]
pub(super) fn list_files(
    root: &Root,
    /// The folder; the one that everything lies in when left out.
    #[arg(default = ".", length(1..=4096), example = "docs")]
    folder: &str,
) -> Result<Json<Listing>, FileFailure> {
    let mut listing = root.list(folder)?;
    if let Some(more @ 1..) = listing.entries.len().checked_sub(ENTRIES) {
        listing.entries.truncate(ENTRIES);
        listing.notes.push(format!(
            "Not listed: {more} more; search_files looks into them too."
        ));
    }
    Ok(Json(listing))
}

/// Reads a text file, or a part of it.
#[tool(blocking, read_only, open_world = false, timeout = "30s")]
pub(super) fn read_file(
    root: &Root,
    cx: &Context,
    /// The file.
    #[arg(length(1..=4096), example = "docs/guide.md")]
    path: &str,
    /// The line to begin with; the first one is 1.
    #[arg(default = 1, range(1..))]
    first_line: u64,
    /// How many lines at most.
    #[arg(default = 300, range(1..=2000))]
    lines: u16,
) -> Result<Json<Page>, FileFailure> {
    let (file, bytes) = root.file(path)?;
    let mut file = Lines::of(file)?.ok_or_else(|| FileFailure::Binary {
        path: path.to_owned(),
        bytes,
    })?;
    while file.read + 1 < first_line && !cx.is_cancelled() && file.skip()? {}
    let mut page = Page::default();
    let (mut cut, mut mended) = (false, false);
    while let Some(line) = file.next()? {
        if page.lines == lines || page.text.len() + line.text.len() > TEXT {
            let note = format!(
                "The file goes on: call again with first_line {}.",
                file.read
            );
            page.notes.push(note);
            break;
        }
        cut |= line.is_cut;
        mended |= line.is_mended;
        page.text.push_str(&line.text);
        page.text.push('\n');
        page.lines += 1;
    }
    if page.lines == 0 && first_line > 1 {
        return Err(FileFailure::PastEnd {
            path: path.to_owned(),
            lines: file.read,
            first: first_line,
        });
    }
    if cut {
        page.notes.push("Very long lines are cut.".to_owned());
    }
    if mended {
        page.notes
            .push("The file is not UTF-8: what cannot be read is shown as \u{fffd}.".to_owned());
    }
    Ok(Json(page))
}

/// Finds the lines of text files that contain a text, whatever its case.
///
/// Looks into a folder and all folders in it, and does not follow links.
#[tool(blocking, read_only, open_world = false, timeout = "60s")]
pub(super) fn search_files(
    root: &Root,
    cx: &Context,
    /// What to look for, as it is: not a pattern.
    #[arg(length(1..=200))]
    text: &str,
    /// The folder to look into; everything when left out.
    #[arg(default = ".", length(1..=4096))]
    folder: &str,
    /// How many lines at most.
    #[arg(default = 50, range(1..=500))]
    limit: u16,
) -> Result<Json<Found>, FileFailure> {
    let text = text.to_lowercase();
    let mut found = Found::default();
    let (mut files, mut skipped) = (0, Vec::new());
    // By name and depth first, so that the same search finds the same lines.
    let mut waiting = root.list(folder)?.entries;
    waiting.reverse();
    while let Some(entry) = waiting.pop() {
        if cx.is_cancelled() || files == SEARCHED {
            let note = format!("Stopped after {files} files: search in one of the folders.");
            found.notes.push(note);
            break;
        }
        if entry.kind == Kind::Folder {
            match root.list(&entry.path) {
                Ok(below) => waiting.extend(below.entries.into_iter().rev()),
                Err(_) => skipped.push(entry.path),
            }
        } else if entry.kind == Kind::File {
            files += 1;
            if entry.bytes > Some(SEARCHED_BYTES) {
                skipped.push(entry.path);
                continue;
            }
            match found.look_into(root, &entry.path, &text, limit) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => skipped.push(entry.path),
            }
        }
    }
    if !skipped.is_empty() {
        found.notes.push(format!(
            "Not searched, because too large or not readable: {}.",
            named(&skipped)
        ));
    }
    Ok(Json(found))
}

/// The first of the paths, and how many more there are.
fn named(paths: &[String]) -> String {
    let (first, more) = paths.split_at(paths.len().min(NAMED));
    let named = first.join(", ");
    match more.len() {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// A part of a file.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Page {
    /// How many lines these are.
    lines: u16,
    text: String,
    /// What is left out or changed, and how to get more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// What a search found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Found {
    found: Vec<Hit>,
    /// What is left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Hit {
    path: String,
    line: u64,
    text: String,
}

impl Found {
    /// Adds the lines of a file that contain the text; `false` when there are enough.
    fn look_into(
        &mut self,
        root: &Root,
        path: &str,
        text: &str,
        limit: u16,
    ) -> Result<bool, FileFailure> {
        let (file, _) = root.file(path)?;
        let Some(mut lines) = Lines::of(file)? else {
            return Ok(true);
        };
        while let Some(line) = lines.next()? {
            if !line.text.to_lowercase().contains(text) {
                continue;
            }
            if self.found.len() == usize::from(limit) {
                self.notes.push(format!(
                    "There are more than {limit} lines: look for a longer text, or in one folder."
                ));
                return Ok(false);
            }
            self.found.push(Hit {
                path: path.to_owned(),
                line: lines.read,
                text: line.text.trim().chars().take(SNIPPET).collect(),
            });
        }
        Ok(true)
    }
}
