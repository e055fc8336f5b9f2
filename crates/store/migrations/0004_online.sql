-- Who else plays a match, beside its owner.
CREATE TABLE attendances (
    profile TEXT NOT NULL,
    "match" TEXT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (profile, "match")
) STRICT, WITHOUT ROWID;

CREATE INDEX attendances_of_match ON attendances ("match");

-- The last moment at which the server is known to have run.
CREATE TABLE heartbeat (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
) STRICT;

-- When it did not: no clock is charged for that.
CREATE TABLE outages (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL PRIMARY KEY
) STRICT;
