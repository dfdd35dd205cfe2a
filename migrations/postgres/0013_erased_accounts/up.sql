-- Whether the person was erased: the row stays so that its number is given to nobody else, and says nothing of them.
ALTER TABLE users ADD COLUMN is_erased BOOLEAN NOT NULL DEFAULT FALSE;
