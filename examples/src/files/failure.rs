//! Everything that can go wrong with a path.

use std::io;

use mcp_runtime::ToolFailure;

/// Why a file or folder is not shown.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub(super) enum FileFailure {
    #[error("there is no '{path}'")]
    #[failure(
        not_found,
        try_next = "Call list_files with folder '{folder}' to see what is there.",
        otherwise = "ask the user where it is"
    )]
    Missing {
        path: String,
        /// The deepest folder on the way that is there.
        folder: String,
    },

    #[error("'{path}' leads out of the folder that is open here")]
    #[failure(
        rejected,
        try_next = "Nothing outside can be reached, by '..', an absolute path or a link; use a relative path that stays inside.",
        otherwise = "tell the user that only what is in the open folder can be read"
    )]
    Outside { path: String },

    #[error("'{path}' leads to a name that begins with a dot, and those are closed here")]
    #[failure(
        rejected,
        try_next = "Go on without it, or tell the user that hidden files are not open to you."
    )]
    Hidden { path: String },

    #[error("'{path}' is a link that leads nowhere, or in a circle")]
    #[failure(
        not_found,
        try_next = "Look for the file itself with list_files.",
        otherwise = "tell the user that the link is broken"
    )]
    DeadLink { path: String },

    #[error("'{path}' is a folder")]
    #[failure(invalid_input, try_next = "Call list_files with it as the folder.")]
    Folder { path: String },

    #[error("'{path}' is a file and not a folder")]
    #[failure(
        invalid_input,
        try_next = "Call read_file with it, or name the folder it is in."
    )]
    NotFolder { path: String },

    #[error("'{path}' is neither a file nor a folder, but a device, pipe or socket")]
    #[failure(unsupported)]
    Special { path: String },

    #[error("'{path}' is not a text but binary data of {bytes} bytes")]
    #[failure(unsupported)]
    Binary { path: String, bytes: u64 },

    #[error("'{path}' has {lines} lines, so line {first} is past its end")]
    #[failure(
        invalid_input,
        try_next("Call again with first_line between 1 and {}.", lines.max(&1))
    )]
    PastEnd {
        path: String,
        lines: u64,
        first: u64,
    },

    #[error("this server has no permission to read '{path}'")]
    #[failure(forbidden)]
    Forbidden { path: String },

    /// The disk, most likely. What the system says may hold a path, so it is for the log.
    #[error(transparent)]
    #[failure(internal)]
    Unreadable(#[from] io::Error),
}
