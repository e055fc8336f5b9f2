-- The schema that the embedded database has after its migration 8; numbers are the same from here on. Times are in
-- milliseconds. Texts compare by their bytes, as they do there.

-- A match is its events. `changed` is the time of the newest of them, kept for lists alone. Neither it nor `bytes` is in an
-- index, so that a move rewrites the row in its page and no index.
CREATE TABLE matches (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner    TEXT COLLATE "C" NOT NULL,
    changed  BIGINT NOT NULL,
    network  TEXT COLLATE "C",
    bytes    BIGINT NOT NULL DEFAULT 0,
    -- SHA-256 of a secret with which another device plays in a match at one screen.
    seat_key TEXT COLLATE "C",
    -- Whether a player was helped by the engine before the match was over.
    is_helped BIGINT NOT NULL DEFAULT 0
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

-- What lists say of a match, so that no list reads events. A row is up to date if its version is that of the newest
-- event.
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
    ended    BIGINT,
    -- What lists are filtered and searched by: where the opponent is ('computer', 'online' or 'screen'), the only person
    -- at one screen, and the names in lower case. Accuracies are thousandths, those of the last complete review.
    opponent     TEXT COLLATE "C",
    person       TEXT COLLATE "C",
    name_one     TEXT COLLATE "C",
    name_two     TEXT COLLATE "C",
    accuracy_one BIGINT,
    accuracy_two BIGINT,
    -- How a match that is over was played, as JSON.
    conduct      TEXT COLLATE "C"
) WITH (fillfactor = 70);

-- Who plays a match, beside its owner, who has a row in matches between two screens only. `player` is 'one' or 'two', NULL
-- if the profile is both or nobody knows.
CREATE TABLE attendances (
    profile  TEXT COLLATE "C" NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    player   TEXT COLLATE "C",
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

-- Other devices of a profile. `key` is the SHA-256 of the secret in a device's cookie.
CREATE TABLE devices (
    key     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    profile TEXT COLLATE "C" NOT NULL,
    added   BIGINT NOT NULL
);

CREATE INDEX devices_of_profile ON devices (profile);

-- The link by which one more device comes to a profile; a new one replaces it. `key` is the SHA-256 of its secret.
CREATE TABLE profile_links (
    profile TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    key     TEXT COLLATE "C" NOT NULL UNIQUE,
    expires BIGINT NOT NULL
);

-- Names that visitors have reported to the operator.
CREATE TABLE reports (
    number   BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at       BIGINT NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL,
    player   TEXT COLLATE "C" NOT NULL,
    name     TEXT COLLATE "C" NOT NULL,
    reporter TEXT COLLATE "C" NOT NULL,
    network  TEXT COLLATE "C",
    UNIQUE (match_id, player, reporter)
);
