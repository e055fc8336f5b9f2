//! Tables of the schema, which both SQL backends have. A table stands behind those that it refers to.

/// Type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnType {
    Text,
    Integer,
}

use ColumnType::{Integer, Text};

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// Its columns; those of the primary key first.
    pub(super) columns: &'static [(&'static str, ColumnType)],
    /// How many columns the primary key has.
    pub(super) key: usize,
}

pub(super) const TABLES: &[Table] = &[
    Table {
        name: "matches",
        columns: &[
            ("id", Text),
            ("owner", Text),
            ("changed", Integer),
            ("network", Text),
            ("bytes", Integer),
            ("seat_key", Text),
            ("is_helped", Integer),
            ("arrived_one", Integer),
            ("arrived_two", Integer),
        ],
        key: 1,
    },
    Table {
        name: "events",
        columns: &[("match_id", Text), ("version", Integer), ("command", Text), ("event", Text)],
        key: 2,
    },
    Table {
        name: "match_summaries",
        columns: &[
            ("match_id", Text),
            ("version", Integer),
            ("game", Text),
            ("rules", Text),
            ("kind", Text),
            ("first", Text),
            ("second", Text),
            ("entries", Integer),
            ("finished", Integer),
            ("winner", Text),
            ("reason", Text),
            ("created", Integer),
            ("ended", Integer),
            ("opponent", Text),
            ("person", Text),
            ("name_one", Text),
            ("name_two", Text),
            ("accuracy_one", Integer),
            ("accuracy_two", Integer),
            ("conduct", Text),
        ],
        key: 1,
    },
    Table {
        name: "attendances",
        columns: &[("profile", Text), ("match_id", Text), ("player", Text)],
        key: 2,
    },
    Table {
        name: "profiles",
        columns: &[
            ("id", Text),
            ("document", Text),
            ("network", Text),
            ("unchanged_since", Integer),
        ],
        key: 1,
    },
    Table {
        name: "analyses",
        columns: &[
            ("owner", Text),
            ("id", Text),
            ("version", Integer),
            ("changed", Integer),
            ("document", Text),
            ("network", Text),
            ("bytes", Integer),
        ],
        key: 2,
    },
    Table {
        name: "analysis_summaries",
        columns: &[
            ("owner", Text),
            ("id", Text),
            ("version", Integer),
            ("game", Text),
            ("first", Text),
            ("second", Text),
            ("entries", Integer),
            ("variations", Integer),
            ("of_match", Integer),
        ],
        key: 2,
    },
    Table {
        name: "tiles",
        columns: &[
            ("profile", Text),
            ("word", Text),
            ("name", Text),
            ("rows", Text),
            ("place", Integer),
            ("network", Text),
            ("unchanged_since", Integer),
        ],
        key: 2,
    },
    Table { name: "heartbeat", columns: &[("only", Integer), ("at", Integer)], key: 1 },
    Table { name: "outages", columns: &[("ended", Integer), ("began", Integer)], key: 1 },
    Table {
        name: "devices",
        columns: &[("key", Text), ("profile", Text), ("added", Integer)],
        key: 1,
    },
    Table {
        name: "profile_links",
        columns: &[("profile", Text), ("key", Text), ("expires", Integer)],
        key: 1,
    },
    Table {
        name: "puzzle_results",
        columns: &[
            ("profile", Text),
            ("puzzle", Text),
            ("game", Text),
            ("at", Integer),
            ("is_won", Integer),
            ("is_solved", Integer),
            ("rating", Integer),
            ("day", Integer),
        ],
        key: 2,
    },
    Table {
        name: "reports",
        columns: &[
            ("number", Integer),
            ("at", Integer),
            ("match_id", Text),
            ("player", Text),
            ("name", Text),
            ("reporter", Text),
            ("network", Text),
        ],
        key: 1,
    },
];
