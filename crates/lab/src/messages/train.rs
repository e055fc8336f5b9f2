//! Messages of `damier train`.

use rules::Text;
use texts::text;

/// How well the weights foretell results after a round: in the games of the fit, and in others.
pub(crate) fn round(round: u32, losses: [f64; 2]) -> Text {
    let [learnt, kept] = losses.map(|loss| texts::decimal(loss, 4));
    text!("train-round", round, learnt, kept)
}

/// What the new weights got of so many games.
pub(crate) fn compared(games: usize, score: f64, error: f64) -> Text {
    let percent = |part: f64| texts::decimal(100.0 * part, 1);
    text!("train-compared", games, score = percent(score), error = percent(error))
}
