-- States of an event after some of its entries. Between and after them the ledger tells how it stands. The first byte
-- says how the state is written: j for JSON, z for JSON compressed by LZ4.
CREATE TABLE event_snapshots (
    event_id TEXT NOT NULL REFERENCES events (id),
    version BIGINT NOT NULL,
    head_hash TEXT NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (event_id, version)
);
-- What is compressed already is not compressed again.
ALTER TABLE event_snapshots ALTER COLUMN state SET STORAGE EXTERNAL;
INSERT INTO event_snapshots (event_id, version, head_hash, state)
    SELECT id, version, head_hash, convert_to('j' || state, 'UTF8') FROM events;
ALTER TABLE events DROP COLUMN state;
-- Rows that change often find room for their next version on their own page.
ALTER TABLE events SET (fillfactor = 50);
