//! Inputs and outputs of a room.

use play::{Command, Event, Player, Version};
use rules::AnyGame;
use store::{Append, AppendOutcome, Error, Outage, StorageQuota};
use wire::{Greeting, ToClient, ToServer};

use crate::{EngineTask, Monotonic, PeerView, RateLimit, SubscriberId};

/// Something that happens to a room.
#[derive(Clone, Debug)]
pub enum Input {
    /// A client sends a message.
    Message(Box<ClientMessage>),
    /// A client may play in a match at one screen, where the room has no keys of seats. It comes before `hello`.
    Grant(SubscriberId),
    /// A subscriber's connection has ended.
    Gone(SubscriberId),
    /// The round-trip time to a subscriber has been measured.
    Lag {
        /// Whose.
        of: SubscriberId,
        /// In milliseconds.
        millis: u64,
    },
    /// The engine has finished its task.
    EngineReply {
        /// The version of the match that the task was about.
        version: Version,
        /// What the computer does; `None` if the engine failed.
        command: Option<Command>,
    },
    /// The store answers the last request.
    Stored(StoreReply),
    /// Another node, or the store, has named this version of the match: what is missing here is loaded.
    NewVersion(Version),
    /// What other nodes say of the match has changed.
    Peers(PeerView),
    /// No node was there for a while: the clock that runs is credited with that.
    Outage(Outage),
    /// A player has greeted on another node.
    Greeted {
        /// Who.
        player: Player,
        /// What.
        greeting: Greeting,
    },
    /// The time that [`Room::wakes_at`](crate::Room::wakes_at) named has come.
    Wake,
}

/// A message with its sender and the time at which it came in.
#[derive(Clone, Debug)]
pub struct ClientMessage {
    /// The sender, who gets the answer.
    pub from: SubscriberId,
    /// The message.
    pub message: ToServer,
    /// When it came in.
    pub at: Monotonic,
    /// An unused id for the next match, should the message lead to a rematch.
    pub rematch_id: String,
}

/// Something that the owner of a room has to do.
#[derive(Clone, Debug)]
pub enum Output {
    /// Send a message to subscribers.
    Send {
        /// To whom.
        to: Vec<SubscriberId>,
        /// What.
        message: ToClient,
    },
    /// Ask the store. There is one request at a time: its answer is [`Input::Stored`].
    Store(StoreRequest),
    /// Have the engine do this task and no other; its answer is [`Input::EngineReply`].
    StartEngine {
        /// The task.
        task: EngineTask,
        /// The version of the match that it is about.
        version: Version,
    },
    /// Have the engine answer with what it has found so far.
    HurryEngine,
    /// Stop the engine: it has no task any more.
    StopEngine,
    /// Close the connection of a subscriber.
    Disconnect(SubscriberId),
    /// The match has changed in a way that lists of matches show.
    Changed,
    /// Events have been appended: other nodes are to be told of this version.
    Appended(Version),
    /// A player who was not here has come, or is still here though another node may think otherwise: the store is to
    /// know.
    Arrived(Player),
    /// A player has greeted: other nodes are to be told.
    Greeted {
        /// Who.
        player: Player,
        /// What.
        greeting: Greeting,
    },
}

/// Request of a room to the store.
#[derive(Clone, Debug)]
pub enum StoreRequest {
    /// To append events; answered with [`StoreReply::Appended`].
    Append(Box<Append>),
    /// Which version a command led to; answered with [`StoreReply::Found`].
    FindCommand {
        /// The id of the match.
        match_id: String,
        /// The key under which the store knows the command.
        idempotency_key: String,
    },
    /// All events of a match; answered with [`StoreReply::Loaded`].
    Load {
        /// The id of the match.
        match_id: String,
    },
    /// The events of a match after a version; answered with [`StoreReply::Loaded`].
    LoadTail {
        /// The id of the match.
        match_id: String,
        /// The version.
        after: Version,
    },
}

/// Answer of the store to a room.
#[derive(Clone, Debug)]
pub enum StoreReply {
    /// The outcome of the append.
    Appended(Result<AppendOutcome, Error>),
    /// The version that the command led to, if it has been applied.
    Found(Result<Option<Version>, Error>),
    /// The events of the match that were asked for.
    Loaded(Result<Vec<Event>, Error>),
}

impl StoreReply {
    /// Why the store cannot do it at the moment.
    pub(crate) fn retryable_error(&self) -> Option<&Error> {
        let error = match self {
            Self::Appended(result) => result.as_ref().err(),
            Self::Found(result) => result.as_ref().err(),
            Self::Loaded(result) => result.as_ref().err(),
        };
        error.filter(|error| error.is_retryable())
    }
}

/// The games, as far as a room has to know them.
pub trait Catalogue: Send + Sync {
    /// The game with that id.
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame>;

    /// Whether the computer can play it as that opponent.
    fn has_opponent(&self, game: &str, opponent: &str) -> bool;
}

/// Time limits and rate limits of a room.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The most milliseconds that a player must be gone, with clocks, before the other may claim anything:
    /// an eighth of the time for a game, or the time for a move, where that is less.
    pub gone_with_clocks_ms: u64,
    /// The same without clocks.
    pub gone_without_clocks_ms: u64,
    /// The same where the player has said that they leave.
    pub gone_after_leaving_ms: u64,
    /// Milliseconds after which the seat of somebody who is gone is free again, before the start.
    pub gone_before_start_ms: u64,
    /// Milliseconds for which a seek waits for an opponent.
    pub seek_max_ms: u64,
    /// The most subscribers without a seat.
    pub max_watchers: usize,
    /// Events of a match from which on it can only be ended.
    pub max_events: u64,
    /// The quota within which the owner of a match may have a rematch of it.
    pub storage: Option<StorageQuota>,
    /// How often a player may greet.
    pub greetings: RateLimit,
    /// How often a player may send commands, over all connections together.
    pub commands: RateLimit,
    /// Milliseconds before a failed store request is sent again: doubled each time, up to the maximum.
    pub retry_ms: u64,
    /// The most milliseconds between two attempts.
    pub retry_max_ms: u64,
    /// Milliseconds by which a flag falls and a seat is freed later on nodes that leave it to another.
    pub deference_ms: u64,
    /// Milliseconds after which such nodes start the engine themselves.
    pub engine_deference_ms: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gone_with_clocks_ms: 45_000,
            gone_without_clocks_ms: 180_000,
            gone_after_leaving_ms: 10_000,
            gone_before_start_ms: 30_000,
            seek_max_ms: 600_000,
            max_watchers: 500,
            max_events: 10_000,
            storage: None,
            greetings: RateLimit { burst: 5, interval_ms: 4_000 },
            commands: RateLimit { burst: 100, interval_ms: 50 },
            retry_ms: 250,
            retry_max_ms: 5_000,
            deference_ms: 1_500,
            engine_deference_ms: 15_000,
        }
    }
}
