//! Clients of the load generator: a WebSocket of a match, and HTTP requests.

use std::io;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Read buffer of a socket, in bytes: thousands of sockets share one process.
const SOCKET_READ_BUFFER_BYTES: usize = 4 << 10;
/// Longest HTTP response that is read, in bytes.
const RESPONSE_MAX_BYTES: u64 = 64 << 10;

/// Client WebSocket of a match.
pub(crate) struct MatchSocket(WebSocketStream<TcpStream>);

impl MatchSocket {
    /// Opens the socket at a path.
    pub(crate) async fn open(address: SocketAddr, path: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}{path}");
        let config = WebSocketConfig::default().read_buffer_size(SOCKET_READ_BUFFER_BYTES);
        let opened = client_async_with_config(url, stream, Some(config)).await;
        opened.map(|(socket, _)| Self(socket)).map_err(io_error)
    }

    /// Sends a text message.
    pub(crate) async fn send(&mut self, text: &str) -> io::Result<()> {
        self.0.send(Message::text(text)).await.map_err(io_error)
    }

    /// Receives the next text message.
    pub(crate) async fn receive(&mut self) -> io::Result<String> {
        loop {
            match self.0.next().await.transpose().map_err(io_error)? {
                Some(Message::Text(text)) => return Ok(text.to_string()),
                Some(Message::Close(_)) | None => {
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
                Some(_) => {}
            }
        }
    }
}

fn io_error(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// Sends an HTTP request and returns the body of a successful response. By hand, because a request to a
/// server of our own on a connection of its own needs nothing that an HTTP client offers.
pub(crate) async fn http_request(
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
    let mut response = Vec::new();
    stream.take(RESPONSE_MAX_BYTES).read_to_end(&mut response).await?;
    let response = String::from_utf8_lossy(&response);
    match response.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200") => Ok(body.to_owned()),
        _ => Err(io::Error::other(response.lines().next().unwrap_or_default().to_owned())),
    }
}
