//! Standard output kept for the result of a call, whatever the tool prints.

use std::io::{self, IsTerminal, Write};

#[cfg(unix)]
type Stream = std::fs::File;
#[cfg(not(unix))]
type Stream = io::Stdout;

/// The real standard output, while prints go to standard error.
#[derive(Debug)]
pub(super) struct PrivateStdout(Stream);

impl PrivateStdout {
    /// Moves standard output away; where there are no Unix descriptors, it stays where it is.
    pub(super) fn take() -> io::Result<Self> {
        #[cfg(unix)]
        {
            use rustix::io::fcntl_dupfd_cloexec;
            use rustix::stdio::{dup2_stdout, stderr, stdout};

            let private = fcntl_dupfd_cloexec(stdout(), 3)?;
            dup2_stdout(stderr())?;
            Ok(Self(private.into()))
        }
        #[cfg(not(unix))]
        Ok(Self(io::stdout()))
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }
}

impl Write for PrivateStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
