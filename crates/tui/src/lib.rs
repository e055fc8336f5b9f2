//! The full-screen terminal.
//!
//! [`App`] is the state of all screens. [`App::update`] takes a [`Message`] and the time, changes the state
//! and returns [`Effect`]s; it reads no clock and does no I/O. [`App::draw`] draws the state. [`TerminalGuard`]
//! puts the terminal into full-screen mode and restores it, however the program ends. The loop around the
//! three, which carries out effects, is the caller's, for it knows where matches are played and stored.
//!
//! No screen knows a rule or the name of a game: boards are drawn from [`rules::View`].

mod app;
mod backend;
mod board;
mod colour;
mod game;
mod line_input;
mod look;
mod message;
mod preferences;
mod screen;
mod screens;
mod setup;
mod snapshot;
mod table;
mod terminal;
mod think;
mod tiles;
mod widgets;

pub use app::{App, AppConfig};
pub use backend::CompactBackend;
pub use board::Side;
pub use colour::{ColourDepth, Rgb};
pub use game::{clock_text, greeting_text};
pub use look::{Charset, Look, Motion, Theme};
pub use message::{
    Effect, GameReading, LobbyTable, Message, Neighbour, NewMatch, NewTable, Now, ReviewNote, Seek,
    StoredMatch,
};
pub use preferences::{PlayMode, Preferences, SetupChoices, Starts};
pub use setup::time_control_text;
pub use snapshot::{
    Clocks, ConnectionState, GatheringSnapshot, HalfSnapshot, MatchSnapshot, SeatKind, SeatPlayer,
    ServerSnapshot, TableSnapshot,
};
pub use terminal::{FullScreen, Signal, TerminalGuard};
pub use think::{ThinkTree, cutoff_reason};
pub use widgets::{ending_text, verdict_text};
