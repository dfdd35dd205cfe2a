mod person;
