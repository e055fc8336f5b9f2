-- How a match that is over was played, for the figures of its players, as JSON. Rows of earlier versions lack it: it is
-- found out when figures are first asked for.
ALTER TABLE match_summaries ADD COLUMN conduct TEXT;

-- Whether a player was helped by the engine before the match was over.
ALTER TABLE matches ADD COLUMN is_helped INTEGER NOT NULL DEFAULT 0;

-- Other devices of a profile. `key` is the SHA-256 of the secret in a device's cookie.
CREATE TABLE devices (
    key     TEXT    NOT NULL PRIMARY KEY,
    profile TEXT    NOT NULL,
    added   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_of_profile ON devices (profile);

-- The link by which one more device comes to a profile; a new one replaces it. `key` is the SHA-256 of its secret.
CREATE TABLE profile_links (
    profile TEXT    NOT NULL PRIMARY KEY,
    key     TEXT    NOT NULL UNIQUE,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Names that visitors have reported to the operator.
CREATE TABLE reports (
    number   INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    match_id TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    reporter TEXT    NOT NULL,
    network  TEXT,
    UNIQUE (match_id, player, reporter)
) STRICT;
