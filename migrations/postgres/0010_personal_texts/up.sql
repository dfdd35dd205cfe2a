-- What people typed about people, under the salted digests by which entries name it. The body is JSON. What was erased has
-- no salt any more, and says instead what is said in its place.
CREATE TABLE personal_texts (
    digest TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL,
    -- Whose name it is, where it is the name of who did something.
    owner TEXT,
    salt TEXT,
    body TEXT NOT NULL
);
CREATE INDEX personal_texts_by_owner ON personal_texts (event_id, owner) WHERE owner IS NOT NULL;
