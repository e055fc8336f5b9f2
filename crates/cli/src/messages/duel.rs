//! Messages of `damier duel`.

use rules::Text;

use crate::duel::FaultCounts;

/// Error: the file has no openings.
pub(crate) fn no_opening() -> Text {
    texts::text("no-opening", &[])
}

/// Error: the game is over with this opening.
pub(crate) fn finished_opening() -> Text {
    texts::text("finished-opening", &[])
}

/// Error: the file has games of another duel.
pub(crate) fn other_duel(number: u32) -> Text {
    texts::text("other-duel", &[("number", number.into())])
}

pub(crate) fn title(game: &Text, one: &str, other: &str) -> Text {
    let game = ("game", game.into());
    texts::text("duel-title", &[game, ("one", one.into()), ("other", other.into())])
}

pub(crate) fn tally(games: u32, wins: u32, draws: u32, losses: u32) -> Text {
    let (wins, draws) = (("wins", wins.into()), ("draws", draws.into()));
    let losses = ("losses", losses.into());
    texts::text("duel-tally", &[("games", games.into()), wins, draws, losses])
}

/// Results in seat First and in seat Second.
pub(crate) fn seats(first: &str, second: &str) -> Text {
    texts::text("duel-seats", &[("first", first.into()), ("second", second.into())])
}

/// A score and its interval.
pub(crate) fn score(score: f64, low: f64, high: f64) -> Text {
    let (low, high) = (("low", percent(low).into()), ("high", percent(high).into()));
    texts::text("duel-score", &[("score", percent(score).into()), low, high])
}

/// A difference in Elo points and its interval.
pub(crate) fn elo(elo: f64, low: f64, high: f64) -> Text {
    let (low, high) =
        (("low", super::signed(low, 0).into()), ("high", super::signed(high, 0).into()));
    texts::text("duel-elo", &[("elo", super::signed(elo, 0).into()), low, high])
}

/// Mean times of a game in seconds.
pub(crate) fn time_used(one: &str, time: f64, other: &str, other_time: f64) -> Text {
    let (one, other) = (super::external::quote(one), super::external::quote(other));
    let (time, other_time) = (texts::decimal(time, 2), texts::decimal(other_time, 2));
    let (one, other) = (("one", one.into()), ("other", other.into()));
    let (time, other_time) = (("time", time.into()), ("other-time", other_time.into()));
    texts::text("duel-time-used", &[one, time, other, other_time])
}

/// Decision of the SPRT, with its ratio and bound.
pub(crate) fn sprt(answer: &Text, ratio: f64, bound: f64) -> Text {
    let (ratio, bound) = (super::signed(ratio, 2), texts::decimal(bound, 2));
    let (ratio, bound) = (("ratio", ratio.into()), ("bound", bound.into()));
    texts::text("duel-sprt", &[("answer", answer.into()), ratio, bound])
}

pub(crate) fn yes(high: f64) -> Text {
    texts::text("duel-yes", &[("high", threshold(high).into())])
}

pub(crate) fn no(high: f64) -> Text {
    texts::text("duel-no", &[("high", threshold(high).into())])
}

pub(crate) fn undecided(low: f64, high: f64) -> Text {
    let (low, high) = (("low", threshold(low).into()), ("high", threshold(high).into()));
    texts::text("duel-undecided", &[low, high])
}

/// Error: the program gives no move.
pub(crate) fn no_answer(program: &str, why: &str) -> Text {
    let why = super::printable(why);
    texts::text("duel-no-answer", &[("program", program.into()), ("why", why.into())])
}

/// Remark on an interrupted duel; `saved` says whether its games are in a file.
pub(crate) fn stopped(saved: bool) -> Text {
    if saved { texts::text("duel-stopped-saved", &[]) } else { texts::text("duel-stopped", &[]) }
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
        "crashed" => texts::text("forfeit-crashed", &[]),
        "illegal" => texts::text("forfeit-illegal", &[]),
        "flagged" => texts::text("forfeit-flagged", &[]),
        _ => texts::text("forfeit-resigned", &[]),
    }
}

/// How often a player has lost by a mistake.
pub(crate) fn faults(player: &str, counts: FaultCounts) -> Text {
    let FaultCounts { crashed, illegal, overtime } = counts;
    let player = ("player", super::external::quote(player).into());
    let (crashed, illegal) = (("crashed", crashed.into()), ("illegal", illegal.into()));
    texts::text("duel-faults", &[player, crashed, illegal, ("overtime", overtime.into())])
}
