-- `match` is a keyword of SQL.
ALTER TABLE events RENAME COLUMN "match" TO match_id;
ALTER TABLE attendances RENAME COLUMN "match" TO match_id;

-- What lists say of a match, so that no list reads events. A row is up to date if its version is that of the newest
-- event; matches of earlier versions of the program have none until they are listed.
CREATE TABLE match_summaries (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    version  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    rules    TEXT,
    kind     TEXT    NOT NULL,
    -- Who plays, as JSON; NULL while the seat is free.
    first    TEXT,
    second   TEXT,
    entries  INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    winner   TEXT,
    reason   TEXT,
    created  INTEGER NOT NULL,
    ended    INTEGER
) STRICT, WITHOUT ROWID;

-- What lists say of an analysis, so that no list reads documents.
CREATE TABLE analysis_summaries (
    owner      TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    first      TEXT,
    second     TEXT,
    entries    INTEGER NOT NULL,
    variations INTEGER NOT NULL,
    of_match   INTEGER NOT NULL,
    PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;
