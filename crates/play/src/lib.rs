//! A match as a pure state machine.
//!
//! [`Match::decide`] judges a [`Command`] and returns the [`Event`]s that follow from it, or a
//! [`Refusal`]; [`Match::apply`] applies them. The list of events is the truth: [`Match::replay`]
//! rebuilds the same match from it. [`MatchSession`] adds what is before the start. Nothing here
//! reads a clock: the time is an argument of every call.

mod clock;
mod command;
mod event;
mod match_state;
mod opening;
mod player_name;
mod pregame;
mod refusal;
mod session;

pub use clock::{Clock, Time, TimeControl};
pub use command::Command;
pub use event::{Claim, Event, Kind, Offer, Player, Start, Who};
pub use match_state::{End, EventError, Match, Version};
pub use opening::{Listing, Opening, SeatHolder, SeatKey};
pub use player_name::PlayerName;
pub use pregame::Pregame;
pub use refusal::{Refusal, RefusalCode};
pub use session::{CommandContext, MatchSession};
