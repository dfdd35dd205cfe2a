-- Scoresheets: the moves of a game as one holder, a player or an arbiter, has written them down so far. Private until
-- they are handed in; no part of the ledger.
CREATE TABLE scoresheets (
    game_id TEXT NOT NULL,
    holder TEXT NOT NULL,
    event_id TEXT NOT NULL REFERENCES events (id),
    moves TEXT NOT NULL,
    revision BIGINT NOT NULL CHECK (revision >= 1),
    last_key TEXT NOT NULL,
    record_id TEXT,
    changed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (game_id, holder)
);
