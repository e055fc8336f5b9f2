//! The connection to a match over a WebSocket, and requests by HTTP, on a thread beside the screen.

use std::future::Future;
use std::io;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use play::{Command, Player, Version};
use tokio::io::DuplexStream;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::{Greeting, SeatSecret, ToServer};

use crate::address::Origin;
use crate::connection::{Disconnection, MatchConnection, News, Output};
use crate::error::ConnectError;
use crate::http::HttpClient;
use crate::mailbox::Mailbox;
use crate::outbox::Outbox;
use crate::stream::{ByteStream, CONNECT_TIMEOUT, Dialer, Trust};

/// Longest message of a server.
const MESSAGE_MAX_BYTES: usize = 2 << 20;
/// Time that somebody who leaves waits for the last message to be sent.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(1500);
/// Time for a message to be sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(8);

type Socket = WebSocketStream<Box<dyn ByteStream>>;

/// A match at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchEndpoint {
    pub origin: Origin,
    /// Id of the match.
    pub id: String,
}

impl MatchEndpoint {
    fn socket_url(&self) -> String {
        let scheme = if self.origin.is_secure() { "wss" } else { "ws" };
        format!("{scheme}://{}/api/matches/{}/socket", self.origin.authority(), self.id)
    }
}

/// The thread on which connections and requests are worked on. They end when it is dropped.
pub struct Network {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    dialer: Dialer,
}

impl Network {
    /// Starts the thread.
    pub fn start(trust: Trust) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("network")
            .enable_all()
            .build()?;
        Ok(Self { runtime: Some(runtime), dialer: Dialer::new(trust) })
    }

    /// Has [`Origin::embedded`] be the server to which `open` opens a stream.
    pub fn embed(&mut self, open: impl Fn() -> io::Result<DuplexStream> + Send + Sync + 'static) {
        self.dialer.embed(open);
    }

    /// Client of a server by HTTP.
    pub fn http(&self, origin: Origin) -> HttpClient {
        HttpClient::new(origin, self.dialer.clone())
    }

    /// Works on something beside the caller.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }

    /// Works on something until it is done. Must not be called on the thread itself.
    pub fn block_on<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.runtime.as_ref().map(|runtime| runtime.block_on(work))
    }

    /// Connects to a match. `wake` is called when there is news in the empty mailbox.
    pub fn connect(
        &self,
        endpoint: MatchEndpoint,
        seat: Option<SeatSecret>,
        outbox: Box<dyn Outbox>,
        entropy: u64,
        wake: impl Fn() + Send + 'static,
    ) -> MatchClient {
        let (requests, receiver) = unbounded_channel();
        let mailbox = Mailbox::default();
        let (connection, outputs) = MatchConnection::open(seat, outbox, entropy, Duration::ZERO);
        let driver = Driver {
            endpoint: endpoint.clone(),
            dialer: self.dialer.clone(),
            connection,
            started: Instant::now(),
            socket: SocketState::None,
            mailbox: mailbox.clone(),
            told_pending: Vec::new(),
            wake,
        };
        self.spawn(driver.run(outputs, receiver));
        MatchClient { endpoint, requests, mailbox }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Nothing waits for a server that does not answer.
            runtime.shutdown_background();
        }
    }
}

/// What a screen asks of a connection.
enum ClientRequest {
    Command(Player, Command, Option<Version>),
    Join(Option<Player>, String),
    Send(ToServer),
    Wake,
    /// Say when everything before has been sent.
    Flush(oneshot::Sender<()>),
}

/// Handle of a connection to a match, which ends when this is dropped.
pub struct MatchClient {
    endpoint: MatchEndpoint,
    requests: UnboundedSender<ClientRequest>,
    mailbox: Mailbox,
}

impl MatchClient {
    pub const fn endpoint(&self) -> &MatchEndpoint {
        &self.endpoint
    }

    /// Takes what has happened.
    pub fn take_news(&self) -> Vec<News> {
        self.mailbox.take()
    }

    /// Gives a command for a player, meant for `version` if there is one.
    pub fn command(&self, player: Player, command: Command, version: Option<Version>) {
        self.request(ClientRequest::Command(player, command, version));
    }

    /// Asks for a free seat.
    pub fn join(&self, player: Option<Player>, name: &str) {
        self.request(ClientRequest::Join(player, name.to_owned()));
    }

    /// Says something to everybody at the table.
    pub fn greet(&self, greeting: Greeting) {
        self.request(ClientRequest::Send(ToServer::Greet { greeting }));
    }

    /// Has the computer play what it has found so far.
    pub fn move_now(&self) {
        self.request(ClientRequest::Send(ToServer::MoveNow));
    }

    /// Checks the connection at once.
    pub fn wake(&self) {
        self.request(ClientRequest::Wake);
    }

    /// Waits until everything that was asked for has been sent, for a moment at most.
    pub async fn flushed(&self) {
        let (sender, done) = oneshot::channel();
        self.request(ClientRequest::Flush(sender));
        let _ = timeout(FLUSH_TIMEOUT, done).await;
    }

    fn request(&self, request: ClientRequest) {
        // A connection whose thread is gone says so in its news.
        let _ = self.requests.send(request);
    }
}

/// The socket, as far as it is there.
enum SocketState {
    None,
    Opening(tokio::task::JoinHandle<Result<Socket, ConnectError>>),
    Open(Box<Socket>),
}

impl SocketState {
    fn drop_socket(&mut self) {
        if let Self::Opening(task) = self {
            task.abort();
        }
        *self = Self::None;
    }
}

/// What a socket has brought.
enum SocketEvent {
    Connected(Box<Socket>),
    Received(String),
    Ended(Disconnection),
}

struct Driver<W> {
    endpoint: MatchEndpoint,
    dialer: Dialer,
    connection: MatchConnection,
    started: Instant,
    socket: SocketState,
    mailbox: Mailbox,
    /// Commands that the screen knows to have no answer.
    told_pending: Vec<ToServer>,
    wake: W,
}

impl<W: Fn()> Driver<W> {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    async fn run(mut self, outputs: Vec<Output>, mut requests: UnboundedReceiver<ClientRequest>) {
        self.carry_out(outputs).await;
        loop {
            self.tell_pending();
            let wait = self.connection.deadline().map(|at| at.saturating_sub(self.now()));
            let outputs = tokio::select! {
                request = requests.recv() => {
                    let Some(request) = request else { return self.close().await };
                    self.request(request)
                }
                event = next_event(&mut self.socket) => self.receive(event),
                () = sleep(wait.unwrap_or_default()), if wait.is_some() => {
                    self.connection.tick(self.now())
                }
            };
            self.carry_out(outputs).await;
        }
    }

    fn request(&mut self, request: ClientRequest) -> Vec<Output> {
        let now = self.now();
        match request {
            ClientRequest::Command(player, command, version) => {
                self.connection.command(player, command, version)
            }
            ClientRequest::Join(player, name) => self.connection.join(player, name),
            ClientRequest::Send(message) => self.connection.send(message),
            ClientRequest::Wake => self.connection.wake(now),
            ClientRequest::Flush(done) => {
                let _ = done.send(());
                Vec::new()
            }
        }
    }

    fn receive(&mut self, event: SocketEvent) -> Vec<Output> {
        let now = self.now();
        match event {
            SocketEvent::Connected(socket) => {
                self.socket = SocketState::Open(socket);
                self.connection.connected(now)
            }
            SocketEvent::Received(text) => self.connection.received(now, &text),
            SocketEvent::Ended(how) => {
                self.socket = SocketState::None;
                self.connection.disconnected(now, &how)
            }
        }
    }

    async fn carry_out(&mut self, outputs: Vec<Output>) {
        let mut outputs = std::collections::VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Connect => {
                    self.socket.drop_socket();
                    let (endpoint, dialer) = (self.endpoint.clone(), self.dialer.clone());
                    let opening = async move { open_socket(&endpoint, &dialer).await };
                    self.socket = SocketState::Opening(tokio::spawn(opening));
                }
                Output::Disconnect => self.socket.drop_socket(),
                Output::Send(message) => {
                    if !self.send(&message).await {
                        self.socket = SocketState::None;
                        let how = Disconnection::Closed(None);
                        outputs.extend(self.connection.disconnected(self.now(), &how));
                    }
                }
                Output::Tell(news) => self.tell(news),
            }
        }
    }

    /// Tells the screen which commands have no answer, if these are others than before.
    fn tell_pending(&mut self) {
        if !self.connection.pending().eq(&self.told_pending) {
            self.told_pending = self.connection.pending().cloned().collect();
            self.tell(News::Pending(self.told_pending.clone()));
        }
    }

    fn tell(&self, news: News) {
        if self.mailbox.put(news) {
            (self.wake)();
        }
    }

    /// Sends a message; whether the socket took it.
    async fn send(&mut self, message: &ToServer) -> bool {
        let SocketState::Open(socket) = &mut self.socket else { return true };
        let Ok(text) = serde_json::to_string(message) else { return true };
        matches!(timeout(SEND_TIMEOUT, socket.send(Message::text(text))).await, Ok(Ok(())))
    }

    async fn close(mut self) {
        if let SocketState::Open(socket) = &mut self.socket {
            let _ = timeout(SEND_TIMEOUT, WebSocketStream::close(socket, None)).await;
        }
        self.socket.drop_socket();
    }
}

/// Waits for the socket.
async fn next_event(state: &mut SocketState) -> SocketEvent {
    match state {
        SocketState::None => std::future::pending().await,
        SocketState::Opening(task) => match task.await {
            Ok(Ok(socket)) => SocketEvent::Connected(Box::new(socket)),
            Ok(Err(error)) => SocketEvent::Ended(Disconnection::Failed(error)),
            Err(_) => SocketEvent::Ended(Disconnection::Closed(None)),
        },
        SocketState::Open(socket) => loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return SocketEvent::Received(text.as_str().to_owned());
                }
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map(|frame| frame.code.into());
                    return SocketEvent::Ended(Disconnection::Closed(code));
                }
                // The library answers pings.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => {
                    return SocketEvent::Ended(Disconnection::Closed(None));
                }
            }
        },
    }
}

async fn open_socket(endpoint: &MatchEndpoint, dialer: &Dialer) -> Result<Socket, ConnectError> {
    let stream = dialer.connect(&endpoint.origin).await?;
    let request = endpoint.socket_url().into_client_request();
    let request = request.map_err(|error| ConnectError::Protocol(error.to_string()))?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE_MAX_BYTES))
        .max_frame_size(Some(MESSAGE_MAX_BYTES));
    let opened = client_async_with_config(request, stream, Some(config));
    match timeout(CONNECT_TIMEOUT, opened).await {
        Err(_) => Err(ConnectError::Timeout),
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(Error::Http(response))) => Err(ConnectError::Status(response.status().as_u16())),
        Ok(Err(Error::Io(error))) => Err(ConnectError::Unreachable(error)),
        Ok(Err(error)) => Err(ConnectError::Protocol(error.to_string())),
    }
}
