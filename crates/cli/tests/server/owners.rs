//! Who plays in a match at one screen: whoever made it, and who is given its secret; a link alone watches.

use std::net::{SocketAddr, TcpStream};

use play::{Command, Player, RefusalCode, Version};
use serde_json::json;
use tungstenite::WebSocket;
use tungstenite::client::IntoClientRequest;
use wire::http::{Created, MatchSummary, SeatCreated};
use wire::{MatchState, PROTOCOL, SeatSecret, ToClient, ToServer};

use crate::client::{Answer, computer, connect, create, get, hear, human, order, request, say};
use crate::program::Program;
use crate::running::{Folder, Running};

/// A browser elsewhere, with the cookie that it was given.
pub(crate) struct Elsewhere {
    pub(crate) server: SocketAddr,
    /// The address that the proxy names; empty without a proxy.
    pub(crate) from: &'static str,
    pub(crate) cookie: Option<String>,
}

impl Elsewhere {
    pub(crate) fn new(server: SocketAddr, from: &'static str) -> Self {
        let mut new = Self { server, from, cookie: None };
        let answer = new.ask("GET", "/api/profile", b"");
        let cookie = answer.header("set-cookie").expect("a cookie");
        new.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        new
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let from = Some(self.from).filter(|from| !from.is_empty());
        let from = from.map(|from| format!("X-Forwarded-For: {from}\r\n"));
        let cookie = self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n"));
        let headers = from.into_iter().chain(cookie).collect::<String>();
        request(self.server, method, path, &headers, body)
    }

    fn create(&self, wanted: &serde_json::Value) -> String {
        let answer = self.ask("POST", "/api/matches", wanted.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json::<Created>().id
    }

    fn state(&self, id: &str) -> MatchState {
        self.ask("GET", &format!("/api/matches/{id}"), b"").json()
    }

    /// Opens the socket of a match and greets.
    fn open(&self, id: &str, seat: Option<&SeatSecret>) -> Follower {
        let url = format!("ws://{}/api/matches/{id}/socket", self.server);
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        if !self.from.is_empty() {
            headers.insert("x-forwarded-for", self.from.parse().unwrap());
        }
        if let Some(cookie) = &self.cookie {
            headers.insert("cookie", cookie.parse().unwrap());
        }
        let (mut stream, _) = tungstenite::client::client(request, connect(self.server)).unwrap();
        let seat = seat.cloned();
        say(&mut stream, &ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat });
        match hear(&mut stream) {
            Some(ToClient::State(state)) => Follower { stream, state: *state },
            other => panic!("{other:?}"),
        }
    }
}

struct Follower {
    stream: WebSocket<TcpStream>,
    state: MatchState,
}

impl Follower {
    fn command(&mut self, player: Player, command: Command) -> Result<(), RefusalCode> {
        let order = order(player, command);
        say(&mut self.stream, &order);
        loop {
            match hear(&mut self.stream).expect("an answer") {
                ToClient::State(state) => self.state = *state,
                ToClient::Applied { .. } => return Ok(()),
                ToClient::Refused { code, .. } => return Err(code),
                _ => {}
            }
        }
    }

    fn play(&mut self, player: Player, notation: &str) -> Result<(), RefusalCode> {
        self.command(player, Command::Move { notation: notation.to_owned() })
    }

    /// Waits for a version of the match.
    fn wait(&mut self, version: u64) {
        while self.state.version.0 < version {
            if let ToClient::State(state) = hear(&mut self.stream).expect("a state") {
                self.state = *state;
            }
        }
    }
}

fn against_computer() -> serde_json::Value {
    json!({ "game": "connect-four", "players": { "first": human(), "second": computer("random") } })
}

const NOT_YOURS: Result<(), RefusalCode> = Err(RefusalCode::NotYours);

#[test]
fn a_link_watches_and_only_the_secret_hands_the_game_over() {
    let folder = Folder::new("owners");
    let server = Running::at(&folder);
    let ana = Elsewhere::new(server.address, "192.0.2.1");
    let eve = Elsewhere::new(server.address, "192.0.2.2");
    let id = ana.create(&against_computer());
    let mut mine = ana.open(&id, None);
    assert!(!mine.state.watching && !mine.state.view.choices.is_empty());
    let mut hers = eve.open(&id, None);
    assert!(hers.state.watching && hers.state.view.choices.is_empty());
    assert!(eve.state(&id).watching && !ana.state(&id).watching);
    for command in
        [Command::Move { notation: "4".to_owned() }, Command::Resign, Command::Undo, Command::Abort]
    {
        assert_eq!(hers.command(Player::One, command), NOT_YOURS);
    }
    // Somebody behind the same address is somebody else, too.
    let neighbour = Elsewhere::new(server.address, "192.0.2.1");
    assert_eq!(neighbour.open(&id, None).play(Player::One, "4"), NOT_YOURS);
    mine.play(Player::One, "4").unwrap();
    hers.wait(2);
    assert!(hers.state.watching);
    // Only who plays gets the secret, and any other opens nothing.
    let seat = format!("/api/matches/{id}/seat");
    assert_eq!(eve.ask("POST", &seat, b"").status, 409);
    let secret: SeatCreated = ana.ask("POST", &seat, b"").json();
    let wrong = SeatSecret::new(7);
    assert_eq!(eve.open(&id, Some(&wrong)).play(Player::One, "4"), NOT_YOURS);
    let listed =
        |who: &Elsewhere| -> Vec<MatchSummary> { who.ask("GET", "/api/matches", b"").json() };
    assert!(listed(&eve).is_empty());
    let mut taken = eve.open(&id, Some(&secret.seat));
    assert!(!taken.state.watching);
    taken.command(Player::One, Command::Resign).unwrap();
    drop((taken, hers, mine));
    // From then on it is hers, too, also after a new start and without the secret.
    drop(server);
    let server = Running::at(&folder);
    for one in [&ana, &eve] {
        let there =
            Elsewhere { server: server.address, from: one.from, cookie: one.cookie.clone() };
        assert!(!there.state(&id).watching);
        assert_eq!(listed(&there).len(), 1);
    }
}

#[test]
fn two_people_at_one_screen_are_alone_there() {
    let server = Running::start();
    let ana = Elsewhere::new(server.address, "2001:db8::1");
    let eve = Elsewhere::new(server.address, "2001:db8::2");
    let players = json!({ "first": human(), "second": human() });
    let id = ana.create(&json!({ "game": "connect-four", "players": players }));
    let mut hers = eve.open(&id, None);
    for player in Player::ALL {
        assert_eq!(hers.play(player, "4"), NOT_YOURS);
    }
    let mut mine = ana.open(&id, None);
    mine.play(Player::One, "4").unwrap();
    mine.play(Player::Two, "4").unwrap();
    // A program without cookies brings a secret of its own.
    let secret = SeatSecret::new(0x1234);
    let program = Elsewhere { server: server.address, from: "192.0.2.9", cookie: None };
    let id = program.create(&json!({ "game": "connect-four", "players": players, "seat": secret }));
    assert_eq!(program.open(&id, None).play(Player::One, "4"), NOT_YOURS);
    program.open(&id, Some(&secret)).play(Player::One, "4").unwrap();
    // Between two screens there is no such secret.
    let (online, ..) = crate::online::pair(server.address, &json!({}));
    let refused = request(server.address, "POST", &format!("/api/matches/{online}/seat"), "", b"");
    assert_eq!(refused.status, 409);
}

#[test]
fn computers_that_play_each_other_are_stopped_by_their_owner() {
    let server = Running::start();
    let ana = Elsewhere::new(server.address, "192.0.2.1");
    let eve = Elsewhere::new(server.address, "192.0.2.2");
    let players = json!({ "first": computer("random"), "second": computer("random") });
    let id = ana.create(&json!({ "game": "othello", "players": players }));
    assert_eq!(eve.open(&id, None).command(Player::One, Command::Abort), NOT_YOURS);
    let ended = ana.open(&id, None).command(Player::One, Command::Abort);
    assert!(ended != NOT_YOURS, "{ended:?}");
}

#[test]
fn behind_a_proxy_everybody_is_somebody_else() {
    let folder = Folder::new("owners-proxy");
    let program = Program::behind_proxy(&folder);
    let ana = Elsewhere::new(program.address, "192.0.2.1");
    let eve = Elsewhere::new(program.address, "192.0.2.2");
    let id = ana.create(&against_computer());
    assert_eq!(eve.open(&id, None).play(Player::One, "4"), NOT_YOURS);
    // Not even the machine itself plays for others.
    let mut here = crate::client::Socket::open(program.address, &id);
    assert!(here.state.watching);
    assert_eq!(here.play(Player::One, "4"), Err(RefusalCode::NotYours));
    ana.open(&id, None).play(Player::One, "4").unwrap();
}

#[test]
fn the_machine_itself_is_one_profile_and_the_network_is_others() {
    let folder = Folder::new("owners-lan");
    let program = Program::on_the_network(&folder);
    let id = create(program.address, "connect-four", &human(), &computer("random"));
    // Another tab, another browser, a program: all at this machine.
    let mut here = crate::client::Socket::open(program.address, &id);
    assert!(!here.state.watching);
    here.play(Player::One, "4").unwrap();
    let lan: wire::http::Lan = get(program.address, "/api/lan").json();
    for url in lan.addresses {
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        let eve = Elsewhere::new(host.parse().unwrap(), "");
        let mut hers = eve.open(&id, None);
        assert!(hers.state.watching);
        assert_eq!(hers.command(Player::One, Command::Resign), NOT_YOURS);
    }
    here.command(Player::One, Command::Resign).unwrap();
}
