//! A client of the server with as little as possible around it, so that thousands fit beside it.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What a frame of text begins with, and one that asks or answers whether anybody is there.
const TEXT: u8 = 0x81;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;
const CLOSE: u8 = 0x88;
/// What is added to the length of a client's frame, and what stands there if two bytes follow.
const MASKED: u8 = 0x80;
const LONG: u8 = 0x7e;
/// The longest answer to a request that is read.
const LONGEST: usize = 64 << 10;

/// A socket of a match.
pub(crate) struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Socket {
    /// Opens the socket at a path.
    pub(crate) async fn open(address: SocketAddr, path: &str) -> io::Result<Self> {
        let mut stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut buffer = Vec::new();
        let end = loop {
            if let Some(end) = position(&buffer, b"\r\n\r\n") {
                break end + 4;
            }
            if stream.read_buf(&mut buffer).await? == 0 || buffer.len() > LONGEST {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        if !buffer.starts_with(b"HTTP/1.1 101") {
            let head = String::from_utf8_lossy(&buffer[..end]);
            return Err(io::Error::other(head.lines().next().unwrap_or_default().to_owned()));
        }
        buffer.drain(..end);
        Ok(Self { stream, buffer })
    }

    /// Sends a text.
    pub(crate) async fn send(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(TEXT, text.as_bytes()).await
    }

    /// The next text.
    pub(crate) async fn receive(&mut self) -> io::Result<String> {
        loop {
            let (kind, payload) = self.frame().await?;
            match kind {
                TEXT => return String::from_utf8(payload).map_err(io::Error::other),
                PING => self.send_frame(PONG, &payload).await?,
                CLOSE => return Err(io::ErrorKind::ConnectionAborted.into()),
                _ => {}
            }
        }
    }

    async fn send_frame(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        // Clients must mask what they say; with zeros it stays as it is.
        const MASK: [u8; 4] = [0; 4];
        let mut frame = Vec::with_capacity(payload.len() + 8);
        frame.push(kind);
        if payload.len() < usize::from(LONG) {
            frame.push(MASKED | payload.len() as u8);
        } else {
            frame.push(MASKED | LONG);
            let length = u16::try_from(payload.len()).map_err(io::Error::other)?;
            frame.extend(length.to_be_bytes());
        }
        frame.extend(MASK);
        frame.extend(payload);
        self.stream.write_all(&frame).await
    }

    async fn frame(&mut self) -> io::Result<(u8, Vec<u8>)> {
        loop {
            if let Some((kind, start, end)) = frame_in(&self.buffer) {
                let payload = self.buffer[start..end].to_vec();
                self.buffer.drain(..end);
                return Ok((kind, payload));
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

/// Kind, beginning and end of the first frame, if all of it is there.
fn frame_in(buffer: &[u8]) -> Option<(u8, usize, usize)> {
    let (start, length) = match *buffer.get(1)? & 0x7f {
        126 => (4, u64::from(u16::from_be_bytes(buffer.get(2..4)?.try_into().ok()?))),
        127 => (10, u64::from_be_bytes(buffer.get(2..10)?.try_into().ok()?)),
        short => (2, u64::from(short)),
    };
    let end = start + length as usize;
    (buffer.len() >= end).then_some((buffer[0], start, end))
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// Asks by HTTP, and gives the body of a good answer.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(LONGEST as u64).read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200") => Ok(body.to_owned()),
        _ => Err(io::Error::other(answer.lines().next().unwrap_or_default().to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_found_when_they_are_complete() {
        let long = [&[TEXT, 126, 1, 0][..], &[b'x'; 256], &[0]].concat();
        assert_eq!(frame_in(&long), Some((TEXT, 4, 260)));
        assert_eq!(frame_in(&long[..259]), None);
        assert_eq!(frame_in(&[TEXT, 2, b'o', b'k', 9]), Some((TEXT, 2, 4)));
        for part in [&[][..], &[TEXT], &[TEXT, 126, 1], &[TEXT, 127, 0, 0]] {
            assert_eq!(frame_in(part), None);
        }
    }
}
