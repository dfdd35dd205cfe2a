-- What keeps others from finding a record out by guessing when it was erased. Texts from before, and erased ones, have none.
ALTER TABLE record_texts ADD COLUMN salt TEXT;
