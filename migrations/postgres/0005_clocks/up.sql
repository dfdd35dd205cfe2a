-- Where the chain of each clock ends.
CREATE TABLE clocks (
    game_id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    head_hash TEXT NOT NULL
);
CREATE INDEX clocks_by_event ON clocks (event_id);

-- Everything that ever happened to a clock. Rows are added, never changed. Several clocks of a hall are pressed at
-- the same time, so each has a chain of its own beside the event's ledger.
CREATE TABLE clock_entries (
    game_id TEXT NOT NULL REFERENCES clocks (game_id),
    seq BIGINT NOT NULL CHECK (seq >= 1),
    event_id TEXT NOT NULL REFERENCES events (id),
    at TIMESTAMP NOT NULL,
    received_at TIMESTAMP NOT NULL,
    hand TEXT NOT NULL,
    device TEXT NOT NULL,
    device_seq BIGINT NOT NULL,
    entry TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game_id, seq),
    UNIQUE (game_id, device, device_seq)
);

-- Devices that may press one clock. The link works once; the device then holds a token. The database keeps hashes.
CREATE TABLE clock_tablets (
    id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id),
    game_id TEXT NOT NULL,
    link_hash TEXT NOT NULL UNIQUE,
    token_hash TEXT UNIQUE,
    made_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    joined_at TIMESTAMP,
    ended_at TIMESTAMP
);
CREATE INDEX clock_tablets_by_game ON clock_tablets (game_id);

CREATE FUNCTION clock_entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of clocks are never changed nor deleted';
END
$$;
CREATE TRIGGER clock_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON clock_entries
    FOR EACH STATEMENT EXECUTE FUNCTION clock_entries_are_kept();
