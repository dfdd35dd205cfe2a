ALTER TABLE scoresheets DROP COLUMN taken_back;
ALTER TABLE scoresheets DROP COLUMN back_from;
ALTER TABLE scoresheets DROP COLUMN written_at;
