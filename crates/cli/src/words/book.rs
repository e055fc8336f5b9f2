//! What `damier book` says.

use rules::Text;

/// How many positions of all are solved.
pub(crate) fn done(done: usize, all: usize) -> Text {
    texts::text("book-done", &[("done", done.into()), ("all", all.into())])
}

/// So many positions are not solved yet.
pub(crate) fn unfinished(left: usize) -> Text {
    texts::text("book-unfinished", &[("left", left.into())])
}
