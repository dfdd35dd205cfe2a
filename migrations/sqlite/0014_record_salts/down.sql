ALTER TABLE record_texts DROP COLUMN salt;
