//! Messages of `damier duel`.

use rules::Text;
use texts::text;

use crate::duel::FaultCounts;

/// A score and its interval.
pub(crate) fn score(score: f64, low: f64, high: f64) -> Text {
    text!("duel-score", score = percent(score), low = percent(low), high = percent(high))
}

/// A difference in Elo points and its interval.
pub(crate) fn elo(elo: f64, low: f64, high: f64) -> Text {
    text!(
        "duel-elo",
        elo = super::signed(elo, 0),
        low = super::signed(low, 0),
        high = super::signed(high, 0)
    )
}

/// Mean times of a game in seconds.
pub(crate) fn time_used(one: &str, time: f64, other: &str, other_time: f64) -> Text {
    let (one, other) = (super::external::quote(one), super::external::quote(other));
    let (time, other_time) = (texts::decimal(time, 2), texts::decimal(other_time, 2));
    text!("duel-time-used", one, time, other, other_time)
}

/// Decision of the SPRT, with its ratio and bound.
pub(crate) fn sprt(answer: &Text, ratio: f64, bound: f64) -> Text {
    let (ratio, bound) = (super::signed(ratio, 2), texts::decimal(bound, 2));
    text!("duel-sprt", answer, ratio, bound)
}

pub(crate) fn yes(high: f64) -> Text {
    text!("duel-yes", high = threshold(high))
}

pub(crate) fn no(high: f64) -> Text {
    text!("duel-no", high = threshold(high))
}

pub(crate) fn undecided(low: f64, high: f64) -> Text {
    text!("duel-undecided", low = threshold(low), high = threshold(high))
}

/// Error: the program gives no move.
pub(crate) fn no_answer(program: &str, why: &str) -> Text {
    let why = super::printable(why);
    text!("duel-no-answer", program, why)
}

/// Remark on an interrupted duel; `saved` says whether its games are in a file.
pub(crate) fn stopped(saved: bool) -> Text {
    if saved { text!("duel-stopped-saved") } else { text!("duel-stopped") }
}

/// Fraction in percent.
fn percent(part: f64) -> Text {
    texts::decimal(100.0 * part, 1)
}

/// Fraction in percent, with as few decimals as it needs.
fn threshold(part: f64) -> Text {
    let percent = (1e6 * part).round() / 1e4;
    Text::composed(percent.to_string(), percent.to_string().replace('.', ","))
}

/// Reason of the end of a game that was not played to its end.
pub(crate) fn forfeit(reason: &str) -> Text {
    match reason {
        "crashed" => text!("forfeit-crashed"),
        "illegal" => text!("forfeit-illegal"),
        "flagged" => text!("forfeit-flagged"),
        _ => text!("forfeit-resigned"),
    }
}

/// How often a player has lost by a mistake.
pub(crate) fn faults(player: &str, counts: FaultCounts) -> Text {
    let FaultCounts { crashed, illegal, overtime } = counts;
    text!("duel-faults", player = super::external::quote(player), crashed, illegal, overtime)
}
