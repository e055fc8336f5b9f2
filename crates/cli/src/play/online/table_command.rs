//! Commands that a player types in a match at a server, in English or French.

use play::{Claim, Command, Offer};
use wire::Greeting;

use super::super::repl_command::{ReplCommand, normalize};

/// Command typed in a match at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TableCommand {
    /// Give a command of the match.
    Give(Command),
    /// Take a free seat, under this name.
    Sit(String),
    /// Say something.
    Greet(Greeting),
    /// Have the computer play what it has found so far.
    MoveNow,
    /// Say how others find the table.
    Link,
    /// Any other command of the line mode.
    Repl(ReplCommand),
}

impl TableCommand {
    /// Parses a line. `is_table` tells a table from a match at one screen.
    pub(super) fn parse(line: &str, is_table: bool) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let offer = |offer| Self::Give(Command::Offer { offer });
        match &*normalize(first) {
            "draw" | "nulle" => offer(Offer::Draw),
            "now" | "vite" => Self::MoveNow,
            "accept" | "accepter" => Self::Give(Command::Accept { offer: which(rest) }),
            "decline" | "refuser" => Self::Give(Command::Decline { offer: which(rest) }),
            "rematch" | "again" | "rejouer" if is_table => offer(Offer::Rematch),
            "undo" | "u" | "takeback" | "annuler" | "reprendre" if is_table => {
                offer(Offer::Takeback)
            }
            "sit" | "asseoir" | "assoir" if is_table => Self::Sit(rest.to_owned()),
            "say" | "dire" if is_table => {
                greeting(rest).map_or(Self::Repl(ReplCommand::Help), Self::Greet)
            }
            "claim" | "reclamer" if is_table => {
                let is_draw = matches!(&*normalize(rest), "draw" | "nulle");
                let claim = if is_draw { Claim::Draw } else { Claim::Win };
                Self::Give(Command::Claim { claim })
            }
            "abort" | "interrompre" if is_table => Self::Give(Command::Abort),
            "leave" | "partir" if is_table => Self::Give(Command::Leave),
            "lay" | "poser" if is_table => Self::Give(Command::Lay { half: rest.to_owned() }),
            "confirm" | "confirmer" if is_table => Self::Give(Command::Confirm),
            "computer" | "ordinateur" if is_table => {
                let opponent = if rest.is_empty() { "normal" } else { rest }.to_owned();
                Self::Give(Command::Invite { opponent, seed: 1 })
            }
            "link" | "lien" if is_table => Self::Link,
            _ => Self::Repl(ReplCommand::parse(line)),
        }
    }
}

/// The offer that is answered: a draw unless another is named.
fn which(word: &str) -> Offer {
    match &*normalize(word) {
        "takeback" | "undo" | "reprise" => Offer::Takeback,
        "rematch" | "again" | "revanche" => Offer::Rematch,
        _ => Offer::Draw,
    }
}

/// A greeting by its number or the beginning of its words.
fn greeting(word: &str) -> Option<Greeting> {
    if let Ok(number) = word.parse::<usize>() {
        return Greeting::ALL.get(number.checked_sub(1)?).copied();
    }
    let word = normalize(word);
    Greeting::ALL.into_iter().find(|greeting| {
        let text = tui::greeting_text(*greeting);
        let is_meant = |words: &str| normalize(words).starts_with(&word);
        !word.is_empty() && (is_meant(&text.en) || is_meant(&text.fr))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_commands_of_their_own() {
        let table = |line| TableCommand::parse(line, true);
        let give = TableCommand::Give;
        assert_eq!(table("Nulle"), give(Command::Offer { offer: Offer::Draw }));
        assert_eq!(table("undo"), give(Command::Offer { offer: Offer::Takeback }));
        assert_eq!(table("accept undo"), give(Command::Accept { offer: Offer::Takeback }));
        assert_eq!(table("réclamer nulle"), give(Command::Claim { claim: Claim::Draw }));
        assert_eq!(table("sit Ana Maria"), TableCommand::Sit("Ana Maria".to_owned()));
        assert_eq!(table("say 2"), TableCommand::Greet(Greeting::GoodLuck));
        assert_eq!(table("dire merci"), TableCommand::Greet(Greeting::Thanks));
        assert_eq!(table("say nonsense"), TableCommand::Repl(ReplCommand::Help));
        assert_eq!(table("lay 1 2f"), give(Command::Lay { half: "1 2f".to_owned() }));
        assert_eq!(table("f5"), TableCommand::Repl(ReplCommand::Play("f5".to_owned())));
        assert_eq!(
            TableCommand::parse("undo", false),
            TableCommand::Repl(ReplCommand::Undo),
            "at one screen moves are taken back freely"
        );
    }
}
