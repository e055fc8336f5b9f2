//! Commands that wait for their answer, in words.

use play::{Command, Offer};
use rules::Text;
use wire::ToServer;

use crate::messages;

/// Whether a message gives a move.
pub(super) const fn gives_move(message: &ToServer) -> bool {
    matches!(message, ToServer::Command { command: Command::Move { .. }, .. })
}

/// That a command is kept until it can be sent.
pub(super) fn kept_text(message: &ToServer) -> Text {
    let id = match message {
        ToServer::Command { command: Command::Move { notation }, .. } => {
            let notation = messages::printable(notation);
            return texts::text("tui-kept-move", &[("move", notation.into())]);
        }
        ToServer::Command { command: Command::Offer { offer: Offer::Draw }, .. } => "tui-kept-draw",
        ToServer::Command { command: Command::Offer { offer: Offer::Takeback }, .. } => {
            "tui-kept-takeback"
        }
        ToServer::Command { command: Command::Resign, .. } => "tui-kept-resign",
        _ => "tui-kept-other",
    };
    texts::text(id, &[])
}
