//! A small client: connections from an address of its own, requests as bytes, answers read or left unread.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// How long the client waits for anything.
const PATIENCE: Duration = Duration::from_secs(4);

/// Lets this process open as many connections as an attacker would.
pub(crate) fn raise_own_limit() {
    let hard = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: hard, maximum: hard }).unwrap();
}

/// A neighbour on the loopback: 127.0.0.`last`.
pub(crate) fn neighbour(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

/// Connects from an address of the loopback.
pub(crate) fn connect_from(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
    bind(&socket, &SocketAddr::new(IpAddr::V4(from), 0))?;
    connect(&socket, &to)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A connection that is used again for one request after the other.
pub(crate) struct Client {
    from: Ipv4Addr,
    to: SocketAddr,
    cookie: String,
    stream: Option<TcpStream>,
}

impl Client {
    pub(crate) fn new(from: Ipv4Addr, to: SocketAddr, cookie: &str) -> Self {
        Self { from, to, cookie: cookie.to_owned(), stream: None }
    }

    /// Gets a page; its status.
    pub(crate) fn get(&mut self, path: &str) -> io::Result<u16> {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: hall\r\nAccept-Encoding: gzip\r\nCookie: {}\r\n\r\n",
            self.cookie
        );
        self.send(head.as_bytes())
    }

    /// Sends a form; the answer's status.
    pub(crate) fn post(&mut self, path: &str, body: &str) -> io::Result<u16> {
        let head = post_head(path, &self.cookie, body.len());
        self.send(format!("{head}{body}").as_bytes())
    }

    fn send(&mut self, request: &[u8]) -> io::Result<u16> {
        // A connection that rested may have been closed meanwhile: then once more on a new one.
        let rested = self.stream.is_some();
        match self.exchange(request) {
            Err(_) if rested => self.exchange(request),
            result => result,
        }
    }

    fn exchange(&mut self, request: &[u8]) -> io::Result<u16> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => connect_from(self.from, self.to)?,
        };
        stream.write_all(request)?;
        let answer = read_answer(&mut stream)?;
        if !answer.closes {
            self.stream = Some(stream);
        }
        Ok(answer.status)
    }
}

/// The head of a request with a form.
pub(crate) fn post_head(path: &str, cookie: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: hall\r\nAccept: application/json\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
    )
}

struct Answer {
    status: u16,
    closes: bool,
}

/// Reads one answer to its end.
fn read_answer(stream: &mut TcpStream) -> io::Result<Answer> {
    let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let mut bytes = Vec::with_capacity(16 * 1024);
    let mut chunk = [0; 16 * 1024];
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            return Err(gone());
        }
        bytes.extend_from_slice(&chunk[..count]);
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(gone)?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
    let mut missing = (head_end + length).saturating_sub(bytes.len());
    while missing > 0 {
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            return Err(gone());
        }
        missing = missing.saturating_sub(count);
    }
    Ok(Answer { status, closes: head.contains("connection: close") })
}
