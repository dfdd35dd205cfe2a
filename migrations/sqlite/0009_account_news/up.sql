-- What happened to somebody's account and is still to be told to them, in the browsers that were known before it.
CREATE TABLE account_news (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    what TEXT NOT NULL,
    browser TEXT NOT NULL,
    address TEXT NOT NULL,
    at TIMESTAMP NOT NULL
);
CREATE INDEX account_news_by_user ON account_news (user_id, at);

-- Since when the person is known in this browser; none: since the session began, or the browser was last used.
ALTER TABLE sessions ADD COLUMN known_since TIMESTAMP;
ALTER TABLE known_devices ADD COLUMN known_since TIMESTAMP;
