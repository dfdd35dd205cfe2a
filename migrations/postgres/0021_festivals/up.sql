-- Several events under one roof. What an event is, its own ledger says; here is only which ones belong together.
CREATE TABLE festivals (
    id TEXT NOT NULL PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE TABLE festival_events (
    event_id TEXT NOT NULL PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
    festival_id TEXT NOT NULL REFERENCES festivals (id) ON DELETE CASCADE,
    place BIGINT NOT NULL
);
CREATE INDEX festival_events_by_festival ON festival_events (festival_id);
