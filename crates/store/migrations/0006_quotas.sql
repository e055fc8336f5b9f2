-- What is stored counts towards the quota of its profile and of the network that it came from. `network` is a hash, NULL
-- at the server's own machine. `bytes` is the size of a match's events, or of an analysis.
ALTER TABLE matches ADD COLUMN network TEXT;
ALTER TABLE matches ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE analyses ADD COLUMN network TEXT;
ALTER TABLE analyses ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tiles ADD COLUMN network TEXT;
ALTER TABLE profiles ADD COLUMN network TEXT;

UPDATE matches SET bytes =
    (SELECT coalesce(sum(length(CAST(event AS BLOB))), 0) FROM events WHERE match_id = matches.id);
UPDATE analyses SET bytes = length(CAST(document AS BLOB));

-- Not with `bytes`: every move changes those of its match.
CREATE INDEX matches_of_network ON matches (network) WHERE network IS NOT NULL;
CREATE INDEX analyses_size_of_owner ON analyses (owner, bytes);
CREATE INDEX analyses_size_of_network ON analyses (network, bytes) WHERE network IS NOT NULL;
CREATE INDEX tiles_of_network ON tiles (network) WHERE network IS NOT NULL;
CREATE INDEX profiles_of_network ON profiles (network) WHERE network IS NOT NULL;

-- SHA-256 of a secret with which another device plays in a match at one screen.
ALTER TABLE matches ADD COLUMN seat_key TEXT;

-- Retention finds what is old by these. Tiles and profiles have no time of their own: `unchanged_since` is when the
-- retention first saw the row as it is, NULL before.
CREATE INDEX analyses_by_change ON analyses (changed);
ALTER TABLE tiles ADD COLUMN unchanged_since INTEGER;
ALTER TABLE profiles ADD COLUMN unchanged_since INTEGER;
CREATE INDEX tiles_unchanged ON tiles (unchanged_since);
CREATE INDEX profiles_unchanged ON profiles (unchanged_since);
