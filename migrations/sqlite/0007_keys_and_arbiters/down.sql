ALTER TABLE users DROP COLUMN is_arbiter;
DROP TABLE keys;
