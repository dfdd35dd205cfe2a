-- What the categories of an event ask of whoever registers: woman or man, and the year or date of birth.
CREATE TABLE registration_identities (
    registration_id TEXT PRIMARY KEY NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    sex TEXT,
    birth_date TEXT
);
