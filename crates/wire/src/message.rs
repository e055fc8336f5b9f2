//! The messages of a match's socket.

use play::{Command, Player, Refusal, RefusalCode, Version};
use rules::Text;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{MatchState, SeatSecret, Thinking};

/// The version of the protocol, which both sides name first.
pub const PROTOCOL: u32 = 2;

/// The previous protocol version, which the server still accepts, so that pages and programs of
/// that version keep working during an update. Match sockets are the same in both; on analysis
/// sockets the `selectivity` of a report is called `surety`.
pub const PREVIOUS_PROTOCOL: u32 = 1;

/// Whether the server speaks a version of the protocol.
pub const fn is_spoken(protocol: u32) -> bool {
    matches!(protocol, PROTOCOL | PREVIOUS_PROTOCOL)
}

/// Close code telling the client to reconnect at once because its node is shutting down: 1012,
/// "service restart", from the WebSocket close code registry.
pub const SERVICE_RESTART_CODE: u16 = 1012;

/// Id of a command, chosen by the client and unique in its match: the same command sent twice is
/// applied once. At most 64 bytes.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(transparent)]
pub struct CommandId(pub String);

/// Message from a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// The first message, which subscribes to the match.
    Hello {
        /// The version of the protocol that it speaks.
        protocol: u32,
        /// The last version of the match that it has seen; 0 for none.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        since: Version,
        /// The secret of the client's seat; without one it watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<SeatSecret>,
    },
    /// Take a free seat, which the secret of `hello` opens from then on.
    Join {
        /// The id, as for a command.
        id: CommandId,
        /// Which seat; any free one without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        player: Option<Player>,
        /// As shown to the other; empty without a name.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        name: String,
    },
    /// Greet everybody who follows the match.
    Greet { greeting: Greeting },
    /// Do something in the match.
    Command {
        /// The id of the command.
        id: CommandId,
        /// The player who gives it.
        player: Player,
        /// What to do.
        command: Command,
        /// The version the command applies to: rejected if the match has moved on. Without it, the
        /// command applies to the current state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        version: Option<Version>,
    },
    /// Make the computer play the best move found so far.
    MoveNow,
    /// Application-level heartbeat.
    Ping {
        /// Comes back in the answer.
        n: u64,
    },
}

/// Message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The match as it stands: the answer to `hello`, and after every change.
    State(Box<MatchState>),
    /// The command was carried out and stored.
    Applied {
        id: CommandId,
        /// The version of the match after it.
        version: Version,
    },
    /// The command was not carried out.
    Refused {
        /// Which; `None` if the message could not be read at all.
        id: Option<CommandId>,
        /// The kind of reason, for programs.
        code: RefusalCode,
        /// The reason, for people.
        text: Text,
    },
    /// A player said something.
    Greeted { player: Player, greeting: Greeting },
    /// Progress of the computer's search.
    Thinking(Thinking),
    /// Answer to a `ping`.
    Pong {
        /// From the question.
        n: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
}

impl ToClient {
    /// The answer to a command that is refused, or to a message without an id.
    pub fn refused(id: Option<CommandId>, Refusal { code, text }: Refusal) -> Self {
        Self::Refused { id, code, text }
    }
}

impl ToServer {
    /// The id of a command; `None` for messages that have no answer of their own.
    pub const fn command_id(&self) -> Option<&CommandId> {
        match self {
            Self::Command { id, .. } | Self::Join { id, .. } => Some(id),
            Self::Hello { .. } | Self::Greet { .. } | Self::MoveNow | Self::Ping { .. } => None,
        }
    }
}

/// What players can say to each other: the words are the screen's.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum Greeting {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    /// One moment, please.
    OneMoment,
    /// That was a slip.
    Oops,
    Bye,
}

impl Greeting {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Thanks,
        Self::OneMoment,
        Self::Oops,
        Self::Bye,
    ];
}
