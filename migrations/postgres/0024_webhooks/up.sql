-- Addresses of other programs that are told when readers see something new of an event, and what they answered.
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    told BIGINT NOT NULL,
    told_at TIMESTAMP NOT NULL,
    failures BIGINT NOT NULL,
    due_at TIMESTAMP,
    is_asked BOOLEAN NOT NULL
);
CREATE INDEX webhooks_by_event ON webhooks (event_id);
CREATE TABLE webhook_answers (
    id TEXT NOT NULL PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    at TIMESTAMP NOT NULL,
    version BIGINT NOT NULL,
    is_good BOOLEAN NOT NULL,
    words TEXT NOT NULL
);
CREATE INDEX webhook_answers_by_webhook ON webhook_answers (webhook_id);
