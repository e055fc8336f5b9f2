//! Messages about databases and copies of them.

use std::fmt::Display;

use rules::Text;

pub(crate) fn no_url(error: &str) -> Text {
    texts::text("store-no-url", &[("error", error.into())])
}

pub(crate) fn password_in_argument() -> Text {
    texts::text("store-password-in-argument", &[])
}

pub(crate) fn unusable(database: &dyn Display, error: &dyn Display) -> Text {
    let args = [("database", database.to_string().into()), ("error", error.to_string().into())];
    texts::text("store-unusable", &args)
}

pub(crate) fn table_copied(table: &str, rows: u64) -> Text {
    texts::text("store-table-copied", &[("table", table.into()), ("rows", rows.to_string().into())])
}

pub(crate) fn copied(from: &dyn Display, to: &dyn Display) -> Text {
    let args = [("from", from.to_string().into()), ("to", to.to_string().into())];
    texts::text("store-copied", &args)
}

pub(crate) fn target_not_empty(to: &dyn Display) -> Text {
    texts::text("store-target-not-empty", &[("to", to.to_string().into())])
}

pub(crate) fn in_use(connections: i64) -> Text {
    texts::text("store-in-use", &[("connections", connections.to_string().into())])
}

pub(crate) fn differs(table: &str) -> Text {
    texts::text("store-differs", &[("table", table.into())])
}

pub(crate) fn backed_up(file: &str, matches: u64, events: u64) -> Text {
    let args = [
        ("file", file.into()),
        ("matches", (matches as usize).into()),
        ("events", (events as usize).into()),
    ];
    texts::text("store-backed-up", &args)
}

pub(crate) fn not_backed_up(from: &dyn Display, file: &str, error: &dyn Display) -> Text {
    let (from, error) = (from.to_string(), error.to_string());
    let args = [("from", from.into()), ("file", file.into()), ("error", error.into())];
    texts::text("store-not-backed-up", &args)
}

pub(crate) fn exists(file: &str) -> Text {
    texts::text("store-exists", &[("file", file.into())])
}

pub(crate) fn no_file_to_back_up(url: &dyn Display, file: &str) -> Text {
    texts::text("store-no-file", &[("url", url.to_string().into()), ("file", file.into())])
}

pub(crate) fn same_place() -> Text {
    texts::text("store-same-place", &[])
}
