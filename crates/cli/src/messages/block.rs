//! Messages about who is kept out of a server.

use rules::Text;

pub(crate) fn nobody(who: &str) -> Text {
    texts::text("block-nobody", &[("who", who.into())])
}

pub(crate) fn bad_line(file: &str, line: usize, text: &str) -> Text {
    let line = line.to_string();
    texts::text(
        "block-bad-line",
        &[("file", file.into()), ("line", line.into()), ("text", text.into())],
    )
}

pub(crate) fn listed(file: &str, count: usize) -> Text {
    texts::text("block-listed", &[("file", file.into()), ("count", count.into())])
}

pub(crate) fn saved(file: &str, count: usize) -> Text {
    texts::text("block-saved", &[("file", file.into()), ("count", count.into())])
}

/// The command that keeps a reported player out.
pub(crate) fn command(who: &str) -> Text {
    texts::text("block-command", &[("who", who.into())])
}
