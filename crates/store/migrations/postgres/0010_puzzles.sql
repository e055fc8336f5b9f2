-- Results at puzzles. The first attempt counts for the rating: `is_won` if it was right without help, against a puzzle of
-- that `rating`. `day` is the day since 1970 whose daily puzzle it was when it was solved.
CREATE TABLE puzzle_results (
    profile   TEXT   COLLATE "C" NOT NULL,
    puzzle    TEXT   COLLATE "C" NOT NULL,
    game      TEXT   COLLATE "C" NOT NULL,
    at        BIGINT NOT NULL,
    is_won    BIGINT NOT NULL,
    is_solved BIGINT NOT NULL,
    rating    BIGINT NOT NULL,
    day       BIGINT,
    PRIMARY KEY (profile, puzzle)
);

CREATE INDEX puzzle_results_by_age ON puzzle_results (at);
