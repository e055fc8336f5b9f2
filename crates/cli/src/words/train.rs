//! What `damier train` says.

use rules::Text;

/// That game has nothing to learn.
pub(crate) fn does_not_learn(game: &Text) -> Text {
    texts::text("train-no-learning", &[("game", game.into())])
}

/// There are no positions to learn from.
pub(crate) fn nothing() -> Text {
    texts::text("train-nothing", &[])
}
