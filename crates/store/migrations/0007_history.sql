-- Which player of a match between two screens a profile is: 'one' or 'two', NULL if it is both or nobody knows. From now
-- on the owner of such a match has a row too.
ALTER TABLE attendances ADD COLUMN player TEXT;

-- Before, whoever had a row was the guest.
UPDATE attendances SET player = (
    SELECT CASE event ->> '$.opening.host' WHEN 'one' THEN 'two' WHEN 'two' THEN 'one' END
    FROM events WHERE match_id = attendances.match_id AND version = 1 AND json_valid(event));
INSERT OR IGNORE INTO attendances (profile, match_id, player)
    SELECT owner, id, event ->> '$.opening.host' FROM matches JOIN events ON match_id = id
    WHERE version = 1 AND json_valid(event) AND event ->> '$.opening.host' IS NOT NULL;

-- What lists are filtered and searched by: where the opponent is ('computer', 'online' or 'screen'), the only person at
-- one screen, and the names in lower case. Accuracies are thousandths, those of the last complete review.
ALTER TABLE match_summaries ADD COLUMN opponent TEXT;
ALTER TABLE match_summaries ADD COLUMN person TEXT;
ALTER TABLE match_summaries ADD COLUMN name_one TEXT;
ALTER TABLE match_summaries ADD COLUMN name_two TEXT;
ALTER TABLE match_summaries ADD COLUMN accuracy_one INTEGER;
ALTER TABLE match_summaries ADD COLUMN accuracy_two INTEGER;

UPDATE match_summaries SET
    opponent = CASE
        WHEN kind = 'online' THEN 'online'
        WHEN first ->> '$.type' = 'human' AND second ->> '$.type' = 'human' THEN 'screen'
        ELSE 'computer' END,
    person = CASE
        WHEN kind = 'online' THEN NULL
        WHEN first ->> '$.type' = 'human' AND second ->> '$.type' = 'computer' THEN 'one'
        WHEN first ->> '$.type' = 'computer' AND second ->> '$.type' = 'human' THEN 'two' END,
    name_one = lower(coalesce(first ->> '$.name', first ->> '$.opponent')),
    name_two = lower(coalesce(second ->> '$.name', second ->> '$.opponent'))
WHERE (first IS NULL OR json_valid(first)) AND (second IS NULL OR json_valid(second));
