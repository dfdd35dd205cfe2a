-- Keys by which the program knows again what it has said, such as a mark that a clock's device brings back.
CREATE TABLE keys (
    name TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);

-- People whom an administrator calls arbiters: they read what was decided in other people's events.
ALTER TABLE users ADD COLUMN is_arbiter BOOLEAN NOT NULL DEFAULT FALSE;
