-- The events' states of the older form are gone with the snapshots.
ALTER TABLE events ADD COLUMN state TEXT NOT NULL DEFAULT '';
DROP TABLE event_snapshots;
