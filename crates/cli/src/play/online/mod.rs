//! Matches at a server: those with people elsewhere, and those of the own data folder.
//!
//! [`RemoteMatch`] is such a match without a screen; the full screen and the line mode show it. [`seat_folder`] keeps the
//! secrets of seats, [`own_matches`] finds or starts the server of the data folder, [`lobby`] turns what servers list into
//! rows.

mod changes;
mod kept;
mod known_match;
mod line_board;
mod line_commands;
mod line_input;
mod line_mode;
pub(super) mod lobby;
mod own_matches;
mod remote_match;
mod remote_repl;
mod seat_folder;
mod table_command;

pub(super) use line_commands::read_moves;
pub(super) use line_mode::LineMode;
pub(super) use own_matches::{OwnMatches, running_server};
pub(super) use remote_match::{RemoteMatch, RemoteNews};
pub(super) use remote_repl::ReplExit;
pub(super) use seat_folder::SeatFolder;
