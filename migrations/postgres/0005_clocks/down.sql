DROP TABLE clock_tablets;
DROP TABLE clock_entries;
DROP FUNCTION clock_entries_are_kept();
DROP TABLE clocks;
