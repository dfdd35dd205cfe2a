DROP TABLE registration_identities;
