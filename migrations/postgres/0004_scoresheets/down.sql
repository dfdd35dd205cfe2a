DROP TABLE scoresheets;
