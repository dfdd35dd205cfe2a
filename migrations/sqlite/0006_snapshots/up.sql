-- States of an event after some of its entries. Between and after them the ledger tells how it stands. The first byte
-- says how the state is written: j for JSON, z for JSON compressed by LZ4.
CREATE TABLE event_snapshots (
    event_id TEXT NOT NULL REFERENCES events (id),
    version BIGINT NOT NULL,
    head_hash TEXT NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (event_id, version)
);
INSERT INTO event_snapshots (event_id, version, head_hash, state)
    SELECT id, version, head_hash, CAST('j' || state AS BLOB) FROM events;
ALTER TABLE events DROP COLUMN state;
