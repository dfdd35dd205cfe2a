CREATE TABLE keys_by_author (
    author TEXT NOT NULL,
    once_key TEXT NOT NULL,
    event_id TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    PRIMARY KEY (author, once_key)
);
INSERT INTO keys_by_author SELECT author, once_key, event_id, seq, at FROM once_keys;
DROP TABLE once_keys;
ALTER TABLE keys_by_author RENAME TO once_keys;
