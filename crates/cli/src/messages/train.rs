//! Messages of `damier train`.

use rules::Text;

/// Error: the engine of the game has no weights.
pub(crate) fn nothing_to_learn(game: &Text) -> Text {
    texts::text("train-nothing", &[("game", game.into())])
}

/// Number of games played so far.
pub(crate) fn played(done: u64, all: u64) -> Text {
    texts::text("train-played", &[("done", done.into()), ("all", all.into())])
}

/// How well the weights foretell results after a round: in the games of the fit, and in others.
pub(crate) fn round(round: u32, losses: [f64; 2]) -> Text {
    let [learnt, kept] = losses.map(|loss| texts::decimal(loss, 4));
    let (learnt, kept) = (("learnt", learnt.into()), ("kept", kept.into()));
    texts::text("train-round", &[("round", round.into()), learnt, kept])
}

/// What the new weights got of so many games.
pub(crate) fn compared(games: usize, score: f64, error: f64) -> Text {
    let percent = |part: f64| texts::decimal(100.0 * part, 1);
    let (score, error) = (("score", percent(score).into()), ("error", percent(error).into()));
    texts::text("train-compared", &[("games", games.into()), score, error])
}

/// Error: the line is no game.
pub(crate) fn no_game() -> Text {
    texts::text("train-no-game", &[])
}

/// Error: the file has another number of weights.
pub(crate) fn other_weights(found: usize, wanted: usize) -> Text {
    texts::text("train-other-weights", &[("found", found.into()), ("wanted", wanted.into())])
}

/// Error: there are no positions to learn from.
pub(crate) fn no_positions() -> Text {
    texts::text("train-no-positions", &[])
}
