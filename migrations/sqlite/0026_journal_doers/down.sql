ALTER TABLE security_journal DROP COLUMN token_id;
ALTER TABLE security_journal DROP COLUMN user_id;
