//! Commands that wait for their answer, in words.

use play::{Command, Offer};
use rules::Text;
use texts::text;
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
            return text!("tui-kept-move", move = notation);
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

#[cfg(test)]
mod tests {
    use play::{Player, Version};
    use wire::CommandId;

    use super::*;

    #[test]
    fn whatever_waits_is_named() {
        for (command, words) in [
            (Command::Move { notation: "d\u{1b}3".to_owned() }, "Your move d 3 is kept."),
            (Command::Offer { offer: Offer::Draw }, "Your draw offer is kept."),
            (Command::Offer { offer: Offer::Takeback }, "Your request to take back is kept."),
            (Command::Resign, "Your resignation is kept."),
            (Command::Accept { offer: Offer::Takeback }, "What you did is kept."),
        ] {
            let (id, version) = (CommandId("kept".to_owned()), Some(Version(1)));
            let message = ToServer::Command { id, player: Player::One, command, version };
            assert_eq!(kept_text(&message).en, words);
            assert_eq!(gives_move(&message), words.contains("move"));
        }
    }
}
