-- An analysis is a file of a game with its variations and comments. Each visitor has their own; the id
-- may be that of a match.
CREATE TABLE analyses (
    owner    TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    document TEXT    NOT NULL,
    PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX analyses_of_owner ON analyses (owner, changed);
