//! Commands that a player types: words in English or French, or moves.

use rules::SWAP;

pub(crate) use command::words::{normalize, yes_or_no};

/// Command typed by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ReplCommand {
    /// An empty line.
    Empty,
    Undo,
    Redo,
    Hint,
    Moves,
    Position,
    /// Write the game to this file; empty if it was not named.
    Save(String),
    Resign,
    /// Offer a draw.
    Draw,
    Help,
    Quit,
    /// One or several moves, or [`SWAP`].
    Play(String),
}

impl ReplCommand {
    /// Parses a line: a command if its first word is one, moves otherwise.
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match &*normalize(first) {
            _ if line.is_empty() => Self::Empty,
            "undo" | "u" | "annuler" => Self::Undo,
            "redo" | "refaire" => Self::Redo,
            "hint" | "indice" | "conseil" => Self::Hint,
            "moves" | "coups" => Self::Moves,
            "position" => Self::Position,
            "save" | "sauver" | "enregistrer" => Self::Save(rest.trim().to_owned()),
            "resign" | "abandonner" => Self::Resign,
            "draw" | "nulle" => Self::Draw,
            "help" | "aide" => Self::Help,
            "" if first == "?" => Self::Help,
            "quit" | "q" | "exit" | "quitter" => Self::Quit,
            "swap" | "echange" | "echanger" => Self::Play(SWAP.to_owned()),
            _ => Self::Play(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_in_both_languages() {
        for (line, command) in [
            ("undo", ReplCommand::Undo),
            ("  Annuler ", ReplCommand::Undo),
            ("Refaire", ReplCommand::Redo),
            ("CONSEIL", ReplCommand::Hint),
            ("coups", ReplCommand::Moves),
            ("?", ReplCommand::Help),
            ("abandonner", ReplCommand::Resign),
            ("Nulle", ReplCommand::Draw),
            ("échange", ReplCommand::Play("swap".to_owned())),
            ("save", ReplCommand::Save(String::new())),
            ("sauver  ma partie.txt ", ReplCommand::Save("ma partie.txt".to_owned())),
            (" \t", ReplCommand::Empty),
        ] {
            assert_eq!(ReplCommand::parse(line), command, "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_moves() {
        for line in ["4", "b2 - b5", "--", "9", "->", "undone"] {
            assert_eq!(ReplCommand::parse(line), ReplCommand::Play(line.to_owned()));
        }
    }
}
