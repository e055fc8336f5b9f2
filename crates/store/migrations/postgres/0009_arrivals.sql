-- When each player of a match last came to it, where several servers share the store; NULL where only one does. A claim that
-- a player has been absent for longer is refused, whatever the server that takes it has heard.
ALTER TABLE matches ADD COLUMN arrived_one BIGINT;
ALTER TABLE matches ADD COLUMN arrived_two BIGINT;
