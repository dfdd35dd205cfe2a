-- Keys of forms rise with the time at which their pages were made. In the order of the keys those of one moment stand side
-- by side in the index.
ALTER TABLE once_keys DROP CONSTRAINT once_keys_pkey, ADD PRIMARY KEY (once_key, author);
