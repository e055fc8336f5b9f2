//! Messages of `damier book`.

use rules::Text;

/// Number of positions solved so far.
pub(crate) fn done(done: usize, all: usize) -> Text {
    texts::text("book-done", &[("done", done.into()), ("all", all.into())])
}

/// Error: so many positions are not solved yet.
pub(crate) fn unfinished(left: usize) -> Text {
    texts::text("book-unfinished", &[("left", left.into())])
}
