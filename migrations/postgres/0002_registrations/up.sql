-- Players who registered by themselves, until an arbiter decides. The ledger has those who were accepted.
CREATE TABLE registrations (
    id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id),
    token_hash TEXT NOT NULL UNIQUE,
    user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    club TEXT,
    federation TEXT,
    rating INTEGER,
    rounds_off TEXT NOT NULL,
    contact TEXT,
    remark TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn')),
    entry_id TEXT,
    reason TEXT,
    decided_by TEXT,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX registrations_by_event ON registrations (event_id, created_at);
