//! The one folder that is open, and the way from a path to what lies there.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};

use super::failure::FileFailure;
use super::listing::Listing;

/// The most bytes of a name that any common file system takes.
const LONGEST_NAME: usize = 255;

/// A folder whose files a model may read.
///
/// The folder is held open, and everything is opened relative to it by `cap-std`, which follows
/// `..` and links only as long as they stay inside. That is decided while the file is opened, not
/// before: nobody can put a link in its place between a check and the opening.
#[derive(Debug)]
pub struct Root(Dir);

impl Root {
    /// Opens the folder.
    ///
    /// # Errors
    ///
    /// It is not there, is not a folder, or may not be read.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        Dir::open_ambient_dir(folder, ambient_authority()).map(Self)
    }

    /// What lies in a folder below the root.
    pub(super) fn list(&self, path: &str) -> Result<Listing, FileFailure> {
        let place = self.place(path)?;
        match self.0.open_dir(&place) {
            Ok(folder) => Ok(Listing::of(&folder, &place)?),
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                Err(FileFailure::NotFolder { path: path.into() })
            }
            Err(error) => Err(self.explain(path, error)),
        }
    }

    /// A file below the root, opened to be read, with its size.
    pub(super) fn file(&self, path: &str) -> Result<(File, u64), FileFailure> {
        let place = self.place(path)?;
        // Without waiting: a pipe that nobody writes to would be waited for without end.
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true);
        let opened = self.0.open_with(place, &options);
        let file = opened.map_err(|error| self.explain(path, error))?;
        // Asked of what was opened, which is what will be read.
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(FileFailure::Folder { path: path.into() });
        }
        if !metadata.is_file() {
            return Err(FileFailure::Special { path: path.into() });
        }
        Ok((file, metadata.len()))
    }

    /// What a path means when its links are followed: a path without links, from the root.
    ///
    /// Here only names are decided on. Somebody who renames a folder at the right moment can show
    /// a hidden one under another name; out of the root nothing leads in any case.
    fn place(&self, path: &str) -> Result<PathBuf, FileFailure> {
        let hidden = || FileFailure::Hidden { path: path.into() };
        if leads_to_hidden(Path::new(path)) {
            return Err(hidden());
        }
        let place = self.0.canonicalize(path);
        let place = place.map_err(|error| self.explain(path, error))?;
        if leads_to_hidden(&place) {
            return Err(hidden());
        }
        if place.as_os_str().is_empty() {
            return Ok(PathBuf::from("."));
        }
        Ok(place)
    }

    /// What an error means for the path.
    fn explain(&self, path: &str, error: io::Error) -> FileFailure {
        let owned = || path.to_owned();
        let ways = || Path::new(path).ancestors();
        // `cap-std` refuses a way out with an error of its own, which has no number of the system's.
        let leads_out =
            error.kind() == ErrorKind::PermissionDenied && error.raw_os_error().is_none();
        if leads_out {
            return FileFailure::Outside { path: owned() };
        }
        if error.kind() == ErrorKind::PermissionDenied {
            return FileFailure::Forbidden { path: owned() };
        }
        let is_dead = |way: &&Path| {
            let link = self.0.symlink_metadata(way);
            link.is_ok_and(|link| link.is_symlink()) && self.0.metadata(way).is_err()
        };
        if let Some(link) = ways().find(is_dead) {
            let path = shown(link);
            return FileFailure::DeadLink { path };
        }
        let too_long = |name: Component<'_>| name.as_os_str().len() > LONGEST_NAME;
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidInput => {}
            _ if Path::new(path).components().any(too_long) => {}
            _ => {
                let found = self.0.metadata(path);
                return if found.is_ok_and(|found| !found.is_file() && !found.is_dir()) {
                    FileFailure::Special { path: owned() }
                } else {
                    FileFailure::Unreadable(error)
                };
            }
        }
        let folder = ways().find(|way| self.0.is_dir(way)).map(shown);
        FileFailure::Missing {
            path: owned(),
            folder: folder.unwrap_or_else(|| ".".to_owned()),
        }
    }
}

/// A path as this server writes it, on every system.
pub(super) fn shown(path: &Path) -> String {
    let names = path.components().filter_map(|name| match name {
        Component::CurDir => None,
        other => Some(other.as_os_str().to_string_lossy()),
    });
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        ".".to_owned()
    } else {
        names.join("/")
    }
}

fn leads_to_hidden(path: &Path) -> bool {
    path.components()
        .any(|name| matches!(name, Component::Normal(name) if is_hidden(name)))
}

/// Whether a name begins with a dot.
pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}
