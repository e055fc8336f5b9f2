//! Robots of the load test: two clients that play one game over two sockets. They know no rules: legal moves
//! come with the state.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use play::{Command, Listing, Player, Version};
use rules::{AnyGame, SplitMix64};
use serde_json::json;
use wire::http::RoomCreated;
use wire::{CommandId, PROTOCOL, SeatSecret, ToServer};

use super::robot_seat::{Nodes, RobotSeat, is_state};
use super::socket::{MatchSocket, http_request};

/// Longest time from a move to its acknowledgement and arrival.
const ROBOT_REPLY_TIMEOUT: Duration = Duration::from_secs(30);
/// Attempts to open a table at nodes of which one may be killed, and the time between two.
const TABLE_ATTEMPTS: usize = 100;
const TABLE_RETRY_DELAY: Duration = Duration::from_millis(100);

/// When a node was killed last.
#[derive(Debug, Default)]
pub(crate) struct KillTime(Mutex<Option<Instant>>);

impl KillTime {
    /// Notes that a node is killed now.
    pub(crate) fn set(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// The time of the last kill, if there was one.
    pub(crate) fn last(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where and what robots play.
#[derive(Clone)]
pub(crate) struct RobotSettings {
    pub(crate) nodes: Nodes,
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) listing: Listing,
    pub(crate) killed: Arc<KillTime>,
}

/// Two robots in a match.
pub(crate) struct RobotPair {
    settings: RobotSettings,
    random: SplitMix64,
    seats: [RobotSeat; 2],
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
    /// From the kill of a player's node to the next move that is stored and has arrived.
    pub(crate) resumed: Vec<u32>,
}

impl RobotPair {
    /// Opens a room and takes both seats, at different nodes if there are several.
    pub(crate) async fn new(settings: RobotSettings, seed: u64) -> io::Result<Self> {
        let mut attempts = 0;
        loop {
            match Self::try_new(&settings, seed + attempts as u64).await {
                Err(_) if settings.nodes.len() > 1 && attempts < TABLE_ATTEMPTS => {
                    attempts += 1;
                    tokio::time::sleep(TABLE_RETRY_DELAY).await;
                }
                made => return made,
            }
        }
    }

    async fn try_new(settings: &RobotSettings, seed: u64) -> io::Result<Self> {
        let RobotSettings { nodes, game, listing, killed } = settings;
        let mut random = SplitMix64::new(seed);
        let mut secret = || SeatSecret::new(u128::from(random.draw()) << 64 | u128::from(seed));
        let secrets = [secret(), secret()];
        let first = (seed % nodes.len() as u64) as usize;
        let request = json!({
            "game": game.info().id,
            "setup": { "seed": 1 },
            "listing": listing,
            "side": "first",
            "seat": secrets[0],
        });
        let request = request.to_string();
        let response = http_request(nodes[first], "POST", "/api/rooms", &request).await?;
        let id = serde_json::from_str::<RoomCreated>(&response)?.id;
        let [one, two] = [random.draw(), random.draw()].map(SplitMix64::new);
        let mut seats = [
            RobotSeat::open(nodes, first, &id, &secrets[0], one, killed).await?,
            RobotSeat::open(nodes, first + 1, &id, &secrets[1], two, killed).await?,
        ];
        let join =
            ToServer::Join { id: CommandId("j".to_owned()), player: None, name: String::new() };
        seats[1].send(&join).await?;
        // Opened, joined, started.
        let mut next = RobotTurn::default();
        for seat in &mut seats {
            let state = tokio::time::timeout(ROBOT_REPLY_TIMEOUT, seat.state_at(3)).await;
            next.update(&state.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??);
        }
        Ok(Self { settings: settings.clone(), random, seats, version: 3, next, number: 0 })
    }

    /// Plays one move each `pause` until `stop` is raised, and at once when a lost connection has been made again.
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
            self.wait_until(next).await?;
            next = (next + pause).max(Instant::now());
            if self.next.player.is_none() {
                let seed = self.random.draw() >> 1;
                *self = Self::new(self.settings.clone(), seed).await?;
                continue;
            }
            let moved = tokio::time::timeout(ROBOT_REPLY_TIMEOUT, self.make_move(&mut times)).await;
            moved.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
            let losses = self.seats.iter_mut().filter_map(RobotSeat::take_loss);
            times.resumed.extend(losses.min().map(|since| since.elapsed().as_micros() as u32));
        }
        Ok(times)
    }

    /// Waits for the time of the next move, or until a connection has been lost and made again.
    async fn wait_until(&mut self, next: Instant) -> io::Result<()> {
        let [first, second] = &mut self.seats;
        tokio::select! {
            biased;
            () = tokio::time::sleep_until(next.into()) => Ok(()),
            ended = first.idle() => ended,
            ended = second.idle() => ended,
        }
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
        let [first, second] = &mut self.seats;
        let (mover, other) = match player {
            Player::One => (first, second),
            Player::Two => (second, first),
        };
        let began = Instant::now();
        let version = self.version + 1;
        let (acknowledged, arrived) = tokio::join!(
            async { mover.command(&message).await.map(|()| began.elapsed()) },
            async { other.state_at(version).await.map(|state| (began.elapsed(), state)) },
        );
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
    let mut socket = MatchSocket::open(address, &format!("/api/matches/{id}/socket")).await?;
    let hello = ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat: None };
    socket.send(&serde_json::to_string(&hello)?).await?;
    while !is_state(&socket.receive().await?, 1) {}
    Ok(socket)
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
