//! What the program says, in both languages.

use std::io;

use rules::{Ending, Lang, Seat, Tally, Text};

/// The beginning of an error.
const ERROR: Text = Text::new("error: ", "erreur : ");
/// After a swap.
pub(crate) const SWAPPED: Text = Text::new("seats exchanged", "places échangées");

/// An error as a line.
pub(crate) fn error(text: &Text, lang: Lang) -> String {
    format!("{}{}\n", ERROR.get(lang), printable(text.get(lang)))
}

/// Text from outside that may hold anything, fit for a line of a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

pub(crate) fn not_written(error: &io::Error) -> Text {
    Text::composed(
        format!("the output cannot be written: {error}"),
        format!("impossible d'écrire la sortie : {error}"),
    )
}

/// `near` is a game whose name looks alike.
pub(crate) fn unknown_game(name: &str, near: Option<&str>, known: &str) -> Text {
    let (en, fr) = match near {
        Some(near) => (format!(", did you mean {near}?"), format!(", vouliez-vous dire {near} ?")),
        None => Default::default(),
    };
    Text::composed(
        format!("there is no game '{name}'{en} (games: {known})"),
        format!("il n'y a pas de jeu « {name} »{fr} (jeux : {known})"),
    )
}

/// The board that was drawn, as it can be typed again.
pub(crate) fn drawn_board(seed: u64) -> Text {
    Text::composed(format!("board: seed:{seed}"), format!("plateau : seed:{seed}"))
}

pub(crate) fn player(seat: Seat) -> Text {
    let number = seat.number();
    Text::composed(format!("player {number}"), format!("joueur {number}"))
}

pub(crate) fn to_move(seat: Seat) -> Text {
    let Text { en, fr } = player(seat);
    Text::composed(format!("{en} to move"), format!("tour de {fr}"))
}

/// How a game ended, in the words of the text board.
pub(crate) fn verdict(winner: Option<Seat>) -> Text {
    match winner.map(Seat::number) {
        Some(n) => Text::composed(format!("Player {n} wins"), format!("Victoire de joueur {n}")),
        None => Text::new("Draw", "Match nul"),
    }
}

/// The verdict with its reason.
pub(crate) fn over(ending: &Ending) -> Text {
    let (verdict, reason) = (verdict(ending.winner), &ending.text);
    Text::composed(
        format!("{}: {}", verdict.en, reason.en),
        format!("{} : {}", verdict.fr, reason.fr),
    )
}

/// A count of both seats.
pub(crate) fn tally(Tally { label, count }: &Tally) -> Text {
    let counts = format!("{} – {}", count.first, count.second);
    Text::composed(format!("{}: {counts}", label.en), format!("{} : {counts}", label.fr))
}

/// Nothing is wrong.
pub(crate) const OK: Text = Text::new("ok", "correct");

/// Something unusual.
pub(crate) fn warning(text: &Text) -> Text {
    Text::composed(format!("warning: {}", text.en), format!("attention : {}", text.fr))
}

/// What is said of something that has a name.
pub(crate) fn about(name: &str, text: &Text) -> Text {
    let name = printable(name);
    Text::composed(format!("{name}: {}", text.en), format!("{name} : {}", text.fr))
}
