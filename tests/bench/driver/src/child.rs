//! A server as a child process: its pipes, its processor time, its memory.

use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::time::clock_getcpuclockid;
use nix::unistd::Pid;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::calls::Era;

/// How long to wait for anything at all before giving up.
const PATIENCE: Duration = Duration::from_secs(120);

/// How to start one server.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
    /// What runs the program and counts something, before its path.
    pub(crate) under: Vec<String>,
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    name: &'static str,
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What was read: looked at up to `looked`, filled up to `filled`.
    read: Vec<u8>,
    looked: usize,
    filled: usize,
    /// To be written.
    unwritten: Vec<u8>,
    written: usize,
}

impl Program {
    /// The program, with what counts around it.
    pub(crate) fn command(&self) -> Command {
        let mut words = self.under.iter().map(String::as_str);
        let mut command = match words.next() {
            Some(first) => {
                let mut command = Command::new(first);
                command.args(words).arg(&self.path);
                command
            }
            None => Command::new(&self.path),
        };
        command.env_remove("RUST_LOG");
        command
    }

    pub(crate) fn start(&self) -> io::Result<Server> {
        let mut command = self.command();
        let mut child = command
            .envs(self.environment.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        // Our own ends: the child's are other descriptions.
        for fd in [input.as_fd(), output.as_fd()] {
            fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
        }
        Ok(Server {
            name: self.name,
            child,
            input: Some(input),
            output,
            read: vec![0; 1 << 20],
            looked: 0,
            filled: 0,
            unwritten: Vec::new(),
            written: 0,
        })
    }
}

impl Server {
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// What the era asks for before the first call.
    pub(crate) fn greet(&mut self, era: Era) -> io::Result<()> {
        if era == Era::Modern {
            return Ok(());
        }
        self.queue().extend_from_slice(
            br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0.1.0"}}}"#,
        );
        self.queue().push(b'\n');
        loop {
            self.exchange()?;
            if let Some(answer) = self.line() {
                let answer = String::from_utf8_lossy(answer);
                if !answer.contains("2025-11-25") {
                    return Err(io::Error::other(format!("not initialized: {answer}")));
                }
                break;
            }
        }
        self.queue()
            .extend_from_slice(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        self.queue().push(b'\n');
        self.flush()
    }

    /// Where to append lines to send.
    pub(crate) fn queue(&mut self) -> &mut Vec<u8> {
        if self.written == self.unwritten.len() {
            self.unwritten.clear();
            self.written = 0;
        }
        &mut self.unwritten
    }

    /// Writes what fits, then waits for and reads what has come.
    pub(crate) fn exchange(&mut self) -> io::Result<()> {
        self.write()?;
        let input = self
            .input
            .as_ref()
            .filter(|_| self.written < self.unwritten.len());
        let mut fds = vec![PollFd::new(&self.output, PollFlags::IN)];
        fds.extend(input.map(|input| PollFd::new(input, PollFlags::OUT)));
        let patience = Timespec {
            tv_sec: PATIENCE.as_secs().cast_signed(),
            tv_nsec: 0,
        };
        if poll(&mut fds, Some(&patience))? == 0 {
            return Err(io::Error::other(format!("{} does not answer", self.name)));
        }
        if fds[0].revents().is_empty() {
            return Ok(());
        }
        self.read.copy_within(self.looked..self.filled, 0);
        self.filled -= self.looked;
        self.looked = 0;
        if self.filled * 2 > self.read.len() {
            self.read.resize(self.read.len() * 2, 0);
        }
        match self.output.read(&mut self.read[self.filled..]) {
            Ok(0) => return Err(io::Error::other(format!("{} has ended", self.name))),
            Ok(count) => self.filled += count,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The next whole line that has been read, without its end.
    pub(crate) fn line(&mut self) -> Option<&[u8]> {
        let from = self.looked;
        let length = memchr::memchr(b'\n', &self.read[from..self.filled])?;
        self.looked = from + length + 1;
        Some(&self.read[from..from + length])
    }

    fn write(&mut self) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        while self.written < self.unwritten.len() {
            match input.write(&self.unwritten[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        while self.written < self.unwritten.len() {
            self.write()?;
            thread::sleep(Duration::from_micros(50));
        }
        Ok(())
    }

    /// Processor time of all threads so far, in nanoseconds; those that have ended count too.
    pub(crate) fn processor_time(&self) -> io::Result<u64> {
        processor_time(self.child.id())
    }

    /// A line of the process's status in KiB: `VmHWM` for the peak, `VmRSS` for now.
    pub(crate) fn memory(&self, key: &str) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        status
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
            .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
            .ok_or_else(|| io::Error::other(format!("no {key}")))
    }

    /// Ends the input and waits for the process.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.input = None;
        let since = Instant::now();
        while self.child.try_wait()?.is_none() {
            if since.elapsed() > Duration::from_secs(20) {
                eprintln!("{} does not end at the end of its input", self.name);
                self.child.kill()?;
                self.child.wait()?;
                break;
            }
            // What still comes is read, so that nobody waits for us.
            let mut rest = [0; 4096];
            let _ = self.output.read(&mut rest);
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // After an error; when it has ended already, nothing happens.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Processor time of a process so far, in nanoseconds.
pub(crate) fn processor_time(process: u32) -> io::Result<u64> {
    let now = clock_getcpuclockid(Pid::from_raw(process.cast_signed()))?.now()?;
    let nanos = now.tv_sec() * 1_000_000_000 + now.tv_nsec();
    u64::try_from(nanos).map_err(io::Error::other)
}

/// Whether a program is there to be started.
pub(crate) fn exists(path: &Path) -> bool {
    path.is_file()
}
