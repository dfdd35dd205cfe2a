-- Scoresheets: when each move was written, in milliseconds with blanks between them; the longest that the sheet was when
-- its last move was taken back; how many moves were taken back beyond that while the game was played.
ALTER TABLE scoresheets ADD COLUMN written_at TEXT NOT NULL DEFAULT '';
ALTER TABLE scoresheets ADD COLUMN back_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE scoresheets ADD COLUMN taken_back BIGINT NOT NULL DEFAULT 0;
