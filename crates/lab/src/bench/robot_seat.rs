//! A robot's seat in a match: a connection to one of the nodes, made again at another when it is lost.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::{RefusalCode, Version};
use rules::SplitMix64;
use wire::{PROTOCOL, SeatSecret, ToClient, ToServer};

use super::robots::KillTime;
use super::socket::MatchSocket;

/// First and longest delay before a connection that was lost is made again: those of the page.
const RECONNECT_BACKOFF_MIN_MS: u64 = 250;
const RECONNECT_BACKOFF_MAX_MS: u64 = 8000;
/// Delay before a command that the server asked to send again.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Addresses of the nodes of a site, any of which serves any match.
pub(super) type Nodes = Arc<[SocketAddr]>;

/// Seat of a robot.
pub(super) struct RobotSeat {
    nodes: Nodes,
    path: String,
    secret: SeatSecret,
    random: SplitMix64,
    /// `None` after it was lost.
    socket: Option<MatchSocket>,
    killed: Arc<KillTime>,
    /// Time of the kill by which the connection was lost, until somebody takes it.
    lost_since: Option<Instant>,
}

impl RobotSeat {
    /// Connects to a node.
    pub(super) async fn open(
        nodes: &Nodes,
        node: usize,
        match_id: &str,
        secret: &SeatSecret,
        random: SplitMix64,
        killed: &Arc<KillTime>,
    ) -> io::Result<Self> {
        let path = format!("/api/matches/{match_id}/socket");
        let (nodes, secret, killed) = (Arc::clone(nodes), secret.clone(), Arc::clone(killed));
        let (socket, lost_since) = (None, None);
        let mut seat = Self { nodes, path, secret, random, socket, killed, lost_since };
        seat.connect(seat.nodes[node % seat.nodes.len()]).await?;
        Ok(seat)
    }

    async fn connect(&mut self, address: SocketAddr) -> io::Result<()> {
        let mut socket = MatchSocket::open(address, &self.path).await?;
        let seat = Some(self.secret.clone());
        let hello = ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat };
        socket.send(&serde_json::to_string(&hello)?).await?;
        self.socket = Some(socket);
        Ok(())
    }

    /// The connection, made again if it was lost: after the page's backoff, at a node that accepts it, as a balancer
    /// finds one. With one node there is no other, and the loss is an error.
    async fn connected(&mut self) -> io::Result<&mut MatchSocket> {
        let mut attempt = 0;
        while self.socket.is_none() {
            if self.nodes.len() < 2 {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            tokio::time::sleep(backoff(attempt, &mut self.random)).await;
            attempt += 1;
            let first = self.random.below(self.nodes.len() as u64) as usize;
            for node in first..first + self.nodes.len() {
                if self.connect(self.nodes[node % self.nodes.len()]).await.is_ok() {
                    break;
                }
            }
        }
        self.socket.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    /// Sends a message. If the connection is lost, it is sent again.
    pub(super) async fn send(&mut self, message: &ToServer) -> io::Result<()> {
        let text = serde_json::to_string(message)?;
        while self.connected().await?.send(&text).await.is_err() {
            self.lose();
        }
        Ok(())
    }

    /// Notes that the connection is lost, and by which kill.
    fn lose(&mut self) {
        self.socket = None;
        self.lost_since = self.lost_since.or_else(|| self.killed.last());
    }

    /// Time of the kill by which the connection was lost since the last call.
    pub(super) const fn take_loss(&mut self) -> Option<Instant> {
        self.lost_since.take()
    }

    /// The next message; `None` if the connection was lost, and has been made again. Cancel safe.
    async fn receive(&mut self) -> io::Result<Option<String>> {
        if self.socket.is_some() {
            if let Ok(text) = self.connected().await?.receive().await {
                return Ok(Some(text));
            }
            self.lose();
        }
        self.connected().await?;
        Ok(None)
    }

    /// Reads what comes until the connection is lost and made again. Cancel safe.
    pub(super) async fn idle(&mut self) -> io::Result<()> {
        while self.receive().await?.is_some() {}
        Ok(())
    }

    /// Sends a command until it is acknowledged, over as many connections as it takes.
    pub(super) async fn command(&mut self, message: &ToServer) -> io::Result<()> {
        'send: loop {
            self.send(message).await?;
            loop {
                let Some(text) = self.receive().await? else { continue 'send };
                if text.starts_with("{\"type\":\"state\"") {
                    continue;
                }
                match serde_json::from_str(&text)? {
                    ToClient::Applied { .. } => return Ok(()),
                    ToClient::Refused { code: RefusalCode::TryAgain, .. } => {
                        tokio::time::sleep(RETRY_DELAY).await;
                        continue 'send;
                    }
                    other => return Err(io::Error::other(format!("{other:?}"))),
                }
            }
        }
    }

    /// Waits for a state of that version or a later one. Only the version is parsed: states are long.
    pub(super) async fn state_at(&mut self, version: u64) -> io::Result<String> {
        loop {
            let Some(text) = self.receive().await? else { continue };
            if is_state(&text, version) {
                return Ok(text);
            }
            if text.starts_with("{\"type\":\"refused\"") {
                return Err(io::Error::other(text));
            }
        }
    }
}

/// Whether a message is a state of that version or a later one.
pub(super) fn is_state(text: &str, version: u64) -> bool {
    let digits = text.split_once("\"version\":").map_or("", |(_, rest)| rest);
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    text.starts_with("{\"type\":\"state\"")
        && digits[..end].parse::<u64>().is_ok_and(|seen| seen >= version)
}

/// Time before the next attempt: exponential, with jitter, as the page does it.
fn backoff(attempt: u32, random: &mut SplitMix64) -> Duration {
    let millis = RECONNECT_BACKOFF_MIN_MS.saturating_mul(1 << attempt.min(16));
    let millis = millis.min(RECONNECT_BACKOFF_MAX_MS);
    Duration::from_millis(millis * (750 + random.below(500)) / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_by_their_version() {
        let state = r#"{"type":"state","version":12,"record":null}"#;
        assert!(is_state(state, 12) && is_state(state, 3) && !is_state(state, 13));
        assert!(!is_state(r#"{"type":"applied","version":12}"#, 3));
    }

    #[test]
    fn attempts_come_as_those_of_the_page() {
        let mut random = SplitMix64::new(1);
        for (attempt, millis) in [(0, 250), (1, 500), (5, 8000), (40, 8000)] {
            let delay = backoff(attempt, &mut random).as_millis() as u64;
            assert!((millis * 3 / 4..=millis * 5 / 4).contains(&delay), "{attempt}: {delay}");
        }
    }
}
