//! What a player types: a command, or moves.

use rules::SWAP;

use crate::args::bare;
use crate::draw::ascii;

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing was typed.
    Nothing,
    Undo,
    Hint,
    Moves,
    Position,
    /// Write the game to this file; empty if it was not named.
    Save(String),
    Resign,
    Help,
    Quit,
    /// One or several moves, or [`SWAP`].
    Play(String),
}

impl Command {
    /// Reads a line. The first word makes it a command; everything else is for the game to judge.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match &*plain(first) {
            _ if line.is_empty() => Self::Nothing,
            "undo" | "u" | "annuler" => Self::Undo,
            "hint" | "indice" | "conseil" => Self::Hint,
            "moves" | "coups" => Self::Moves,
            "position" => Self::Position,
            "save" | "sauver" | "enregistrer" => Self::Save(rest.trim().to_owned()),
            "resign" | "abandonner" => Self::Resign,
            "help" | "aide" => Self::Help,
            "" if first == "?" => Self::Help,
            "quit" | "q" | "exit" | "quitter" => Self::Quit,
            "swap" | "echange" | "echanger" => Self::Play(SWAP.to_owned()),
            _ => Self::Play(line.to_owned()),
        }
    }
}

/// The answer to a question that can be answered with yes or no, if it is one.
pub(super) fn yes_or_no(line: &str) -> Option<bool> {
    match &*plain(line) {
        "yes" | "y" | "oui" | "o" | "again" | "rejouer" => Some(true),
        "no" | "n" | "non" => Some(false),
        _ => None,
    }
}

/// A word as it is compared: without accents, capitals and punctuation.
pub(super) fn plain(word: &str) -> String {
    bare(&ascii(word)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_in_both_languages() {
        for (line, command) in [
            ("undo", Command::Undo),
            ("  Annuler ", Command::Undo),
            ("CONSEIL", Command::Hint),
            ("coups", Command::Moves),
            ("?", Command::Help),
            ("abandonner", Command::Resign),
            ("échange", Command::Play("swap".to_owned())),
            ("save", Command::Save(String::new())),
            ("sauver  ma partie.txt ", Command::Save("ma partie.txt".to_owned())),
            (" \t", Command::Nothing),
        ] {
            assert_eq!(Command::read(line), command, "{line:?}");
        }
    }

    #[test]
    fn everything_else_is_for_the_game_to_judge() {
        for line in ["4", "b2 - b5", "--", "9", "->", "undone"] {
            assert_eq!(Command::read(line), Command::Play(line.to_owned()));
        }
    }
}
