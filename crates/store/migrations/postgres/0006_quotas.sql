-- The schema that the embedded database has after its migration 6; numbers are the same from here on. Times are in
-- milliseconds. Texts compare by their bytes, as they do there.

-- A match is its events. `changed` is the time of the newest of them, kept for lists alone. Neither it nor `bytes` is in an
-- index, so that a move rewrites the row in its page and no index.
CREATE TABLE matches (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner    TEXT COLLATE "C" NOT NULL,
    changed  BIGINT NOT NULL,
    network  TEXT COLLATE "C",
    bytes    BIGINT NOT NULL DEFAULT 0,
    seat_key TEXT COLLATE "C"
) WITH (fillfactor = 70);

CREATE INDEX matches_of_owner ON matches (owner);
CREATE INDEX matches_of_network ON matches (network) WHERE network IS NOT NULL;

-- `command` is the client's name for what led to the event: the same one never counts twice.
CREATE TABLE events (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    version  BIGINT NOT NULL,
    command  TEXT COLLATE "C",
    event    TEXT NOT NULL,
    PRIMARY KEY (match_id, version)
);

CREATE UNIQUE INDEX events_of_command ON events (match_id, command) WHERE command IS NOT NULL;

CREATE TABLE match_summaries (
    match_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id),
    version  BIGINT NOT NULL,
    game     TEXT COLLATE "C" NOT NULL,
    rules    TEXT COLLATE "C",
    kind     TEXT COLLATE "C" NOT NULL,
    first    TEXT COLLATE "C",
    second   TEXT COLLATE "C",
    entries  BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    winner   TEXT COLLATE "C",
    reason   TEXT COLLATE "C",
    created  BIGINT NOT NULL,
    ended    BIGINT
) WITH (fillfactor = 70);

-- Who else plays a match, beside its owner.
CREATE TABLE attendances (
    profile  TEXT COLLATE "C" NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    PRIMARY KEY (profile, match_id)
);

CREATE INDEX attendances_of_match ON attendances (match_id);

-- `unchanged_since` is when the retention first saw the row as it is, NULL before.
CREATE TABLE profiles (
    id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    document        TEXT NOT NULL,
    network         TEXT COLLATE "C",
    unchanged_since BIGINT
);

CREATE INDEX profiles_of_network ON profiles (network) WHERE network IS NOT NULL;
CREATE INDEX profiles_unchanged ON profiles (unchanged_since);

CREATE TABLE analyses (
    owner    TEXT COLLATE "C" NOT NULL,
    id       TEXT COLLATE "C" NOT NULL,
    version  BIGINT NOT NULL,
    changed  BIGINT NOT NULL,
    document TEXT NOT NULL,
    network  TEXT COLLATE "C",
    bytes    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (owner, id)
);

CREATE INDEX analyses_of_owner ON analyses (owner, changed);
CREATE INDEX analyses_of_network ON analyses (network) WHERE network IS NOT NULL;
CREATE INDEX analyses_by_change ON analyses (changed);

CREATE TABLE analysis_summaries (
    owner      TEXT COLLATE "C" NOT NULL,
    id         TEXT COLLATE "C" NOT NULL,
    version    BIGINT NOT NULL,
    game       TEXT COLLATE "C" NOT NULL,
    first      TEXT COLLATE "C",
    second     TEXT COLLATE "C",
    entries    BIGINT NOT NULL,
    variations BIGINT NOT NULL,
    of_match   BIGINT NOT NULL,
    PRIMARY KEY (owner, id)
);

CREATE TABLE tiles (
    profile         TEXT COLLATE "C" NOT NULL,
    word            TEXT COLLATE "C" NOT NULL,
    name            TEXT COLLATE "C" NOT NULL,
    "rows"          TEXT COLLATE "C" NOT NULL,
    place           BIGINT NOT NULL,
    network         TEXT COLLATE "C",
    unchanged_since BIGINT,
    PRIMARY KEY (profile, word)
);

CREATE INDEX tiles_of_network ON tiles (network) WHERE network IS NOT NULL;
CREATE INDEX tiles_unchanged ON tiles (unchanged_since);

-- The last moment at which a server is known to have run.
CREATE TABLE heartbeat (
    "only" BIGINT NOT NULL PRIMARY KEY CHECK ("only" = 1),
    at     BIGINT NOT NULL
);

-- When none did: no clock is charged for that.
CREATE TABLE outages (
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL PRIMARY KEY
);
