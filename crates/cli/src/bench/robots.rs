//! Robots that play one game against each other over two sockets.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use play::{Command, Player, Version};
use rules::{AnyGame, Live, Record, SplitMix64};
use serde_json::json;
use wire::http::RoomCreated;
use wire::{CommandId, PROTOCOL, SeatSecret, ToClient, ToServer};

use super::socket::{Socket, ask};

/// How long an answer may take before something is wrong.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two robots at a table.
pub(crate) struct Pair {
    game: &'static dyn AnyGame,
    address: SocketAddr,
    random: SplitMix64,
    live: Box<dyn Live>,
    sockets: [Socket; 2],
    version: u64,
    number: u64,
}

/// How long moves took, in microseconds.
#[derive(Default)]
pub(crate) struct Times {
    /// From a move to its acknowledgement.
    pub(crate) acknowledged: Vec<u32>,
    /// From a move until the other has it.
    pub(crate) arrived: Vec<u32>,
}

impl Pair {
    /// Opens a table and sits down at it twice.
    pub(crate) async fn new(
        address: SocketAddr,
        game: &'static dyn AnyGame,
        seed: u64,
    ) -> io::Result<Self> {
        let mut random = SplitMix64::new(seed);
        let mut secret = || SeatSecret::new(u128::from(random.draw()) << 64 | u128::from(seed));
        let secrets = [secret(), secret()];
        let wanted = json!({
            "game": game.info().id,
            "setup": { "seed": 1 },
            "listing": "unlisted",
            "side": "first",
            "seat": secrets[0],
        });
        let made = ask(address, "POST", "/api/rooms", &wanted.to_string()).await?;
        let made: RoomCreated = serde_json::from_str(&made)?;
        let path = format!("/api/matches/{}/socket", made.id);
        let mut sockets =
            [Socket::open(address, &path).await?, Socket::open(address, &path).await?];
        for (socket, secret) in sockets.iter_mut().zip(&secrets) {
            let seat = Some(secret.clone());
            say(socket, &ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat }).await?;
        }
        let join =
            ToServer::Join { id: CommandId("j".to_owned()), player: None, name: String::new() };
        say(&mut sockets[1], &join).await?;
        // Opened, joined, started.
        for socket in &mut sockets {
            state_at(socket, 3).await?;
        }
        let start = ask(address, "GET", &format!("/api/matches/{}", made.id), "").await?;
        let start: serde_json::Value = serde_json::from_str(&start)?;
        let start = start["record"]["start"].as_str().unwrap_or_default().to_owned();
        let live = game.open(&Record::new(start)).map_err(io::Error::other)?;
        Ok(Self { game, address, random, live, sockets, version: 3, number: 0 })
    }

    /// Plays, one move each `pause`, until it is told to stop.
    pub(crate) async fn play(&mut self, pause: Duration, stop: &AtomicBool) -> io::Result<Times> {
        let mut times = Times::default();
        // Not all at the same moment.
        let offset = self.random.below(pause.as_micros().max(1) as u64);
        let mut next = Instant::now() + Duration::from_micros(offset);
        while !stop.load(Relaxed) {
            tokio::time::sleep_until(next.into()).await;
            next += pause;
            if self.live.outcome().is_some() {
                let seed = self.random.draw();
                *self = Self::new(self.address, self.game, seed).await?;
                continue;
            }
            let moved = tokio::time::timeout(PATIENCE, self.make_move(&mut times)).await;
            moved.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        }
        Ok(times)
    }

    async fn make_move(&mut self, times: &mut Times) -> io::Result<()> {
        let choices = self.live.view().choices;
        let choice = &choices[self.random.below(choices.len() as u64) as usize];
        let notation = choice.notation.clone();
        let player = Player::ALL[self.live.turn() as usize];
        self.number += 1;
        let id = CommandId(self.number.to_string());
        let command = Command::Move { notation: notation.clone() };
        let message =
            ToServer::Command { id, player, command, version: Some(Version(self.version)) };
        let [first, second] = &mut self.sockets;
        let (mover, other) = match player {
            Player::One => (first, second),
            Player::Two => (second, first),
        };
        let began = Instant::now();
        say(mover, &message).await?;
        let version = self.version + 1;
        let (acknowledged, arrived) =
            tokio::join!(async { applied(mover).await.map(|()| began.elapsed()) }, async {
                state_at(other, version).await.map(|()| began.elapsed())
            },);
        times.acknowledged.push(acknowledged?.as_micros() as u32);
        times.arrived.push(arrived?.as_micros() as u32);
        self.version = version;
        self.live.play(&notation).map_err(io::Error::other)
    }
}

/// Sits down beside a table to watch it.
pub(crate) async fn watch(address: SocketAddr, id: &str) -> io::Result<Socket> {
    let mut socket = Socket::open(address, &format!("/api/matches/{id}/socket")).await?;
    say(&mut socket, &ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat: None })
        .await?;
    state_at(&mut socket, 1).await?;
    Ok(socket)
}

async fn say(socket: &mut Socket, message: &ToServer) -> io::Result<()> {
    socket.send(&serde_json::to_string(message)?).await
}

/// Waits until a command has been applied.
async fn applied(socket: &mut Socket) -> io::Result<()> {
    loop {
        let text = socket.receive().await?;
        if !text.starts_with("{\"type\":\"state\"") {
            return match serde_json::from_str(&text)? {
                ToClient::Applied { .. } => Ok(()),
                other => Err(io::Error::other(format!("{other:?}"))),
            };
        }
    }
}

/// Waits until the match has come so far. A state is long, and only its version matters here.
async fn state_at(socket: &mut Socket, version: u64) -> io::Result<()> {
    loop {
        let text = socket.receive().await?;
        let digits = text.split_once("\"version\":").map_or("", |(_, rest)| rest);
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let is_state = text.starts_with("{\"type\":\"state\"");
        if is_state && digits[..end].parse::<u64>().is_ok_and(|seen| seen >= version) {
            return Ok(());
        }
        if text.starts_with("{\"type\":\"refused\"") {
            return Err(io::Error::other(text));
        }
    }
}
