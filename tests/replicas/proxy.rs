//! A proxy that sends every request to the replica that did not get the one before it.

use std::io::{Read, Write, copy};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    requests: Arc<AtomicUsize>,
}

impl Proxy {
    pub(crate) fn start(replicas: [SocketAddr; 2]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        thread::spawn(move || {
            for client in listener.incoming() {
                let counted = Arc::clone(&counted);
                thread::spawn(move || {
                    let mut client = client.unwrap();
                    let Some(request) = read(&mut client) else {
                        return;
                    };
                    let number = counted.fetch_add(1, Ordering::SeqCst);
                    let mut replica = TcpStream::connect(replicas[number % 2]).unwrap();
                    replica.write_all(&request).unwrap();
                    drop(copy(&mut replica, &mut client));
                });
            }
        });
        Self { address, requests }
    }

    /// How many requests it has passed on: every other one to the same replica.
    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

/// One request, whose response is to end the connection.
fn read(client: &mut TcpStream) -> Option<Vec<u8>> {
    let mut read = Vec::new();
    let end = loop {
        if let Some(end) = read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break end;
        }
        let mut more = [0; 4096];
        let length = client.read(&mut more).ok().filter(|length| *length > 0)?;
        read.extend_from_slice(&more[..length]);
    };
    let head = String::from_utf8(read[..end].to_vec()).unwrap();
    let length: usize = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, length)| length.trim().parse().unwrap());
    let mut body = read.split_off(end + 4);
    let missing = length - body.len();
    let mut rest = vec![0; missing];
    client.read_exact(&mut rest).unwrap();
    body.append(&mut rest);
    let mut request: Vec<u8> = head
        .lines()
        .filter(|line| !line.to_ascii_lowercase().starts_with("connection:"))
        .flat_map(|line| [line.as_bytes(), b"\r\n"].concat())
        .collect();
    request.extend_from_slice(b"Connection: close\r\n\r\n");
    request.append(&mut body);
    Some(request)
}
