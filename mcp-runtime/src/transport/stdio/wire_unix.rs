//! The wire on Unix: private descriptors that no print and no child process can touch.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, FdFlags, fcntl_dupfd_cloexec, fcntl_getfd, fcntl_setfd};
use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};

use super::lines::Lines;
use super::reading::Filled;

/// Private descriptors start here, clear of the three standard ones.
const FIRST_PRIVATE: i32 = 3;

/// The input, and the means to end a wait for it.
#[derive(Debug)]
pub(super) struct Input {
    descriptor: OwnedFd,
    /// Watched only for its reader going away.
    output: OwnedFd,
    stopped: OwnedFd,
}

/// Ends the wait for input when it is dropped.
#[derive(Debug)]
pub(super) struct Stopper {
    _stop: OwnedFd,
}

/// Moves the wire away from the standard descriptors.
///
/// Afterwards descriptor 1 is where 2 is, so that everything printed appears on standard error,
/// and descriptor 0 is the null device. `O_NONBLOCK` is never set: the descriptions are shared
/// with whoever started this process.
pub(super) fn take() -> io::Result<(Input, Stopper, Box<dyn Write + Send>)> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    let input = private(stdin(), &null)?;
    let output = private(stdout(), &null)?;
    dup2_stdin(&null)?;
    match dup2_stdout(stderr()) {
        Err(Errno::BADF) => dup2_stdout(&null)?,
        moved => moved?,
    }
    // What was printed before and not yet written must not reach the wire later.
    drop(io::stdout().flush());

    let (stopped, stop) = rustix::pipe::pipe()?;
    for descriptor in [&stopped, &stop] {
        fcntl_setfd(descriptor, fcntl_getfd(descriptor)? | FdFlags::CLOEXEC)?;
    }
    let writer = Writer(output.try_clone()?);
    let input = Input {
        descriptor: input,
        output,
        stopped,
    };
    Ok((input, Stopper { _stop: stop }, Box::new(writer)))
}

/// A copy that children do not inherit; the null device for one that was closed at start.
fn private(descriptor: rustix::fd::BorrowedFd<'_>, null: &File) -> io::Result<OwnedFd> {
    match fcntl_dupfd_cloexec(descriptor, FIRST_PRIVATE) {
        Err(Errno::BADF) => Ok(null.try_clone()?.into()),
        copy => Ok(copy?),
    }
}

impl Input {
    /// Waits for input and reads what has arrived.
    pub(super) fn fill(&mut self, lines: &mut Lines) -> Filled {
        loop {
            let mut watched = [
                PollFd::new(&self.stopped, PollFlags::IN),
                PollFd::new(&self.descriptor, PollFlags::IN),
                PollFd::new(&self.output, PollFlags::empty()),
            ];
            match poll(&mut watched, None) {
                Err(Errno::INTR) => continue,
                Err(_) => return Filled::End,
                Ok(_) => {}
            }
            let [stopped, input, output] = watched.map(|watched| watched.revents());
            if !stopped.is_empty() {
                return Filled::Stopped;
            }
            if output.intersects(PollFlags::ERR | PollFlags::NVAL) {
                return Filled::PeerGone;
            }
            if input.is_empty() {
                continue;
            }
            match lines.fill(|spare| rustix::io::read(&self.descriptor, spare)) {
                Ok(0) => return Filled::End,
                Ok(_) => return Filled::Bytes,
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(_) => return Filled::End,
            }
        }
    }
}

/// Writes to the output, which may have been made non-blocking by somebody else.
struct Writer(OwnedFd);

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(&self.0, bytes) {
                Err(Errno::AGAIN) => {
                    let mut watched = [PollFd::new(&self.0, PollFlags::OUT)];
                    match poll(&mut watched, None) {
                        Ok(_) | Err(Errno::INTR) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                written => return Ok(written?),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
