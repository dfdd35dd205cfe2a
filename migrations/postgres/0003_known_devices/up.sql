-- Browsers in which a person has signed in before; the browser holds the token, the database its hash.
CREATE TABLE known_devices (
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    used_at TIMESTAMP NOT NULL,
    PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_devices_by_user ON known_devices (user_id, used_at);
