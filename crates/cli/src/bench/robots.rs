//! Robots of the load test: two clients that play one game over two sockets. They know no rules: legal moves
//! come with the state.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use play::{Command, Listing, Player, Version};
use rules::{AnyGame, SplitMix64};
use serde_json::json;
use wire::http::RoomCreated;
use wire::{CommandId, PROTOCOL, SeatSecret, ToClient, ToServer};

use super::socket::{MatchSocket, http_request};

/// Longest time from a move to its acknowledgement and arrival.
const ROBOT_REPLY_TIMEOUT: Duration = Duration::from_secs(30);

/// Two robots in a match.
pub(crate) struct RobotPair {
    game: &'static dyn AnyGame,
    address: SocketAddr,
    random: SplitMix64,
    listing: Listing,
    sockets: [MatchSocket; 2],
    version: u64,
    next: RobotTurn,
    number: u64,
}

/// Latencies of moves, in microseconds.
#[derive(Default)]
pub(crate) struct MoveLatencies {
    /// From a move to its acknowledgement.
    pub(crate) acknowledged: Vec<u32>,
    /// From a move to its arrival at the opponent.
    pub(crate) arrived: Vec<u32>,
}

impl RobotPair {
    /// Opens a room and takes both seats.
    pub(crate) async fn new(
        address: SocketAddr,
        game: &'static dyn AnyGame,
        seed: u64,
        listing: Listing,
    ) -> io::Result<Self> {
        let mut random = SplitMix64::new(seed);
        let mut secret = || SeatSecret::new(u128::from(random.draw()) << 64 | u128::from(seed));
        let secrets = [secret(), secret()];
        let request = json!({
            "game": game.info().id,
            "setup": { "seed": 1 },
            "listing": listing,
            "side": "first",
            "seat": secrets[0],
        });
        let response = http_request(address, "POST", "/api/rooms", &request.to_string()).await?;
        let response: RoomCreated = serde_json::from_str(&response)?;
        let path = format!("/api/matches/{}/socket", response.id);
        let [first, second] = secrets.map(|secret| hello(Some(secret)));
        let mut sockets = [
            MatchSocket::open(address, &path, Some(first?)).await?,
            MatchSocket::open(address, &path, Some(second?)).await?,
        ];
        let join =
            ToServer::Join { id: CommandId("j".to_owned()), player: None, name: String::new() };
        send(&mut sockets[1], &join).await?;
        // Opened, joined, started.
        let mut next = RobotTurn::default();
        for socket in &mut sockets {
            next.update(&state_at(socket, 3).await?);
            socket.answered();
        }
        Ok(Self { game, address, random, listing, sockets, version: 3, next, number: 0 })
    }

    /// Plays one move each `pause` until `stop` is raised.
    pub(crate) async fn play(
        &mut self,
        pause: Duration,
        stop: &AtomicBool,
    ) -> io::Result<MoveLatencies> {
        let mut times = MoveLatencies::default();
        // A random offset keeps the pairs from moving at the same moment.
        let offset = self.random.below(pause.as_micros().max(1) as u64);
        let mut next = Instant::now() + Duration::from_micros(offset);
        while !stop.load(Relaxed) {
            tokio::time::sleep_until(next.into()).await;
            next += pause;
            if self.next.player.is_none() {
                let seed = self.random.draw();
                *self = Self::new(self.address, self.game, seed, self.listing).await?;
                continue;
            }
            let moved = tokio::time::timeout(ROBOT_REPLY_TIMEOUT, self.make_move(&mut times)).await;
            moved.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        }
        Ok(times)
    }

    async fn make_move(&mut self, times: &mut MoveLatencies) -> io::Result<()> {
        let RobotTurn { player: Some(player), choices } = std::mem::take(&mut self.next) else {
            return Ok(());
        };
        let choice = self.random.below(choices.len().max(1) as u64) as usize;
        let notation = choices.get(choice).ok_or_else(|| io::Error::other("no move"))?.clone();
        self.number += 1;
        let id = CommandId(self.number.to_string());
        let command = Command::Move { notation };
        let message =
            ToServer::Command { id, player, command, version: Some(Version(self.version)) };
        let [first, second] = &mut self.sockets;
        let (mover, other) = match player {
            Player::One => (first, second),
            Player::Two => (second, first),
        };
        let began = Instant::now();
        send(mover, &message).await?;
        let version = self.version + 1;
        let (acknowledged, arrived) =
            tokio::join!(async { applied(mover).await.map(|()| began.elapsed()) }, async {
                state_at(other, version).await.map(|state| (began.elapsed(), state))
            },);
        let (arrived, state) = arrived?;
        times.acknowledged.push(acknowledged?.as_micros() as u32);
        times.arrived.push(arrived.as_micros() as u32);
        self.version = version;
        self.next.update(&state);
        Ok(())
    }
}

/// The player to move and the legal moves; no player after the end.
#[derive(Debug, Default, PartialEq, Eq)]
struct RobotTurn {
    player: Option<Player>,
    choices: Vec<String>,
}

impl RobotTurn {
    /// Reads a state message. Parsing it by text keeps the load generator cheap.
    fn update(&mut self, state: &str) {
        self.player = match state.split_once("\"to_move\":").map(|(_, rest)| rest) {
            Some(rest) if rest.starts_with("\"one\"") => Some(Player::One),
            Some(rest) if rest.starts_with("\"two\"") => Some(Player::Two),
            _ => None,
        };
        let view = state.split_once("\"choices\":[").map_or("", |(_, rest)| rest);
        let choices = view.split_once("\"players\":").map_or("", |(choices, _)| choices);
        let moves = choices.split("\"notation\":\"").skip(1);
        let moves: Vec<_> = moves.filter_map(|rest| rest.split('"').next()).collect();
        // Only the player to move gets the choices.
        if !moves.is_empty() {
            self.choices = moves.into_iter().map(ToOwned::to_owned).collect();
        }
    }
}

/// Opens a socket that watches a match.
pub(crate) async fn watch(address: SocketAddr, id: &str) -> io::Result<MatchSocket> {
    let path = format!("/api/matches/{id}/socket");
    let mut socket = MatchSocket::open(address, &path, Some(hello(None)?)).await?;
    state_at(&mut socket, 1).await?;
    Ok(socket)
}

fn hello(seat: Option<SeatSecret>) -> io::Result<String> {
    let hello = ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat };
    Ok(serde_json::to_string(&hello)?)
}

async fn send(socket: &mut MatchSocket, message: &ToServer) -> io::Result<()> {
    socket.send(serde_json::to_string(message)?).await
}

/// Waits for the acknowledgement of a command.
async fn applied(socket: &mut MatchSocket) -> io::Result<()> {
    loop {
        let text = socket.receive().await?;
        if !text.starts_with("{\"type\":\"state\"") {
            return match serde_json::from_str(&text)? {
                ToClient::Applied { .. } => {
                    socket.answered();
                    Ok(())
                }
                other => Err(io::Error::other(format!("{other:?}"))),
            };
        }
    }
}

/// Waits for a state of that version or a later one. Only the version is parsed: states are long.
async fn state_at(socket: &mut MatchSocket, version: u64) -> io::Result<String> {
    loop {
        let text = socket.receive().await?;
        let digits = text.split_once("\"version\":").map_or("", |(_, rest)| rest);
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let is_state = text.starts_with("{\"type\":\"state\"");
        if is_state && digits[..end].parse::<u64>().is_ok_and(|seen| seen >= version) {
            return Ok(text);
        }
        if text.starts_with("{\"type\":\"refused\"") {
            return Err(io::Error::other(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_plays_what_it_is_offered() {
        let state = |to_move: &str, choices: &str| {
            format!(
                r#"{{"type":"state","view":{{"last":{{"notation":"d3"}},"choices":[{choices}]}},"players":[],"to_move":{to_move}}}"#
            )
        };
        let mut next = RobotTurn::default();
        next.update(&state(
            "\"two\"",
            r#"{"notation":"c3","steps":[]},{"notation":"e3","steps":[]}"#,
        ));
        let choices = vec!["c3".to_owned(), "e3".to_owned()];
        assert_eq!(next, RobotTurn { player: Some(Player::Two), choices: choices.clone() });
        // The other player gets no choices.
        next.update(&state("\"two\"", ""));
        assert_eq!(next, RobotTurn { player: Some(Player::Two), choices });
        next.update(&state("null", ""));
        assert_eq!(next.player, None);
    }
}
