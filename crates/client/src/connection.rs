//! The connection to a match as a state machine: no command is lost or carried out twice.

use std::time::Duration;

use play::{Command, Player, RefusalCode, Version};
use rules::{SplitMix64, Text};
use serde::Deserialize;
use wire::{
    CommandId, Greeting, MatchState, PROTOCOL, SERVICE_RESTART_CODE, SeatSecret, Thinking,
    ToClient, ToServer,
};

use crate::error::ConnectError;
use crate::outbox::Outbox;

/// First and longest time before another attempt to connect.
const RECONNECT_BACKOFF_MIN: Duration = Duration::from_millis(250);
const RECONNECT_BACKOFF_MAX: Duration = Duration::from_secs(8);
/// Silence after which the server is asked whether it is there.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
/// Time for a connection, and for an answer to a heartbeat.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(8);
/// Delay before a command is sent again that the server could not take.
const TRY_AGAIN_DELAY: Duration = Duration::from_secs(1);
const SLOW_DOWN_DELAY: Duration = Duration::from_millis(2500);
/// Most commands without an answer.
const PENDING_MAX: usize = 64;
/// Longest text of a refusal, in characters.
const REFUSAL_MAX_CHARS: usize = 300;
/// Close code for clients that the server's owner has stopped sharing with.
const SHARING_ENDED_CODE: u16 = 4001;
/// Failed attempts to reach another server of the site before the connection counts as lost.
const QUIET_ATTEMPTS: u32 = 4;

/// State of the connection, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConnectionStatus {
    /// The first attempt is under way.
    Connecting,
    Open,
    /// It does not; it is tried again. The reason, if it is known.
    Lost(Option<Text>),
    /// It has ended for good, because of this.
    Closed(Text),
}

/// How a socket ended.
#[derive(Debug)]
pub enum Disconnection {
    /// It could not be opened.
    Failed(ConnectError),
    /// It was closed, with the code of the close frame if there was one.
    Closed(Option<u16>),
}

/// What a screen is told.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// The state of the connection has changed.
    Status(ConnectionStatus),
    /// The match as it stands.
    State(Box<MatchState>),
    /// A command was carried out; the match has this version after it.
    Applied(CommandId, Version),
    /// A command was not carried out, or something else is to be said.
    Refused {
        command: Option<ToServer>,
        /// The kind of reason.
        code: RefusalCode,
        text: Text,
    },
    /// A player has said something.
    Greeted(Player, Greeting),
    /// Progress of the computer's search.
    Thinking(Thinking),
    /// Time from a question to its answer.
    Lag(Duration),
    /// The owner of the server no longer lets others on the network in.
    SharingEnded,
    /// These commands have no answer yet.
    Pending(Vec<ToServer>),
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// Open a socket, in place of the last.
    Connect,
    /// Drop the socket.
    Disconnect,
    /// Send a message over the socket.
    Send(ToServer),
    /// Tell the screen.
    Tell(News),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A socket is being opened; given up at that time.
    Connecting { until: Duration },
    /// The greeting has no answer yet; given up at that time.
    Greeting { until: Duration },
    /// Asked for a sign of life at that time, if nothing comes before.
    Open { ping_at: Duration },
    /// A heartbeat waits for its answer until then.
    Pinging { until: Duration },
    /// Tried again at that time.
    Waiting { until: Duration },
    /// Ended for good.
    Closed,
}

/// A connection to a match. Times are those of one monotonic clock.
pub struct MatchConnection {
    seat: Option<SeatSecret>,
    outbox: Box<dyn Outbox>,
    /// Commands without an answer, in the order in which they were given.
    pending: Vec<(CommandId, ToServer)>,
    /// Commands to be sent again, and when.
    retries: Vec<(Duration, CommandId)>,
    /// The last version seen.
    version: Version,
    /// First part of the ids of commands.
    name: String,
    commands: u64,
    attempt: u32,
    /// Failed attempts still tolerated silently while the connection moves to another server.
    quiet_attempts: u32,
    phase: Phase,
    status: ConnectionStatus,
    /// Whether the match was ever seen.
    is_known: bool,
    random: SplitMix64,
    pings: u64,
    /// The last heartbeat, and when it was sent.
    pinged: Option<(u64, Duration)>,
}

/// Time before the next attempt: exponential, with jitter. `random` is from 0 to 1.
pub fn backoff(attempt: u32, random: f64) -> Duration {
    let exponential = RECONNECT_BACKOFF_MIN.saturating_mul(1 << attempt.min(16));
    exponential.min(RECONNECT_BACKOFF_MAX).mul_f64(0.75 + random.clamp(0.0, 1.0) / 2.0)
}

impl MatchConnection {
    /// A connection that is to be opened at `now`, for the holder of `seat` or for somebody who watches. `entropy` makes
    /// the ids of commands and the jitter.
    pub fn open(
        seat: Option<SeatSecret>,
        mut outbox: Box<dyn Outbox>,
        entropy: u64,
        now: Duration,
    ) -> (Self, Vec<Output>) {
        let mut random = SplitMix64::new(entropy);
        let mut pending = outbox.read();
        pending.truncate(PENDING_MAX);
        let connection = Self {
            seat,
            outbox,
            pending,
            retries: Vec::new(),
            version: Version(0),
            name: format!("t{:012x}", random.draw() >> 16),
            commands: 0,
            attempt: 0,
            quiet_attempts: 0,
            phase: Phase::Connecting { until: now + HEARTBEAT_TIMEOUT },
            status: ConnectionStatus::Connecting,
            is_known: false,
            random,
            pings: 0,
            pinged: None,
        };
        (connection, vec![Output::Connect])
    }

    /// When [`tick`](Self::tick) is to be called; `None` if it need not be.
    pub fn deadline(&self) -> Option<Duration> {
        let phase = match self.phase {
            Phase::Connecting { until }
            | Phase::Greeting { until }
            | Phase::Pinging { until }
            | Phase::Waiting { until } => until,
            Phase::Open { ping_at } => ping_at,
            Phase::Closed => return None,
        };
        self.retries.iter().map(|(at, _)| *at).chain([phase]).min()
    }

    /// State of the connection.
    pub const fn status(&self) -> &ConnectionStatus {
        &self.status
    }

    /// How many commands have no answer yet.
    pub fn pending_count(&self) -> usize {
        self.pending.len()
    }

    /// The commands without an answer, in the order in which they were given.
    pub fn pending(&self) -> impl ExactSizeIterator<Item = &ToServer> {
        self.pending.iter().map(|(_, message)| message)
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) -> Vec<Output> {
        let mut outputs = self.retry_commands(now);
        match self.phase {
            Phase::Connecting { until } | Phase::Greeting { until } | Phase::Pinging { until }
                if now >= until =>
            {
                outputs.extend(self.reconnect_later(now, Some(ConnectError::Timeout.text())));
            }
            Phase::Open { ping_at } if now >= ping_at => outputs.push(self.ping(now)),
            Phase::Waiting { until } if now >= until => {
                self.phase = Phase::Connecting { until: now + HEARTBEAT_TIMEOUT };
                outputs.push(Output::Connect);
            }
            _ => {}
        }
        outputs
    }

    /// Sends commands again that the server could not take.
    fn retry_commands(&mut self, now: Duration) -> Vec<Output> {
        let mut due = Vec::new();
        self.retries.retain(|(at, id)| {
            if *at <= now {
                due.push(id.clone());
            }
            *at > now
        });
        if !self.can_send() {
            return Vec::new();
        }
        let messages = self.pending.iter().filter(|(id, _)| due.contains(id));
        messages.map(|(_, message)| Output::Send(message.clone())).collect()
    }

    /// Whether the greeting has an answer.
    const fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open { .. } | Phase::Pinging { .. })
    }

    /// Whether messages follow the greeting on the socket.
    const fn can_send(&self) -> bool {
        self.is_open() || matches!(self.phase, Phase::Greeting { .. })
    }

    fn ping(&mut self, now: Duration) -> Output {
        self.pings += 1;
        self.pinged = Some((self.pings, now));
        self.phase = Phase::Pinging { until: now + HEARTBEAT_TIMEOUT };
        Output::Send(ToServer::Ping { n: self.pings })
    }

    /// The socket is open: greets, and sends again what has no answer.
    pub fn connected(&mut self, now: Duration) -> Vec<Output> {
        if !matches!(self.phase, Phase::Connecting { .. }) {
            return vec![Output::Disconnect];
        }
        self.phase = Phase::Greeting { until: now + HEARTBEAT_TIMEOUT };
        self.retries.clear();
        let hello =
            ToServer::Hello { protocol: PROTOCOL, since: self.version, seat: self.seat.clone() };
        let pending = self.pending.iter().map(|(_, message)| message.clone());
        [hello].into_iter().chain(pending).map(Output::Send).collect()
    }

    /// The socket is gone.
    pub fn disconnected(&mut self, now: Duration, how: &Disconnection) -> Vec<Output> {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Closed) {
            return Vec::new();
        }
        match how {
            // A server that is started anew may say for a moment what it does not mean.
            Disconnection::Failed(error) if error.is_final() && !self.is_known => {
                self.close(error.text())
            }
            Disconnection::Failed(error) => self.reconnect_later(now, Some(error.text())),
            Disconnection::Closed(Some(SERVICE_RESTART_CODE)) if self.quiet_attempts == 0 => {
                self.quiet_attempts = QUIET_ATTEMPTS;
                self.phase = Phase::Connecting { until: now + HEARTBEAT_TIMEOUT };
                vec![Output::Connect]
            }
            Disconnection::Closed(code) => {
                let mut outputs = Vec::new();
                if *code == Some(SHARING_ENDED_CODE) {
                    outputs.push(Output::Tell(News::SharingEnded));
                }
                outputs.extend(self.reconnect_later(now, None));
                outputs
            }
        }
    }

    /// Gives the socket up, and connects again after the backoff.
    fn reconnect_later(&mut self, now: Duration, reason: Option<Text>) -> Vec<Output> {
        let random = self.random.below(1 << 20) as f64 / f64::from(1 << 20);
        self.phase = Phase::Waiting { until: now + backoff(self.attempt, random) };
        self.attempt = self.attempt.saturating_add(1);
        self.pinged = None;
        let mut outputs = vec![Output::Disconnect];
        if self.quiet_attempts > 0 {
            self.quiet_attempts -= 1;
        } else {
            outputs.extend(self.set_status(ConnectionStatus::Lost(reason)));
        }
        outputs
    }

    /// Ends the connection for good.
    fn close(&mut self, reason: Text) -> Vec<Output> {
        self.phase = Phase::Closed;
        self.retries.clear();
        let mut outputs = vec![Output::Disconnect];
        outputs.extend(self.set_status(ConnectionStatus::Closed(reason)));
        outputs
    }

    fn set_status(&mut self, status: ConnectionStatus) -> Option<Output> {
        (self.status != status).then(|| {
            self.status.clone_from(&status);
            Output::Tell(News::Status(status))
        })
    }

    /// Checks the connection at once, or connects: the program has been stopped, or the user asks for it.
    pub fn wake(&mut self, now: Duration) -> Vec<Output> {
        match self.phase {
            Phase::Open { .. } => vec![self.ping(now)],
            Phase::Waiting { .. } => {
                self.phase = Phase::Waiting { until: now };
                self.tick(now)
            }
            _ => Vec::new(),
        }
    }

    /// Gives a command for a player, meant for `version` if there is one. Nothing if too many wait already.
    pub fn command(
        &mut self,
        player: Player,
        command: Command,
        version: Option<Version>,
    ) -> Vec<Output> {
        let id = self.next_id();
        self.submit(id.clone(), ToServer::Command { id, player, command, version })
    }

    /// Asks for a seat.
    pub fn join(&mut self, player: Option<Player>, name: String) -> Vec<Output> {
        let id = self.next_id();
        self.submit(id.clone(), ToServer::Join { id, player, name })
    }

    fn next_id(&mut self) -> CommandId {
        self.commands += 1;
        CommandId(format!("{}-{}", self.name, self.commands))
    }

    fn submit(&mut self, id: CommandId, message: ToServer) -> Vec<Output> {
        if self.phase == Phase::Closed || self.pending.len() >= PENDING_MAX {
            return Vec::new();
        }
        self.outbox.add(&id, &message);
        self.pending.push((id, message.clone()));
        if self.can_send() { vec![Output::Send(message)] } else { Vec::new() }
    }

    /// Sends a message that has no answer of its own; lost while there is no connection.
    pub fn send(&self, message: ToServer) -> Vec<Output> {
        if self.can_send() { vec![Output::Send(message)] } else { Vec::new() }
    }

    /// A message of the server. What is none of the protocol is left alone.
    pub fn received(&mut self, now: Duration, text: &str) -> Vec<Output> {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Closed) {
            return Vec::new();
        }
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(_) => match UnknownRefusal::read(text) {
                Some(refusal) => refusal,
                None => return Vec::new(),
            },
        };
        if self.is_open() {
            self.phase = Phase::Open { ping_at: now + HEARTBEAT_INTERVAL };
        }
        match message {
            ToClient::State(state) => self.receive_state(now, state),
            ToClient::Applied { id, version } => {
                self.settle(&id);
                vec![Output::Tell(News::Applied(id, version))]
            }
            ToClient::Refused { id, code, text } => {
                self.receive_refusal(now, id.as_ref(), code, text)
            }
            ToClient::Greeted { player, greeting } => {
                vec![Output::Tell(News::Greeted(player, greeting))]
            }
            ToClient::Thinking(thinking) => vec![Output::Tell(News::Thinking(thinking))],
            ToClient::Pong { n, .. } => match self.pinged.take_if(|(sent, _)| *sent == n) {
                Some((_, sent_at)) => {
                    vec![Output::Tell(News::Lag(now.saturating_sub(sent_at)))]
                }
                None => Vec::new(),
            },
        }
    }

    fn receive_state(&mut self, now: Duration, state: Box<MatchState>) -> Vec<Output> {
        let was_open = self.is_open();
        (self.attempt, self.quiet_attempts) = (0, 0);
        self.is_known = true;
        self.version = state.version;
        self.phase = Phase::Open { ping_at: now + HEARTBEAT_INTERVAL };
        let mut outputs: Vec<_> = self.set_status(ConnectionStatus::Open).into_iter().collect();
        outputs.push(Output::Tell(News::State(state)));
        if !was_open {
            // The first answer says how far away the server is.
            outputs.push(self.ping(now));
        }
        outputs
    }

    fn receive_refusal(
        &mut self,
        now: Duration,
        id: Option<&CommandId>,
        code: RefusalCode,
        text: Text,
    ) -> Vec<Output> {
        let delay = match code {
            RefusalCode::TryAgain => Some(TRY_AGAIN_DELAY),
            RefusalCode::SlowDown => Some(SLOW_DOWN_DELAY),
            _ => None,
        };
        let sent = id.and_then(|id| self.pending.iter().find(|(one, _)| one == id));
        if let (Some(delay), Some((id, _))) = (delay, sent) {
            let id = id.clone();
            self.retries.retain(|(_, one)| *one != id);
            self.retries.push((now + delay, id));
            return Vec::new();
        }
        let command = sent.map(|(_, message)| message.clone());
        if let Some(id) = id {
            self.settle(id);
        }
        let text = text.shortened(REFUSAL_MAX_CHARS);
        match code {
            RefusalCode::Protocol => self.close(texts::text("client-outdated", &[])),
            // Retrying would only take a place from others.
            RefusalCode::Full => self.close(text),
            _ => vec![Output::Tell(News::Refused { command, code, text })],
        }
    }

    fn settle(&mut self, id: &CommandId) {
        if self.pending.iter().any(|(one, _)| one == id) {
            self.pending.retain(|(one, _)| one != id);
            self.retries.retain(|(_, one)| one != id);
            self.outbox.remove(id);
        }
    }
}

/// A refusal with a code that this program does not know: its text is shown all the same.
#[derive(Deserialize)]
struct UnknownRefusal {
    r#type: String,
    id: Option<CommandId>,
    text: Text,
}

impl UnknownRefusal {
    fn read(text: &str) -> Option<ToClient> {
        let Self { r#type, id, text } = serde_json::from_str(text).ok()?;
        let code = RefusalCode::NotAllowed;
        (r#type == "refused").then_some(ToClient::Refused { id, code, text })
    }
}
