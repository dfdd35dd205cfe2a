DROP TABLE festival_events;
DROP TABLE festivals;
