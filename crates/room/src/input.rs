//! What happens to a room, and what follows.

use play::Event;
use play::{Command, Player, SeatKey, Time, Version};
use rules::AnyGame;
use store::{Append, Error};
use wire::{CommandId, Greeting, ToClient};

use crate::{Duty, RateLimit};

/// Somebody who follows a match: one open socket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reader(pub u64);

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Input {
    /// A reader greets, with the key of a seat or without.
    Hello {
        /// Who.
        from: Reader,
        /// What the secret of the greeting amounts to.
        key: Option<SeatKey>,
    },
    /// A reader has gone.
    Gone(Reader),
    /// A reader asks for something.
    Order(Box<Order>),
    /// A player greets the others.
    Greet {
        /// Who.
        from: Reader,
        /// What the player says.
        greeting: Greeting,
    },
    /// How long a message to a reader and back takes.
    Lag {
        /// Whose.
        of: Reader,
        /// In milliseconds.
        millis: u64,
    },
    /// The computer has thought.
    Thought {
        /// The version of the match that it thought about.
        version: Version,
        /// What it wants to do; `None` if the thinking failed.
        command: Option<Command>,
    },
    /// The store answers what it was last asked.
    Stored(StoreReply),
    /// The time that [`Room::wakes_at`](crate::Room::wakes_at) named has come.
    Wake,
}

/// What a reader asks for.
#[derive(Clone, Debug)]
pub struct Order {
    /// Who asks, and gets the answer.
    pub from: Reader,
    /// The client's name for it.
    pub id: CommandId,
    /// What.
    pub what: What,
    /// When it came in.
    pub at: Time,
    /// A name for another match, should there be one.
    pub fresh: String,
}

/// What can be asked for.
#[derive(Clone, Debug)]
pub enum What {
    /// To do something in the match.
    Command {
        /// For whom.
        player: Player,
        /// What.
        command: Command,
        /// The version of the match that it is meant for.
        version: Option<Version>,
    },
    /// To take a seat.
    Join {
        /// Which; any free one without it.
        player: Option<Player>,
        /// The name of whoever sits down.
        name: String,
    },
}

/// Something that the owner of a room has to do.
#[derive(Clone, Debug)]
pub enum Output {
    /// Tell readers something.
    Tell {
        /// Whom.
        to: Vec<Reader>,
        /// What.
        message: ToClient,
    },
    /// Ask the store. There is one request at a time: its answer is [`Input::Stored`].
    Store(StoreRequest),
    /// Have the computer do this, and nothing else any more.
    Think {
        /// What.
        duty: Duty,
        /// The version of the match that it is about.
        version: Version,
    },
    /// The computer has nothing to do any more.
    Rest,
    /// End the socket of a reader.
    Dismiss(Reader),
    /// The match has changed in a way that lists should know of.
    Changed,
}

/// What a room asks the store for.
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
}

/// What the store answers a room.
#[derive(Clone, Debug)]
pub enum StoreReply {
    /// The version of the match with the events.
    Appended(Result<Version, Error>),
    /// The version that the command led to, if it has been applied.
    Found(Result<Option<Version>, Error>),
    /// The events of the match.
    Loaded(Result<Vec<Event>, Error>),
}

impl StoreReply {
    /// Why the store could not do it just now.
    pub(crate) fn retryable_error(&self) -> Option<&Error> {
        let error = match self {
            Self::Appended(result) => result.as_ref().err(),
            Self::Found(result) => result.as_ref().err(),
            Self::Loaded(result) => result.as_ref().err(),
        };
        error.filter(|error| error.is_retryable())
    }
}

/// What a room must know of games.
pub trait Catalogue: Send + Sync {
    /// The game of that name.
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame>;

    /// Whether the computer can play it as that opponent.
    fn has_opponent(&self, game: &str, opponent: &str) -> bool;
}

/// How long and how many.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long a player must be gone, with clocks, before the other may claim anything; in
    /// milliseconds, as all of these.
    pub gone_with_clocks: u64,
    /// The same without clocks.
    pub gone_without: u64,
    /// The same where the player has said that they leave.
    pub gone_after_leaving: u64,
    /// After how long the seat of somebody who is gone is free again, before the start.
    pub gone_before_start: u64,
    /// How many may watch.
    pub watchers: usize,
    /// How often a player may greet.
    pub greetings: RateLimit,
    /// How often a player may ask for anything, over however many sockets.
    pub commands: RateLimit,
    /// After how long to try again what failed: twice as long each time, up to the maximum.
    pub retry: u64,
    /// The longest time between two attempts.
    pub retry_max: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gone_with_clocks: 45_000,
            gone_without: 180_000,
            gone_after_leaving: 10_000,
            gone_before_start: 30_000,
            watchers: 500,
            greetings: RateLimit { burst: 5, interval_ms: 4_000 },
            commands: RateLimit { burst: 100, interval_ms: 50 },
            retry: 250,
            retry_max: 5_000,
        }
    }
}
