-- What arbiters decided about which entries are one person; the people themselves are told anew from the events.
CREATE TABLE player_decisions (
    id TEXT NOT NULL PRIMARY KEY,
    what TEXT NOT NULL,
    entry TEXT NOT NULL,
    other TEXT,
    decided_by TEXT NOT NULL REFERENCES users (id),
    at TIMESTAMP NOT NULL
);
