ALTER TABLE known_devices DROP COLUMN known_since;
ALTER TABLE sessions DROP COLUMN known_since;
DROP TABLE account_news;
