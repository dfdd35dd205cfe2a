DROP TABLE personal_texts;
