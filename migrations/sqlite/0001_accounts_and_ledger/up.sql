-- People. Players who came by a link have neither login nor password.
CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    login TEXT UNIQUE,
    name TEXT NOT NULL,
    password_hash TEXT,
    is_admin BOOLEAN NOT NULL,
    is_disabled BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    changed_at TIMESTAMP NOT NULL
);

-- Who is signed in where; the browser holds the token, the database its hash.
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL,
    seen_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    user_agent TEXT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Attempts to sign in that have failed or are still being checked.
CREATE TABLE sign_in_attempts (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    at TIMESTAMP NOT NULL
);
CREATE INDEX sign_in_attempts_by_account ON sign_in_attempts (account, at);
CREATE INDEX sign_in_attempts_by_address ON sign_in_attempts (address, at);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (at);

-- The newest state of each event, written with every ledger entry.
CREATE TABLE events (
    id TEXT NOT NULL PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    is_public BOOLEAN NOT NULL,
    is_finished BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    head_hash TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    changed_at TIMESTAMP NOT NULL
);

-- Everything that ever happened to an event. Rows are added, never changed.
CREATE TABLE ledger_entries (
    event_id TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL CHECK (seq >= 1),
    at TIMESTAMP NOT NULL,
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (event_id, seq)
);

-- Links that work once. A link leads to a user or to an entry of an event.
CREATE TABLE one_time_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'password', 'claim')),
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    event_id TEXT REFERENCES events (id),
    entry_id TEXT,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP
);
CREATE INDEX one_time_links_by_user ON one_time_links (user_id);

-- Which form was already carried out, so that sending it twice does it once.
CREATE TABLE once_keys (
    author TEXT NOT NULL,
    once_key TEXT NOT NULL,
    event_id TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    PRIMARY KEY (author, once_key)
);

-- Secrets of casts whose commitment is in the ledger; the ledger reveals them with the cast.
CREATE TABLE dice_secrets (
    cast_id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id),
    secret TEXT NOT NULL
);

-- Texts of game records under their SHA-256, which the ledger carries.
CREATE TABLE record_texts (
    digest TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL,
    stored_at TIMESTAMP NOT NULL
);

CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
BEGIN
    SELECT RAISE(ABORT, 'ledger entries are never changed');
END;
CREATE TRIGGER ledger_entries_remain BEFORE DELETE ON ledger_entries
BEGIN
    SELECT RAISE(ABORT, 'ledger entries are never deleted');
END;
