-- A match is its events. `changed` is the time of the newest of them, kept for lists alone.
CREATE TABLE matches (
    id      TEXT    NOT NULL PRIMARY KEY,
    owner   TEXT    NOT NULL,
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_of_owner ON matches (owner, changed);

-- `command` is the client's name for what led to the event: the same one never counts twice.
CREATE TABLE events (
    "match" TEXT    NOT NULL REFERENCES matches (id),
    version INTEGER NOT NULL,
    command TEXT,
    event   TEXT    NOT NULL,
    PRIMARY KEY ("match", version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_of_command ON events ("match", command) WHERE command IS NOT NULL;

CREATE TABLE profiles (
    id       TEXT NOT NULL PRIMARY KEY,
    document TEXT NOT NULL
) STRICT, WITHOUT ROWID;
