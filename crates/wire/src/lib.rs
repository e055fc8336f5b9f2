//! Messages between clients and server: plain data, encoded as JSON.
//!
//! A client opens one socket for each match that it shows. It sends [`ToServer`] and gets
//! [`ToClient`]. A screen that analyses has a socket for that, with [`ToAnalyst`] and
//! [`FromAnalyst`]. Everything else is asked for by HTTP with the types of [`http`] and
//! [`tree`]. [`report`] encodes what the engine finds, for the page and for the command line.
//! `docs/protocol.md` has an example of every message of a socket.

mod analysis;
pub mod http;
mod message;
pub mod report;
mod secret;
mod state;
pub mod tree;

pub use analysis::{
    AnalysisRefusal, FromAnalyst, LineMove, LineValue, MoveValue, PositionReport, Question,
    ReviewedMove, SolverInfo, ToAnalyst, ValueInfo,
};
pub use message::{
    CommandId, Greeting, PREVIOUS_PROTOCOL, PROTOCOL, SERVICE_RESTART_CODE, ToClient, ToServer,
    is_spoken,
};
pub use secret::SeatSecret;
pub use state::{
    ClockState, EndState, GatheringState, GoneState, HalfState, MatchState, OfferState,
    OnlineState, PlayerState, Thinking,
};
