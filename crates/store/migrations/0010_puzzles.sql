-- Results at puzzles. The first attempt counts for the rating: `is_won` if it was right without help, against a puzzle of
-- that `rating`. `day` is the day since 1970 whose daily puzzle it was when it was solved.
CREATE TABLE puzzle_results (
    profile   TEXT    NOT NULL,
    puzzle    TEXT    NOT NULL,
    game      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    is_won    INTEGER NOT NULL,
    is_solved INTEGER NOT NULL,
    rating    INTEGER NOT NULL,
    day       INTEGER,
    PRIMARY KEY (profile, puzzle)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_results_by_age ON puzzle_results (at);
