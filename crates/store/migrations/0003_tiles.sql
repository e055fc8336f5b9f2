-- The tiles that the owner of a profile has drawn. `word` is the name in which capitals and blanks do
-- not count; `place` is the order in which they came.
CREATE TABLE tiles (
    profile TEXT    NOT NULL,
    word    TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    "rows"  TEXT    NOT NULL,
    place   INTEGER NOT NULL,
    PRIMARY KEY (profile, word)
) STRICT, WITHOUT ROWID;
