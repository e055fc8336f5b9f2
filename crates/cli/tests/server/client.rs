//! A client: requests by hand, and sockets.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use play::{Command, Player, RefusalCode, Version};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};
use wire::{CommandId, MatchState, PROTOCOL, SeatSecret, ToClient, ToServer};

use testkit::http::try_read_answer;
pub(crate) use testkit::http::{
    Answer, connect, get, is_timeout, post, read_answer, request, request_on, try_request_on,
};

use crate::time_limit::WAIT_TIMEOUT;

/// A connection from another address of this machine, which is another visitor.
#[cfg(target_os = "linux")]
pub(crate) fn connect_from(address: SocketAddr, from: [u8; 4]) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        socket.connect(address).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(WAIT_TIMEOUT)).unwrap();
    stream.set_write_timeout(Some(WAIT_TIMEOUT)).unwrap();
    stream
}

/// Posts to a server that may be gone, or go before it has answered.
#[cfg(target_os = "linux")]
pub(crate) fn try_post(address: SocketAddr, path: &str, body: &Value) -> Option<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, WAIT_TIMEOUT).ok()?;
    stream.set_read_timeout(Some(WAIT_TIMEOUT)).ok()?;
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    try_read_answer(stream)
}

pub(crate) fn human() -> Value {
    json!({ "type": "human" })
}

pub(crate) fn computer(opponent: &str) -> Value {
    json!({ "type": "computer", "opponent": opponent, "seed": 7 })
}

/// Makes a match and says its id.
#[track_caller]
pub(crate) fn create(address: SocketAddr, game: &str, first: &Value, second: &Value) -> String {
    create_with(address, &json!({ "game": game, "players": { "first": first, "second": second } }))
}

#[track_caller]
pub(crate) fn create_with(address: SocketAddr, wanted: &Value) -> String {
    let answer = post(address, "/api/matches", wanted);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json::<wire::http::Created>().id
}

/// A visitor of a server that trusts its proxy: requests with an address and a cookie.
#[derive(Clone)]
pub(crate) struct Visitor {
    server: SocketAddr,
    headers: Vec<(&'static str, String)>,
}

impl Visitor {
    /// A visitor at the server's own machine.
    pub(crate) const fn local(server: SocketAddr) -> Self {
        Self { server, headers: Vec::new() }
    }

    /// A visitor from `address`, with a profile of its own where `secret` is not 0.
    pub(crate) fn new(server: SocketAddr, address: &str, secret: u128) -> Self {
        let mut headers = vec![("x-forwarded-for", address.to_owned())];
        if secret != 0 {
            headers.push(("cookie", format!("damier={secret:032x}")));
        }
        Self { server, headers }
    }

    /// A visitor with the cookie that it is given; without a proxy, with no address of its own.
    pub(crate) fn welcomed(server: SocketAddr, address: Option<&str>) -> Self {
        let from = address.map(|address| ("x-forwarded-for", address.to_owned()));
        let mut new = Self { server, headers: from.into_iter().collect() };
        let answer = new.ask("GET", "/api/profile", "");
        let cookie = answer.header("set-cookie").expect("a cookie");
        new.headers.push(("cookie", cookie.split(';').next().unwrap().to_owned()));
        new
    }

    /// The same at another server.
    pub(crate) fn at(&self, server: SocketAddr) -> Self {
        Self { server, headers: self.headers.clone() }
    }

    /// Sends a request.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        let lines = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        request(self.server, method, path, &lines.collect::<String>(), body.as_bytes())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &body.to_string())
    }

    /// Opens a socket, without a greeting.
    #[track_caller]
    pub(crate) fn socket(&self, path: &str) -> WebSocket<TcpStream> {
        let headers: Vec<_> =
            self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        open_with_headers(self.server, path, &headers).unwrap()
    }

    /// Makes a match and says its id.
    #[track_caller]
    pub(crate) fn create(&self, wanted: &Value) -> String {
        let answer = self.post("/api/matches", wanted);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json::<wire::http::Created>().id
    }
}

/// A socket of a match.
pub(crate) struct Socket {
    stream: WebSocket<TcpStream>,
    /// What the server said last.
    pub(crate) state: MatchState,
}

/// Opens the socket of a match, without a greeting; `Err` is the status of the refusal.
pub(crate) fn open(
    address: SocketAddr,
    id: &str,
    origin: Option<&str>,
) -> Result<WebSocket<TcpStream>, u16> {
    open_at(address, &format!("/api/matches/{id}/socket"), origin)
}

/// Opens a socket, without a greeting; `Err` is the status of the refusal.
pub(crate) fn open_at(
    address: SocketAddr,
    path: &str,
    origin: Option<&str>,
) -> Result<WebSocket<TcpStream>, u16> {
    let origin = origin.map(|origin| ("origin", origin));
    open_with_headers(address, path, origin.as_slice())
}

/// The same with any headers.
pub(crate) fn open_with_headers(
    address: SocketAddr,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<WebSocket<TcpStream>, u16> {
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    match tungstenite::client::client(request, connect(address)) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

pub(crate) fn say(stream: &mut WebSocket<TcpStream>, message: &impl Serialize) {
    let text = serde_json::to_string(message).unwrap();
    stream.send(Message::text(text)).unwrap();
}

/// The next message of the server; `None` when the socket has ended.
pub(crate) fn hear<T: DeserializeOwned>(stream: &mut WebSocket<TcpStream>) -> Option<T> {
    let started = Instant::now();
    loop {
        assert!(started.elapsed() < WAIT_TIMEOUT, "nothing but pings for {WAIT_TIMEOUT:?}");
        match stream.read() {
            Ok(Message::Text(text)) => {
                let message = serde_json::from_str(&text);
                return Some(message.unwrap_or_else(|error| panic!("{error}: {text}")));
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                panic!("waited {} s for a message of the server", WAIT_TIMEOUT.as_secs())
            }
            Ok(Message::Close(_))
            | Err(
                tungstenite::Error::ConnectionClosed
                | tungstenite::Error::AlreadyClosed
                | tungstenite::Error::Protocol(_)
                | tungstenite::Error::Io(_),
            ) => return None,
            other => panic!("{other:?}"),
        }
    }
}

/// A name for a command that no other has.
pub(crate) fn fresh() -> CommandId {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    CommandId(format!("c{}", COUNT.fetch_add(1, Relaxed)))
}

pub(crate) fn order(player: Player, command: Command) -> ToServer {
    ToServer::Command { id: fresh(), player, command, version: None }
}

impl Socket {
    /// Opens the socket of a match and greets.
    #[track_caller]
    pub(crate) fn open(address: SocketAddr, id: &str) -> Self {
        Self::open_with(address, id, None)
    }

    /// The same with the secret of a seat.
    #[track_caller]
    pub(crate) fn open_as(address: SocketAddr, id: &str, seat: &SeatSecret) -> Self {
        Self::open_with(address, id, Some(seat.clone()))
    }

    #[track_caller]
    fn open_with(address: SocketAddr, id: &str, seat: Option<SeatSecret>) -> Self {
        Self::open_by(&Visitor::local(address), id, seat)
    }

    /// The same as another visitor.
    #[track_caller]
    pub(crate) fn open_by(visitor: &Visitor, id: &str, seat: Option<SeatSecret>) -> Self {
        Self::greet(visitor.socket(&format!("/api/matches/{id}/socket")), seat)
    }

    /// Greets on a socket that is open.
    #[track_caller]
    pub(crate) fn greet(mut stream: WebSocket<TcpStream>, seat: Option<SeatSecret>) -> Self {
        say(&mut stream, &ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat });
        match hear(&mut stream) {
            Some(ToClient::State(state)) => Self { stream, state: *state },
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn send(&mut self, message: &ToServer) {
        say(&mut self.stream, message);
    }

    /// Sends a message to a server that may be gone.
    pub(crate) fn send_lossy(&mut self, message: &ToServer) {
        self.send_raw(Message::text(serde_json::to_string(message).unwrap()));
    }

    /// Sends whatever it is.
    pub(crate) fn send_raw(&mut self, message: Message) {
        let _ = self.stream.send(message);
    }

    /// The next message but those about thinking.
    pub(crate) fn next(&mut self) -> Option<ToClient> {
        loop {
            let message = hear(&mut self.stream)?;
            if let ToClient::State(state) = &message {
                self.state = (**state).clone();
            }
            if !matches!(message, ToClient::Thinking(_)) {
                return Some(message);
            }
        }
    }

    /// Gives a command and waits for its answer.
    #[track_caller]
    pub(crate) fn command(
        &mut self,
        player: Player,
        command: Command,
    ) -> Result<Version, RefusalCode> {
        self.order(&order(player, command))
    }

    /// Sends a command and waits for its answer.
    #[track_caller]
    pub(crate) fn order(&mut self, order: &ToServer) -> Result<Version, RefusalCode> {
        self.send(order);
        self.answer_to(order)
    }

    /// Waits for the answer to a command.
    #[track_caller]
    pub(crate) fn answer_to(&mut self, order: &ToServer) -> Result<Version, RefusalCode> {
        let (ToServer::Command { id: sent, .. } | ToServer::Join { id: sent, .. }) = order else {
            panic!("{order:?}")
        };
        loop {
            match self.next().expect("an answer") {
                ToClient::Applied { id, version } if id == *sent => return Ok(version),
                ToClient::Refused { id: Some(id), code, .. } if id == *sent => return Err(code),
                _ => {}
            }
        }
    }

    /// Takes a free seat.
    #[track_caller]
    pub(crate) fn join(&mut self, name: &str) -> Result<Version, RefusalCode> {
        self.order(&ToServer::Join { id: fresh(), player: None, name: name.to_owned() })
    }

    #[track_caller]
    pub(crate) fn play(&mut self, player: Player, notation: &str) -> Result<Version, RefusalCode> {
        self.command(player, Command::Move { notation: notation.to_owned() })
    }

    /// Waits until the match looks like that.
    #[track_caller]
    pub(crate) fn wait(&mut self, like: impl Fn(&MatchState) -> bool) -> &MatchState {
        let started = Instant::now();
        while !like(&self.state) {
            assert!(started.elapsed() < WAIT_TIMEOUT, "the match stays so: {:?}", self.state);
            self.next().expect("the socket ended");
        }
        &self.state
    }

    /// Reads until the server closes the socket, and answers that. The code that it gives.
    pub(crate) fn close_code(&mut self) -> Option<u16> {
        let mut code = None;
        loop {
            match self.stream.read() {
                Ok(Message::Close(frame)) => code = frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                    panic!("waited {} s for the end of a socket", WAIT_TIMEOUT.as_secs())
                }
                Err(_) => return code,
            }
        }
    }

    /// The moves so far.
    pub(crate) fn moves(&self) -> &[String] {
        &self.state.record.moves
    }
}
