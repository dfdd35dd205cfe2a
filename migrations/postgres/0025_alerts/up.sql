-- Players who want to be told of their pairings: where, and what each was told last. Personal data, and no part of the ledger.
CREATE TABLE alerts (
    id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    entry_id TEXT NOT NULL,
    -- Whose account asked for it; none for the private link of a registration.
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    -- For what a browser's messages are sealed; empty for e-mail.
    seal TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at TIMESTAMP NOT NULL,
    confirmed_at TIMESTAMP,
    told TEXT NOT NULL,
    failures BIGINT NOT NULL,
    -- When something that waits may be sent; none when nothing waits.
    due_at TIMESTAMP,
    UNIQUE (entry_id, kind, address)
);
CREATE INDEX alerts_by_event ON alerts (event_id);
CREATE INDEX alerts_by_user ON alerts (user_id);
CREATE INDEX alerts_by_due ON alerts (due_at);
