DROP TABLE clock_tablets;
DROP TABLE clock_entries;
DROP TABLE clocks;
