//! Something between a shop and its PostgreSQL that can break.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio_postgres::Config;
use tokio_postgres::config::Host;

#[derive(Default)]
struct Switches {
    is_down: AtomicBool,
    cuts_commits: AtomicBool,
}

pub(crate) struct Proxy {
    pub(crate) address: String,
    switches: Arc<Switches>,
}

impl Proxy {
    /// In front of the server at an address.
    pub(crate) fn of(address: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let config: Config = address.parse().unwrap();
        let (start, end) = address.split_once('@').unwrap();
        let (_, path) = end.split_once('/').unwrap();
        let proxy = Self {
            address: format!("{start}@127.0.0.1:{port}/{path}"),
            switches: Arc::default(),
        };
        let switches = Arc::clone(&proxy.switches);
        thread::spawn(move || {
            for client in listener.incoming() {
                if !switches.is_down.load(Ordering::SeqCst) {
                    connect(&client.unwrap(), &config, &switches);
                }
            }
        });
        proxy
    }

    /// From now on every connection is dropped as soon as it is made.
    pub(crate) fn break_down(&self) {
        self.switches.is_down.store(true, Ordering::SeqCst);
    }

    /// From now on the connection breaks after the server got a commit and before it says so.
    pub(crate) fn cut_commits(&self) {
        self.switches.cuts_commits.store(true, Ordering::SeqCst);
    }
}

fn connect(client: &TcpStream, config: &Config, switches: &Arc<Switches>) {
    let port = config.get_ports().first().copied().unwrap_or(5432);
    match &config.get_hosts()[0] {
        Host::Tcp(host) => {
            let server = TcpStream::connect((host.as_str(), port)).unwrap();
            let (reading, writing) = (server.try_clone().unwrap(), server);
            relay(client, reading, writing, switches);
        }
        #[cfg(unix)]
        Host::Unix(folder) => {
            let socket = folder.join(format!(".s.PGSQL.{port}"));
            let server = std::os::unix::net::UnixStream::connect(socket).unwrap();
            let (reading, writing) = (server.try_clone().unwrap(), server);
            relay(client, reading, writing, switches);
        }
    }
}

fn relay(
    client: &TcpStream,
    mut server_out: impl Read + Send + 'static,
    mut server_in: impl Write + Send + 'static,
    switches: &Arc<Switches>,
) {
    let is_committing = Arc::new(AtomicBool::new(false));
    let (mut client_out, mut client_in) =
        (client.try_clone().unwrap(), client.try_clone().unwrap());

    let (noticed, switches) = (Arc::clone(&is_committing), Arc::clone(switches));
    thread::spawn(move || {
        each(&mut client_out, |bytes| {
            let commits = bytes.windows(6).any(|word| word == b"COMMIT");
            if commits && switches.cuts_commits.load(Ordering::SeqCst) {
                noticed.store(true, Ordering::SeqCst);
            }
            server_in.write_all(bytes).is_ok()
        });
    });
    thread::spawn(move || {
        each(&mut server_out, |bytes| {
            !is_committing.load(Ordering::SeqCst) && client_in.write_all(bytes).is_ok()
        });
        // The client may have gone already.
        drop(client_in.shutdown(Shutdown::Both));
    });
}

/// Hands on what is read, until the end or until nobody wants it.
fn each(from: &mut impl Read, mut to: impl FnMut(&[u8]) -> bool) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        if !to(&buffer[..read]) {
            break;
        }
    }
}
