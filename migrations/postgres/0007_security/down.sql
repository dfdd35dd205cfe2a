ALTER TABLE sessions DROP COLUMN confirmed_at;
DROP TABLE security_journal;
ALTER TABLE users DROP COLUMN is_arbiter;
DROP TABLE keys;
