//! Messages of `damier play`.

use engine::{AnyValue, Bound};
use rules::{Ending, Info, Seat, Text};
use texts::{args, text};

/// Who sits where.
pub(crate) fn seated(seat: Seat, info: &Info, who: &Text) -> Text {
    text!("play-seated", number = seat, colour = colour(seat, info), who)
}

/// What a seat is called.
fn colour(seat: Seat, info: &Info) -> &Text {
    &info.seats[usize::from(seat.index())]
}

/// Who plays what after a swap.
pub(crate) fn exchanged(info: &Info) -> Text {
    let [first, second] = &info.seats;
    text!("play-exchanged", first, second)
}

/// Why the store refuses.
pub(crate) fn store_reason(error: &store::Error) -> Text {
    match error {
        store::Error::DiskFull(_) => text!("reason-full"),
        error => Text::composed(error.to_string(), error.to_string()),
    }
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

/// What a human hears who has played against the computer, after a win or a loss.
pub(crate) fn consolation(won: bool) -> Text {
    if won { text!("play-won") } else { text!("play-lost") }
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

/// A seat to choose.
pub(crate) fn side(seat: Seat, info: &Info) -> Text {
    match seat {
        Seat::First => text!("side-first", colour = colour(seat, info)),
        Seat::Second => text!("side-second", colour = colour(seat, info)),
    }
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
