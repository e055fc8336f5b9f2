//! Messages of `damier play`.

use std::io;

use engine::{AnyValue, Bound};
use rules::{Ending, Info, Seat, Text};
use texts::{args, text};

/// Before the first board; `example` is a legal move.
pub(crate) fn how(example: &str) -> Text {
    text!("play-how", example)
}

/// Who sits where.
pub(crate) fn seated(seat: Seat, info: &Info, who: &Text) -> Text {
    text!("play-seated", number = seat, colour = colour(seat, info), who)
}

/// What a seat is called.
fn colour(seat: Seat, info: &Info) -> &Text {
    &info.seats[usize::from(seat.index())]
}

pub(crate) fn you() -> Text {
    text!("play-you")
}

pub(crate) fn computer(name: &Text) -> Text {
    text!("play-computer", name)
}

/// A computer has moved.
pub(crate) fn plays(seat: Seat, entry: &str) -> Text {
    text!("play-moved", number = seat, move = entry)
}

pub(crate) fn passes(seat: Seat) -> Text {
    text!("play-passed", number = seat)
}

pub(crate) fn swaps(seat: Seat) -> Text {
    text!("play-swaps", number = seat)
}

/// Who plays what after a swap.
pub(crate) fn exchanged(info: &Info) -> Text {
    let [first, second] = &info.seats;
    text!("play-exchanged", first, second)
}

pub(crate) fn only_pass() -> Text {
    text!("play-only-pass")
}

pub(crate) fn may_swap() -> Text {
    text!("play-may-swap")
}

pub(crate) fn one_at_a_time() -> Text {
    text!("play-one-at-a-time")
}

/// Warning: the match goes on, but is not stored.
pub(crate) fn not_stored(reason: &Text) -> Text {
    text!("play-not-stored", reason)
}

/// Why the store refuses.
pub(crate) fn store_reason(error: &store::Error) -> Text {
    match error {
        store::Error::DiskFull(_) => text!("reason-full"),
        error => Text::composed(error.to_string(), error.to_string()),
    }
}

/// How to go on with a match that has been left.
pub(crate) fn how_to_resume(id: &str) -> Text {
    text!("play-how-to-resume", id)
}

/// The match was changed by another program.
pub(crate) fn played_elsewhere() -> Text {
    text!("play-elsewhere")
}

/// Error: there is no match to go on with.
pub(crate) fn nothing_to_resume() -> Text {
    text!("play-nothing-to-resume")
}

/// Error: there is no such match, or no single one.
pub(crate) fn not_resumed(id: &str) -> Text {
    text!("play-not-resumed", id)
}

/// Error: the match is for the page.
pub(crate) fn resume_in_page(id: &str) -> Text {
    text!("play-resume-in-page", id)
}

/// Question which match to go on with.
pub(crate) fn ask_resume() -> Text {
    text!("play-ask-resume")
}

/// Line of the list of matches to go on with.
pub(crate) fn resumable(number: usize, id: &str, game: &Text, moves: u32, date: &str) -> Text {
    text!("play-resumable", number, id, game, moves = u64::from(moves), date)
}

/// Why a game is over, after a verdict without it.
pub(crate) fn reason(ending: &Ending) -> Text {
    match ending.margin {
        None | Some(0) => ending.text.clone(),
        Some(margin) => {
            text!("play-reason-margin", reason = &ending.text, margin)
        }
    }
}

/// The reason of a game that ended because `seat` gave up.
pub(crate) fn resigned(seat: Seat) -> Text {
    text!("play-resigned", number = seat)
}

/// What a human hears who has played against the computer, after a win or a loss.
pub(crate) fn consolation(won: bool) -> Text {
    if won { text!("play-won") } else { text!("play-lost") }
}

/// When the game is over.
pub(crate) fn offer_more() -> Text {
    text!("play-offer-more")
}

pub(crate) fn already_over() -> Text {
    text!("play-already-over")
}

pub(crate) fn nothing_to_undo() -> Text {
    text!("play-nothing-to-undo")
}

/// Refusal: nobody but computers plays.
pub(crate) fn computers_only() -> Text {
    text!("play-computers-only")
}

pub(crate) fn help() -> Text {
    text!("play-help")
}

pub(crate) fn interrupted() -> Text {
    text!("play-interrupted")
}

pub(crate) fn no_input(error: &io::Error) -> Text {
    text!("play-no-input", error = error.to_string())
}

pub(crate) fn saved(file: &str) -> Text {
    text!("play-saved", file)
}

pub(crate) fn save_where() -> Text {
    text!("play-save-where")
}

/// A player offers a draw, and the other is asked.
pub(crate) fn draw_offered(seat: Seat) -> Text {
    text!("play-draw-offered", number = seat)
}

pub(crate) fn draw_declined() -> Text {
    text!("play-draw-declined")
}

pub(crate) fn file_exists(file: &str) -> Text {
    text!("play-file-exists", file)
}

pub(crate) fn advise(entry: &str) -> Text {
    text!("play-advice", move = entry)
}

pub(crate) fn advise_because(entry: &str, outlook: &Text) -> Text {
    text!("play-advice-because", move = entry, outlook)
}

pub(crate) fn advise_swap() -> Text {
    text!("play-advice-swap")
}

/// The moves that are expected.
pub(crate) fn foreseen(line: &str) -> Text {
    text!("play-foreseen", line)
}

/// What the player to move may expect. Moves are counted as the winner makes them.
pub(crate) fn outlook(value: AnyValue, chance: f32) -> Text {
    match value {
        AnyValue::Win { plies, bound } => {
            let id = if bound == Bound::Exact { "outlook-win" } else { "outlook-win-most" };
            text(id, args!(moves = plies.div_ceil(2)))
        }
        AnyValue::Loss { plies, bound } => {
            let id = if bound == Bound::Exact { "outlook-loss" } else { "outlook-loss-most" };
            text(id, args!(moves = plies / 2))
        }
        AnyValue::Exact { margin: 0 } => text!("outlook-draw"),
        AnyValue::Exact { margin } if margin > 0 => {
            text!("outlook-win-by", margin = margin.unsigned_abs())
        }
        AnyValue::Exact { margin } => {
            text!("outlook-loss-by", margin = margin.unsigned_abs())
        }
        AnyValue::Estimate { .. } => match chance {
            0.85.. => text!("outlook-much-better"),
            0.6..0.85 => text!("outlook-better"),
            ..0.15 => text!("outlook-much-worse"),
            ..0.4 => text!("outlook-worse"),
            _ => text!("outlook-even"),
        },
    }
}

pub(crate) fn ask_game() -> Text {
    text!("ask-game")
}

pub(crate) fn ask_mode() -> Text {
    text!("ask-mode")
}

pub(crate) fn two_people() -> Text {
    text!("mode-two-people")
}

pub(crate) fn against_computer() -> Text {
    text!("mode-computer")
}

pub(crate) fn ask_level() -> Text {
    text!("ask-level")
}

pub(crate) fn classic() -> Text {
    text!("level-classic")
}

pub(crate) fn ask_classic() -> Text {
    text!("ask-classic")
}

pub(crate) fn ask_depth(least: &str, most: &str) -> Text {
    text!("ask-depth", least, most)
}

pub(crate) fn ask_side() -> Text {
    text!("ask-side")
}

/// A seat to choose.
pub(crate) fn side(seat: Seat, info: &Info) -> Text {
    match seat {
        Seat::First => text!("side-first", colour = colour(seat, info)),
        Seat::Second => text!("side-second", colour = colour(seat, info)),
    }
}

pub(crate) fn either_side() -> Text {
    text!("side-random")
}

pub(crate) fn choose_from_list() -> Text {
    text!("choose-from-list")
}

pub(crate) fn number_from_to(least: &str, most: &str) -> Text {
    text!("number-from-to", least, most)
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
