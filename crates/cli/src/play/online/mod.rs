//! Matches at a server: those with people elsewhere, and those of the own data folder while a server runs on it.
//!
//! [`RemoteMatch`] is such a match without a screen; the full screen and the line mode show it. [`seat_folder`] keeps the
//! secrets of seats, [`house`] finds the server of the data folder, [`lobby`] turns what servers list into rows.

mod changes;
pub(super) mod house;
mod kept;
mod known_match;
mod line_input;
mod line_mode;
pub(super) mod lobby;
mod remote_match;
mod remote_repl;
mod seat_folder;
mod table_command;

pub(super) use line_mode::LineMode;
pub(super) use remote_match::{RemoteMatch, RemoteNews};
pub(super) use seat_folder::SeatFolder;
