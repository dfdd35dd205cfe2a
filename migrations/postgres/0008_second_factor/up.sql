-- The secret that somebody's app makes its codes of; it counts once a code has proved it. Each step of time counts once.
CREATE TABLE second_factors (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    proved_at TIMESTAMP,
    last_step BIGINT NOT NULL
);

-- Codes on paper, each of which works once in the app's place; hashed with the secret.
CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- Who has typed the right password and not yet the code; the browser holds the token, the database its hash.
CREATE TABLE half_sign_ins (
    token_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at TIMESTAMP NOT NULL
);
CREATE INDEX half_sign_ins_by_user ON half_sign_ins (user_id);

-- What this installation asks of people. The row is always there, so that a sign-in can hold on to it.
CREATE TABLE demands (
    name TEXT NOT NULL PRIMARY KEY,
    is_on BOOLEAN NOT NULL
);
INSERT INTO demands (name, is_on) VALUES ('second_factor', FALSE);
