//! What `damier book` says.

use rules::Text;

/// Said of a game that has no solver.
pub(crate) fn no_solver(game: &Text) -> Text {
    texts::text("book-no-solver", &[("game", game.into())])
}

/// How many positions of all are solved.
pub(crate) fn done(done: usize, all: usize) -> Text {
    texts::text("book-done", &[("done", done.into()), ("all", all.into())])
}

/// So many positions are not solved yet.
pub(crate) fn unfinished(left: usize) -> Text {
    texts::text("book-unfinished", &[("left", left.into())])
}

/// Said of a line that should be moves and a score.
pub(crate) fn no_score() -> Text {
    texts::text("book-no-score", &[])
}
