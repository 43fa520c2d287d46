//! What lies in a folder.

use std::io;
use std::path::Path;

use cap_std::fs::{Dir, FileType};
use schemars::JsonSchema;
use serde::Serialize;

use super::root::{is_hidden, shown};

/// The files and folders in a folder, by name.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listing {
    pub(super) entries: Vec<Entry>,
    /// What is not listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Entry {
    /// The path to call other tools with.
    pub(super) path: String,
    pub(super) kind: Kind,
    /// The size of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    File,
    Folder,
    /// A link to a file or folder; it can be used like one if it does not lead out.
    Link,
    /// A device, pipe or socket.
    Other,
}

impl From<FileType> for Kind {
    fn from(kind: FileType) -> Self {
        if kind.is_symlink() {
            Self::Link
        } else if kind.is_dir() {
            Self::Folder
        } else if kind.is_file() {
            Self::File
        } else {
            Self::Other
        }
    }
}

impl Listing {
    /// The listing of a folder that lies at `place`.
    pub(super) fn of(folder: &Dir, place: &Path) -> io::Result<Self> {
        let (mut hidden, mut unnameable) = (0, 0);
        let mut entries = Vec::new();
        for entry in folder.entries()? {
            let entry = entry?;
            let name = entry.file_name();
            if is_hidden(&name) {
                hidden += 1;
                continue;
            }
            // A name that JSON cannot carry could not be called with.
            if name.to_str().is_none() {
                unnameable += 1;
                continue;
            }
            // What has gone since is not listed.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            entries.push(Entry {
                path: shown(&place.join(&name)),
                kind: metadata.file_type().into(),
                bytes: metadata.is_file().then(|| metadata.len()),
            });
        }
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        let mut notes = Vec::new();
        if hidden > 0 {
            notes.push(format!(
                "Not listed: {hidden} hidden, which are closed here."
            ));
        }
        if unnameable > 0 {
            notes.push(format!(
                "Not listed: {unnameable} whose names are not UTF-8 and cannot be asked for."
            ));
        }
        Ok(Self { entries, notes })
    }
}
