DROP TABLE webhook_answers;
DROP TABLE webhooks;
