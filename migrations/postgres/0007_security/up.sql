-- Keys by which the program knows again what it has said, such as a mark that a clock's device brings back.
CREATE TABLE keys (
    name TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);

-- People whom an administrator calls arbiters: they read what was decided in other people's events.
ALTER TABLE users ADD COLUMN is_arbiter BOOLEAN NOT NULL DEFAULT FALSE;

-- What concerns security, for administrators; repeats within an hour are one line.
CREATE TABLE security_journal (
    id TEXT NOT NULL PRIMARY KEY,
    what TEXT NOT NULL,
    who TEXT NOT NULL,
    address TEXT NOT NULL,
    times BIGINT NOT NULL,
    first_at TIMESTAMP NOT NULL,
    last_at TIMESTAMP NOT NULL
);
CREATE INDEX security_journal_by_time ON security_journal (last_at);

-- When the person last typed the password in this session; none since it began.
ALTER TABLE sessions ADD COLUMN confirmed_at TIMESTAMP;
