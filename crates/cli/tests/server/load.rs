//! Load on real programs while faults happen to them: games between clients that reconnect and send again what was
//! not acknowledged, as the page does, and a ledger of what was acknowledged.

use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, sleep};
use std::time::{Duration, Instant};

use play::{Claim, Player, RefusalCode, Version};
use rules::SplitMix64;
use serde_json::json;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};
use wire::http::RoomCreated;
use wire::{MatchState, PROTOCOL, SeatSecret, ToClient, ToServer};

use crate::client::{fresh, get, order, try_post};
use crate::time_limit;

/// Time that a player thinks about a move at most.
const THINK_MAX_MS: u64 = 120;

/// The servers that clients connect to.
pub(crate) trait Nodes: Sync {
    /// Address for the next connection.
    fn address(&self) -> SocketAddr;

    /// Time of a player for a game; none if they have no clocks. With clocks nobody may lose by them.
    fn game_time(&self) -> Option<Duration>;

    /// Whether somebody watches every game.
    fn has_watchers(&self) -> bool {
        false
    }
}

/// What happened under the load.
#[derive(Default, Debug)]
pub(crate) struct Counts {
    games: AtomicUsize,
    moves: AtomicUsize,
    connections: AtomicUsize,
    refused_claims: AtomicUsize,
    /// Moves that counted though something had happened after the version for which they were meant: a clock was
    /// credited with an outage.
    outlived: AtomicUsize,
}

impl Counts {
    /// Moves that counted though a clock had been credited meanwhile.
    pub(crate) fn outlived(&self) -> usize {
        self.outlived.load(SeqCst)
    }
}

/// Games, with the moves of each that were acknowledged.
type Ledger = Mutex<Vec<(String, Vec<String>)>>;

/// Games that are played at once until they are told to stop.
#[derive(Default)]
pub(crate) struct Load {
    pub(crate) counts: Counts,
    ledger: Ledger,
    stop: AtomicBool,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Load {
    /// Starts threads that play so many games at once.
    pub(crate) fn start<'scope, 'env: 'scope>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        nodes: &'env impl Nodes,
        games: usize,
        seed: u64,
    ) {
        for number in 0..games {
            let mut random = SplitMix64::new(seed ^ (number as u64 + 1) << 32);
            scope.spawn(move || {
                let _stop = StopOnPanic(&self.stop);
                while !self.is_stopped() {
                    self.play_game(nodes, &mut random);
                }
            });
        }
    }

    /// Whether the games are to end: a player may have found something wrong.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// Games so far, with their acknowledged moves.
    pub(crate) fn acknowledged(&self) -> Vec<(String, Vec<String>)> {
        lock(&self.ledger).clone()
    }

    /// Checks that all that was acknowledged is at a server, and at most one more move of each game.
    #[track_caller]
    pub(crate) fn assert_stored(&self, address: SocketAddr) {
        for (id, moves) in lock(&self.ledger).iter() {
            let state = get(address, &format!("/api/matches/{id}")).json::<MatchState>();
            let stored = &state.record.moves;
            assert!(stored.starts_with(moves), "{id}: acknowledged {moves:?}, stored {stored:?}");
            assert!(stored.len() <= moves.len() + 1, "{id}: {stored:?} after {moves:?}");
        }
    }

    /// Plays one game to its end, or until the load is stopped.
    fn play_game(&self, nodes: &impl Nodes, random: &mut SplitMix64) {
        let secrets = [1, 2].map(|_| SeatSecret::new(u128::from(random.draw())));
        let id = time_limit::wait_for("a table", || open_table(nodes, &secrets[0]));
        let mut ana = Client::new(nodes, &id, Some((&secrets[0], Player::One)));
        let mut bo = Client::new(nodes, &id, Some((&secrets[1], Player::Two)));
        let mut eve = nodes.has_watchers().then(|| Client::new(nodes, &id, None));
        ana.connect();
        let join = ToServer::Join { id: fresh(), player: None, name: "Bo".to_owned() };
        let mut version = bo.order(&join).unwrap();
        let game = {
            let mut ledger = lock(&self.ledger);
            ledger.push((id, Vec::new()));
            ledger.len() - 1
        };
        while !self.is_stopped() {
            let state = ana.wait(|state| state.version >= version);
            if let Some(eve) = &mut eve {
                eve.wait(|state| state.version >= version);
            }
            if let Some(end) = &state.end {
                assert!(end.reason != "flagged" && end.reason != "abandoned", "{state:?}");
                self.counts.games.fetch_add(1, SeqCst);
                break;
            }
            let (mover, other) = match state.to_move {
                Some(Player::One) => (&mut ana, &mut bo),
                _ => (&mut bo, &mut ana),
            };
            let choices = mover.wait(|state| state.version >= version).view.choices;
            let choice = choices[random.below(choices.len() as u64) as usize].notation.clone();
            sleep(Duration::from_millis(random.below(THINK_MAX_MS)));
            if nodes.game_time().is_some() && random.below(20) == 0 {
                self.claim(other);
            }
            let known = mover.version();
            version = mover.play(&choice);
            self.counts.outlived.fetch_add(usize::from(version.0 > known.0 + 1), SeqCst);
            lock(&self.ledger)[game].1.push(choice);
            self.counts.moves.fetch_add(1, SeqCst);
        }
        self.counts.connections.fetch_add(ana.connections + bo.connections, SeqCst);
    }

    /// Claims a win: nobody was away for as long as it takes, whatever the clocks say.
    fn claim(&self, player: &mut Client<'_, impl Nodes>) {
        let claim = play::Command::Claim { claim: Claim::Win };
        let claimed = player.order(&order(player.player.unwrap(), claim));
        assert!(claimed.is_err(), "a win was claimed from a player who is there");
        self.counts.refused_claims.fetch_add(1, SeqCst);
    }
}

/// Ends the load if a player panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, SeqCst);
        }
    }
}

/// Somebody's end of a match.
struct Client<'a, N> {
    nodes: &'a N,
    id: String,
    seat: Option<SeatSecret>,
    player: Option<Player>,
    socket: Option<WebSocket<TcpStream>>,
    state: Option<MatchState>,
    /// Moves that have been seen so far: no state may show others.
    seen: Vec<String>,
    /// Connections that were tried.
    connections: usize,
}

impl<'a, N: Nodes> Client<'a, N> {
    fn new(nodes: &'a N, id: &str, seat: Option<(&SeatSecret, Player)>) -> Self {
        let player = seat.map(|(_, player)| player);
        let seat = seat.map(|(secret, _)| secret.clone());
        let (id, seen) = (id.to_owned(), Vec::new());
        Self { nodes, id, seat, player, socket: None, state: None, seen, connections: 0 }
    }

    /// Connects and greets, again and again until a server answers.
    fn connect(&mut self) -> &mut WebSocket<TcpStream> {
        while self.socket.is_none() {
            self.connections += 1;
            self.socket = self.try_connect();
            if self.socket.is_none() {
                sleep(Duration::from_millis(20));
            }
        }
        self.socket.as_mut().expect("a socket")
    }

    /// The version that was seen last.
    fn version(&self) -> Version {
        self.state.as_ref().map_or(Version(0), |state| state.version)
    }

    fn try_connect(&self) -> Option<WebSocket<TcpStream>> {
        let address = self.nodes.address();
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
        stream.set_read_timeout(Some(time_limit::WAIT_TIMEOUT)).ok()?;
        stream.set_nodelay(true).ok()?;
        let url = format!("ws://{address}/api/matches/{}/socket", self.id);
        let (mut socket, _) =
            tungstenite::client::client(url.into_client_request().unwrap(), stream).ok()?;
        let seat = self.seat.clone();
        let hello = ToServer::Hello { protocol: PROTOCOL, since: self.version(), seat };
        socket.send(Message::text(serde_json::to_string(&hello).unwrap())).ok()?;
        Some(socket)
    }

    /// The next message; `None` if the connection was lost, and has been made again.
    fn next(&mut self) -> Option<ToClient> {
        let read = self.connect().read();
        match read {
            Ok(Message::Text(text)) => {
                let message: ToClient = serde_json::from_str(&text).unwrap();
                if let ToClient::State(state) = &message {
                    self.see(&state.record.moves);
                    self.state = Some((**state).clone());
                }
                Some(message)
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => None,
            _ => {
                self.socket = None;
                self.connect();
                None
            }
        }
    }

    /// Checks that a state goes on from what was seen, or is an earlier one.
    fn see(&mut self, moves: &[String]) {
        let shared = moves.len().min(self.seen.len());
        assert_eq!(moves[..shared], self.seen[..shared], "{} shows another game", self.id);
        self.seen.extend_from_slice(&moves[shared..]);
    }

    /// Waits until the match looks like that.
    fn wait(&mut self, like: impl Fn(&MatchState) -> bool) -> MatchState {
        let started = Instant::now();
        loop {
            if let Some(state) = self.state.as_ref().filter(|state| like(state)) {
                return state.clone();
            }
            assert!(started.elapsed() < time_limit::WAIT_TIMEOUT, "it stays so: {:?}", self.state);
            self.next();
        }
    }

    /// Plays a move for the version that was seen last, as the page does. It has to be accepted.
    fn play(&mut self, notation: &str) -> Version {
        let command = play::Command::Move { notation: notation.to_owned() };
        let (player, version) = (self.player.unwrap(), Some(self.version()));
        match self.order(&ToServer::Command { id: fresh(), player, command, version }) {
            Ok(version) => version,
            Err(code) => {
                let state = self.wait(|state| state.end.is_some());
                panic!("{code:?} to {notation}: {:?}, {:?}", state.end, state.clock);
            }
        }
    }

    /// Sends a message until it is answered, over as many connections as it takes.
    fn order(&mut self, message: &ToServer) -> Result<Version, RefusalCode> {
        let (ToServer::Command { id: sent, .. } | ToServer::Join { id: sent, .. }) = message else {
            panic!("{message:?}")
        };
        let text = serde_json::to_string(message).unwrap();
        let started = Instant::now();
        'send: loop {
            assert!(started.elapsed() < time_limit::WAIT_TIMEOUT, "no answer to {message:?}");
            let _ = self.connect().send(Message::text(text.clone()));
            let connection = self.connections;
            loop {
                match self.next() {
                    Some(ToClient::Applied { id, version }) if id == *sent => return Ok(version),
                    Some(ToClient::Refused { id: Some(id), code, .. }) if id == *sent => {
                        if code != RefusalCode::TryAgain {
                            return Err(code);
                        }
                        sleep(Duration::from_millis(50));
                        continue 'send;
                    }
                    None if self.connections != connection => continue 'send,
                    _ => {}
                }
            }
        }
    }
}

fn open_table(nodes: &impl Nodes, seat: &SeatSecret) -> Option<String> {
    let mut wanted = json!({
        "game": "othello", "listing": "unlisted", "side": "first", "name": "Ana", "seat": seat,
    });
    if let Some(time) = nodes.game_time() {
        let total = time.as_millis() as u64;
        wanted["time"] = json!({ "kind": "game", "total": total, "increment": 0 });
    }
    let answer = try_post(nodes.address(), "/api/rooms", &wanted)?;
    (answer.status == 200).then(|| answer.json::<RoomCreated>().id)
}
