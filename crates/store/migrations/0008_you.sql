-- How a match was played, for the figures of its players. Rows of earlier versions lack it: they are made again when
-- their matches are first listed.
DELETE FROM match_summaries;
ALTER TABLE match_summaries ADD COLUMN host TEXT;
ALTER TABLE match_summaries ADD COLUMN swapped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match_summaries ADD COLUMN usual_start INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match_summaries ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match_summaries ADD COLUMN played_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match_summaries ADD COLUMN start_position TEXT;
ALTER TABLE match_summaries ADD COLUMN opening TEXT;

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
