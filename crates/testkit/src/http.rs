//! Requests by hand, each over a connection of its own.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::time_limit::WAIT_TIMEOUT;

/// A connection on which no read and no write waits without a limit.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect_timeout(&address, WAIT_TIMEOUT).unwrap();
    stream.set_read_timeout(Some(WAIT_TIMEOUT)).unwrap();
    stream.set_write_timeout(Some(WAIT_TIMEOUT)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    /// Status.
    pub status: u16,
    /// The status line and the headers.
    pub headers: String,
    /// The body as it was before it was sent in chunks.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as a text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The value in a body of JSON.
    #[track_caller]
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Asks a server; `headers` are lines that end with `\r\n`.
pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Answer {
    request_on(connect(address), method, path, headers, body)
}

/// Asks a server over a connection that is then closed.
pub fn request_on(
    stream: TcpStream,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Answer {
    try_request_on(stream, method, path, headers, body).expect("an answer")
}

/// The same; `None` if the connection ends before there is a whole head.
pub fn try_request_on(
    mut stream: TcpStream,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Option<Answer> {
    let address = stream.peer_addr().ok()?;
    let host =
        if headers.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    let head = format!(
        "{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    // A server that refuses may not wait for the rest.
    let _ = stream.write_all(body);
    try_read_answer(stream)
}

/// All that a server says until it closes the connection.
pub fn read_answer(stream: TcpStream) -> Answer {
    try_read_answer(stream).expect("an answer")
}

/// The same; `None` if the connection ends before there is a whole head.
pub fn try_read_answer(mut stream: TcpStream) -> Option<Answer> {
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer) {
        assert!(!is_timeout(&error), "waited {WAIT_TIMEOUT:?} for the end of an answer");
    }
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let headers = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
    let mut answer = Answer { status, headers, body: answer[end + 4..].to_vec() };
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = unchunked(&answer.body);
    }
    Some(answer)
}

/// A body that was sent in chunks, up to where it ends.
fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|bytes| bytes == b"\r\n") {
        let length = std::str::from_utf8(&rest[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        let chunk = &rest[end + 2..];
        if length == 0 || chunk.len() < length {
            break;
        }
        body.extend_from_slice(&chunk[..length]);
        rest = &chunk[length + 2..];
    }
    body
}

/// Asks for a resource.
pub fn get(address: SocketAddr, path: &str) -> Answer {
    request(address, "GET", path, "", b"")
}

/// Sends JSON to a resource.
pub fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    request(address, "POST", path, "", body.to_string().as_bytes())
}

/// Whether a read or a write has met its limit.
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
