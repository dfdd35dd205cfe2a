ALTER TABLE once_keys DROP CONSTRAINT once_keys_pkey, ADD PRIMARY KEY (author, once_key);
