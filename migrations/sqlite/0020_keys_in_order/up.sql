-- Keys of forms rise with the time at which their pages were made. In the order of the keys those of one moment stand side
-- by side, and a group of results writes one page of the file instead of one a result.
CREATE TABLE keys_in_order (
    once_key TEXT NOT NULL,
    author TEXT NOT NULL,
    event_id TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    PRIMARY KEY (once_key, author)
) WITHOUT ROWID;
INSERT INTO keys_in_order SELECT once_key, author, event_id, seq, at FROM once_keys ORDER BY once_key, author;
DROP TABLE once_keys;
ALTER TABLE keys_in_order RENAME TO once_keys;
