//! Clients of the load generator: a WebSocket of a match, and HTTP requests.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::SERVICE_RESTART_CODE;

/// Read buffer of a socket, in bytes: thousands of sockets share one process.
const SOCKET_READ_BUFFER_BYTES: usize = 4 << 10;
/// Longest HTTP response that is read, in bytes.
const RESPONSE_MAX_BYTES: u64 = 64 << 10;

/// Time between two attempts to connect to another node, and how many there are.
const REOPEN_INTERVAL: Duration = Duration::from_millis(100);
const REOPEN_ATTEMPTS: u32 = 50;

/// Client WebSocket of a match. When its node ends, it connects again, and sends again what has no answer.
pub(crate) struct MatchSocket {
    stream: WebSocketStream<TcpStream>,
    address: SocketAddr,
    path: String,
    /// The first message of every connection, where it has one.
    hello: Option<String>,
    /// The command without an answer.
    unanswered: Option<String>,
}

impl MatchSocket {
    /// Opens the socket at a path and sends the first message.
    pub(crate) async fn open(
        address: SocketAddr,
        path: &str,
        hello: Option<String>,
    ) -> io::Result<Self> {
        let stream = connect(address, path).await?;
        let mut socket = Self { stream, address, path: path.to_owned(), hello, unanswered: None };
        socket.greet().await?;
        Ok(socket)
    }

    async fn greet(&mut self) -> io::Result<()> {
        for text in self.hello.iter().chain(&self.unanswered) {
            self.stream.send(Message::text(text)).await.map_err(io_error)?;
        }
        Ok(())
    }

    /// Sends a command, which has no answer until [`Self::answered`].
    pub(crate) async fn send(&mut self, text: String) -> io::Result<()> {
        let sent = self.stream.send(Message::text(&text)).await;
        self.unanswered = Some(text);
        match sent {
            // Why it has ended is to be received.
            Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Io(_)) => Ok(()),
            sent => sent.map_err(io_error),
        }
    }

    /// The command that was sent last has an answer.
    pub(crate) fn answered(&mut self) {
        self.unanswered = None;
    }

    /// Receives the next text message.
    pub(crate) async fn receive(&mut self) -> io::Result<String> {
        loop {
            match self.stream.next().await.transpose().map_err(io_error)? {
                Some(Message::Text(text)) => return Ok(text.to_string()),
                Some(Message::Close(Some(frame)))
                    if u16::from(frame.code) == SERVICE_RESTART_CODE =>
                {
                    self.reopen().await?;
                }
                Some(Message::Close(_)) | None => {
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
                Some(_) => {}
            }
        }
    }

    /// Connects to another node.
    async fn reopen(&mut self) -> io::Result<()> {
        let mut attempts = 0;
        loop {
            match connect(self.address, &self.path).await {
                Ok(stream) => {
                    self.stream = stream;
                    return self.greet().await;
                }
                Err(error) if attempts == REOPEN_ATTEMPTS => return Err(error),
                Err(_) => sleep(REOPEN_INTERVAL).await,
            }
            attempts += 1;
        }
    }
}

async fn connect(address: SocketAddr, path: &str) -> io::Result<WebSocketStream<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}{path}");
    let config = WebSocketConfig::default().read_buffer_size(SOCKET_READ_BUFFER_BYTES);
    let opened = client_async_with_config(url, stream, Some(config)).await;
    opened.map(|(socket, _)| socket).map_err(io_error)
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
