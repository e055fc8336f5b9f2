//! Heartbeat of a socket: pings, the silence limit, and the round-trip time.

use std::collections::VecDeque;
use std::time::Duration;

use axum::extract::ws::Message;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

/// Time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Pings without an answer after which a client counts as gone. They are counted, not timed: a client
/// cannot answer while the server's process is paused.
const UNANSWERED_PINGS_MAX: u32 = 3;
/// Round trips of which the shortest is the estimate of the latency: the others waited somewhere.
const LATENCY_SAMPLES: usize = 4;

/// Heartbeat of one socket.
pub(super) struct Heartbeat {
    pings: Interval,
    /// Pings since the client last sent something.
    unanswered: u32,
    /// The ping that has no pong yet, and when it was sent.
    pending: Option<(u32, Instant)>,
    last_ping: u32,
    round_trips_ms: VecDeque<u64>,
}

impl Heartbeat {
    /// A heartbeat whose first ping is due at once.
    pub(super) fn start() -> Self {
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { pings, unanswered: 0, pending: None, last_ping: 0, round_trips_ms: VecDeque::new() }
    }

    /// Waits until the next ping is due; `None` if the client has been silent for too long. Dropping
    /// the future loses nothing.
    pub(super) async fn next_ping(&mut self) -> Option<Message> {
        self.pings.tick().await;
        if self.unanswered >= UNANSWERED_PINGS_MAX {
            return None;
        }
        self.unanswered += 1;
        self.last_ping = self.last_ping.wrapping_add(1);
        self.pending = Some((self.last_ping, Instant::now()));
        Some(Message::Ping(self.last_ping.to_be_bytes().to_vec().into()))
    }

    /// Notes that the client has sent something.
    pub(super) fn received(&mut self) {
        self.unanswered = 0;
    }

    /// Matches a pong with the pending ping and returns the estimated round-trip time in
    /// milliseconds.
    pub(super) fn pong(&mut self, payload: &[u8]) -> Option<u64> {
        let (_, sent) = self.pending.take_if(|(ping, _)| ping.to_be_bytes() == payload)?;
        if self.round_trips_ms.len() == LATENCY_SAMPLES {
            self.round_trips_ms.pop_front();
        }
        self.round_trips_ms.push_back(sent.elapsed().as_millis() as u64);
        self.round_trips_ms.iter().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    async fn ping(heartbeat: &mut Heartbeat) -> Vec<u8> {
        match heartbeat.next_ping().await {
            Some(Message::Ping(payload)) => payload.to_vec(),
            other => panic!("no ping: {other:?}"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_shortest_of_the_last_round_trips_counts() {
        let mut heartbeat = Heartbeat::start();
        let mut estimates = Vec::new();
        for millis in [30, 20, 50, 40, 60, 70] {
            let payload = ping(&mut heartbeat).await;
            advance(Duration::from_millis(millis)).await;
            heartbeat.received();
            assert_eq!(heartbeat.pong(b"another"), None);
            estimates.extend(heartbeat.pong(&payload));
            assert_eq!(heartbeat.pong(&payload), None);
        }
        assert_eq!(estimates, [30, 20, 20, 20, 20, 40]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_client_is_given_up() {
        let mut heartbeat = Heartbeat::start();
        for _ in 0..3 {
            ping(&mut heartbeat).await;
        }
        assert!(heartbeat.next_ping().await.is_none());
        heartbeat.received();
        assert!(heartbeat.next_ping().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_of_the_server_is_not_the_silence_of_a_client() {
        let mut heartbeat = Heartbeat::start();
        ping(&mut heartbeat).await;
        advance(Duration::from_hours(1)).await;
        assert!(heartbeat.next_ping().await.is_some());
    }
}
