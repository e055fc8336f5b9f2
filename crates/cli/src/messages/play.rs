//! Messages of `damier play`.

use std::io;

use engine::{AnyValue, Bound};
use rules::{Ending, Info, Seat, Text};

/// Before the first board; `example` is a legal move.
pub(crate) fn how(example: &str) -> Text {
    texts::text("play-how", &[("example", example.into())])
}

/// Who sits where.
pub(crate) fn seated(seat: Seat, info: &Info, who: &Text) -> Text {
    let (number, colour) =
        (("number", seat.number().into()), ("colour", colour(seat, info).into()));
    texts::text("play-seated", &[number, colour, ("who", who.into())])
}

/// What a seat is called.
fn colour(seat: Seat, info: &Info) -> &Text {
    &info.seats[usize::from(seat.index())]
}

pub(crate) fn you() -> Text {
    texts::text("play-you", &[])
}

pub(crate) fn computer(name: &Text) -> Text {
    texts::text("play-computer", &[("name", name.into())])
}

/// A computer has moved.
pub(crate) fn plays(seat: Seat, entry: &str) -> Text {
    texts::text("play-moved", &[("number", seat.number().into()), ("move", entry.into())])
}

pub(crate) fn passes(seat: Seat) -> Text {
    texts::text("play-passed", &[("number", seat.number().into())])
}

pub(crate) fn swaps(seat: Seat) -> Text {
    texts::text("play-swaps", &[("number", seat.number().into())])
}

/// Who plays what after a swap.
pub(crate) fn exchanged(info: &Info) -> Text {
    let [first, second] = &info.seats;
    texts::text("play-exchanged", &[("first", first.into()), ("second", second.into())])
}

pub(crate) fn only_pass() -> Text {
    texts::text("play-only-pass", &[])
}

pub(crate) fn may_swap() -> Text {
    texts::text("play-may-swap", &[])
}

pub(crate) fn one_at_a_time() -> Text {
    texts::text("play-one-at-a-time", &[])
}

/// Warning: the match goes on, but is not stored.
pub(crate) fn not_stored(reason: &Text) -> Text {
    texts::text("play-not-stored", &[("reason", reason.into())])
}

/// Why the store refuses.
pub(crate) fn store_reason(error: &store::Error) -> Text {
    match error {
        store::Error::DiskFull(_) => texts::text("reason-full", &[]),
        error => Text::composed(error.to_string(), error.to_string()),
    }
}

/// How to go on with a match that has been left.
pub(crate) fn how_to_resume(id: &str) -> Text {
    texts::text("play-how-to-resume", &[("id", id.into())])
}

/// The match was changed by another program.
pub(crate) fn played_elsewhere() -> Text {
    texts::text("play-elsewhere", &[])
}

/// Error: there is no match to go on with.
pub(crate) fn nothing_to_resume() -> Text {
    texts::text("play-nothing-to-resume", &[])
}

/// Error: there is no such match, or no single one.
pub(crate) fn not_resumed(id: &str) -> Text {
    texts::text("play-not-resumed", &[("id", id.into())])
}

/// Error: the match is for the page.
pub(crate) fn resume_in_page(id: &str) -> Text {
    texts::text("play-resume-in-page", &[("id", id.into())])
}

/// Question which match to go on with.
pub(crate) fn ask_resume() -> Text {
    texts::text("play-ask-resume", &[])
}

/// Line of the list of matches to go on with.
pub(crate) fn resumable(number: usize, id: &str, game: &Text, moves: u32, date: &str) -> Text {
    let args = [
        ("number", number.into()),
        ("id", id.into()),
        ("game", game.into()),
        ("moves", u64::from(moves).into()),
        ("date", date.into()),
    ];
    texts::text("play-resumable", &args)
}

/// Why a game is over, after a verdict without it.
pub(crate) fn reason(ending: &Ending) -> Text {
    match ending.margin {
        None | Some(0) => ending.text.clone(),
        Some(margin) => {
            let reason = ("reason", (&ending.text).into());
            texts::text("play-reason-margin", &[reason, ("margin", margin.into())])
        }
    }
}

/// The reason of a game that ended because `seat` gave up.
pub(crate) fn resigned(seat: Seat) -> Text {
    texts::text("play-resigned", &[("number", seat.number().into())])
}

/// What a human hears who has played against the computer, after a win or a loss.
pub(crate) fn consolation(won: bool) -> Text {
    if won { texts::text("play-won", &[]) } else { texts::text("play-lost", &[]) }
}

/// When the game is over.
pub(crate) fn offer_more() -> Text {
    texts::text("play-offer-more", &[])
}

pub(crate) fn already_over() -> Text {
    texts::text("play-already-over", &[])
}

pub(crate) fn nothing_to_undo() -> Text {
    texts::text("play-nothing-to-undo", &[])
}

/// Refusal: nobody but computers plays.
pub(crate) fn computers_only() -> Text {
    texts::text("play-computers-only", &[])
}

pub(crate) fn help() -> Text {
    texts::text("play-help", &[])
}

pub(crate) fn interrupted() -> Text {
    texts::text("play-interrupted", &[])
}

pub(crate) fn no_input(error: &io::Error) -> Text {
    texts::text("play-no-input", &[("error", error.to_string().into())])
}

pub(crate) fn saved(file: &str) -> Text {
    texts::text("play-saved", &[("file", file.into())])
}

pub(crate) fn save_where() -> Text {
    texts::text("play-save-where", &[])
}

/// A player offers a draw, and the other is asked.
pub(crate) fn draw_offered(seat: Seat) -> Text {
    texts::text("play-draw-offered", &[("number", seat.number().into())])
}

pub(crate) fn draw_declined() -> Text {
    texts::text("play-draw-declined", &[])
}

pub(crate) fn file_exists(file: &str) -> Text {
    texts::text("play-file-exists", &[("file", file.into())])
}

pub(crate) fn advise(entry: &str) -> Text {
    texts::text("play-advice", &[("move", entry.into())])
}

pub(crate) fn advise_because(entry: &str, outlook: &Text) -> Text {
    texts::text("play-advice-because", &[("move", entry.into()), ("outlook", outlook.into())])
}

pub(crate) fn advise_swap() -> Text {
    texts::text("play-advice-swap", &[])
}

/// The moves that are expected.
pub(crate) fn foreseen(line: &str) -> Text {
    texts::text("play-foreseen", &[("line", line.into())])
}

/// What the player to move may expect. Moves are counted as the winner makes them.
pub(crate) fn outlook(value: AnyValue, chance: f32) -> Text {
    match value {
        AnyValue::Win { plies, bound } => {
            let id = if bound == Bound::Exact { "outlook-win" } else { "outlook-win-most" };
            texts::text(id, &[("moves", plies.div_ceil(2).into())])
        }
        AnyValue::Loss { plies, bound } => {
            let id = if bound == Bound::Exact { "outlook-loss" } else { "outlook-loss-most" };
            texts::text(id, &[("moves", (plies / 2).into())])
        }
        AnyValue::Exact { margin: 0 } => texts::text("outlook-draw", &[]),
        AnyValue::Exact { margin } if margin > 0 => {
            texts::text("outlook-win-by", &[("margin", margin.unsigned_abs().into())])
        }
        AnyValue::Exact { margin } => {
            texts::text("outlook-loss-by", &[("margin", margin.unsigned_abs().into())])
        }
        AnyValue::Estimate { .. } => match chance {
            0.85.. => texts::text("outlook-much-better", &[]),
            0.6..0.85 => texts::text("outlook-better", &[]),
            ..0.15 => texts::text("outlook-much-worse", &[]),
            ..0.4 => texts::text("outlook-worse", &[]),
            _ => texts::text("outlook-even", &[]),
        },
    }
}

pub(crate) fn ask_game() -> Text {
    texts::text("ask-game", &[])
}

pub(crate) fn ask_mode() -> Text {
    texts::text("ask-mode", &[])
}

pub(crate) fn two_people() -> Text {
    texts::text("mode-two-people", &[])
}

pub(crate) fn against_computer() -> Text {
    texts::text("mode-computer", &[])
}

pub(crate) fn ask_level() -> Text {
    texts::text("ask-level", &[])
}

pub(crate) fn classic() -> Text {
    texts::text("level-classic", &[])
}

pub(crate) fn ask_classic() -> Text {
    texts::text("ask-classic", &[])
}

pub(crate) fn ask_depth(least: &str, most: &str) -> Text {
    texts::text("ask-depth", &[("least", least.into()), ("most", most.into())])
}

pub(crate) fn ask_side() -> Text {
    texts::text("ask-side", &[])
}

/// A seat to choose.
pub(crate) fn side(seat: Seat, info: &Info) -> Text {
    let colour = ("colour", colour(seat, info).into());
    match seat {
        Seat::First => texts::text("side-first", &[colour]),
        Seat::Second => texts::text("side-second", &[colour]),
    }
}

pub(crate) fn either_side() -> Text {
    texts::text("side-random", &[])
}

pub(crate) fn choose_from_list() -> Text {
    texts::text("choose-from-list", &[])
}

pub(crate) fn number_from_to(least: &str, most: &str) -> Text {
    texts::text("number-from-to", &[("least", least.into()), ("most", most.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_the_end_are_the_winners_own() {
        for (plies, words) in [(1, "wins in 1 move"), (2, "wins in 1 move"), (7, "wins in 4 moves")]
        {
            assert_eq!(outlook(AnyValue::Win { plies, bound: Bound::Exact }, 1.0).en, words);
        }
        let lost = |plies| outlook(AnyValue::Loss { plies, bound: Bound::Exact }, 0.0);
        assert_eq!(lost(2).fr, "mais l'adversaire gagne en 1 coup");
        assert_eq!(lost(8).en, "but the opponent wins in 4 moves");
    }

    #[test]
    fn estimates_are_told_by_the_chance() {
        let told = |chance| outlook(AnyValue::Estimate { points: 0 }, chance).en;
        assert_eq!(
            [0.9, 0.7, 0.5].map(told),
            ["a clear advantage", "a slight advantage", "an even game"]
        );
        assert!(told(0.3).starts_with("slightly worse") && told(0.1).starts_with("much worse"));
    }
}
