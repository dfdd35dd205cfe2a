-- Whose account a line of the journal certainly tells of, and by which token of theirs: names are shared by many. None for
-- visitors, and in lines from before. They outlive accounts and tokens, so they refer to none.
ALTER TABLE security_journal ADD COLUMN user_id TEXT;
ALTER TABLE security_journal ADD COLUMN token_id TEXT;
