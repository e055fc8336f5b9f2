//! A match as a pure state machine.
//!
//! [`Match::decide`] judges a [`Command`] and answers with the [`Event`]s that follow from it;
//! [`Match::apply`] makes them so. The list of events is the truth: [`Match::replay`] gets the same
//! match from it at any time. Nothing here reads a clock: the time comes in with every call.

mod clock;
mod command;
mod event;
mod gathering;
mod matching;
mod opening;
mod table;

pub use clock::{Clock, Time, TimeControl};
pub use command::{Command, Refused, RefusedCode};
pub use event::{Claim, Event, Kind, Offer, Player, Start, Who};
pub use gathering::Gathering;
pub use matching::{End, Match, Replay, Version};
pub use opening::{Listing, Opening, SeatKey, Seated};
pub use table::{Moment, Table};
