-- +goose Up
-- The audit trail: rows are added and nothing else. STRICT keeps every value in
-- the type that its hash was made over.
CREATE TABLE audit_events (
    seq           INTEGER PRIMARY KEY CHECK (seq > 0),
    at_us         INTEGER NOT NULL, -- microseconds since 1970-01-01 UTC
    actor         TEXT NOT NULL,
    actor_id      TEXT NOT NULL,
    address       TEXT NOT NULL,
    request_id    TEXT NOT NULL,
    action        TEXT NOT NULL,
    object        TEXT NOT NULL,
    object_id     TEXT NOT NULL,
    refused       INTEGER NOT NULL CHECK (refused IN (0, 1)),
    detail        TEXT NOT NULL,
    before_values TEXT NOT NULL, -- JSON object of texts, by name; empty for none
    after_values  TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash          TEXT NOT NULL,
    search_key    TEXT NOT NULL -- case-folded words that a search looks at
) STRICT;
CREATE INDEX audit_events_object ON audit_events (object, object_id, seq);
CREATE INDEX audit_events_actor ON audit_events (actor, seq);
CREATE INDEX audit_events_action ON audit_events (action, seq);
CREATE INDEX audit_events_at ON audit_events (at_us, seq);

-- Number and hash of the newest entry. Who appends locks this row.
CREATE TABLE audit_head (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    seq  INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;
INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- +goose StatementBegin
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
BEGIN
    SELECT RAISE(ABORT, 'the audit trail only grows');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
BEGIN
    SELECT RAISE(ABORT, 'the audit trail only grows');
END;
-- +goose StatementEnd
-- INSERT OR REPLACE deletes without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER audit_events_no_replace BEFORE INSERT ON audit_events
WHEN EXISTS (SELECT 1 FROM audit_events WHERE seq = NEW.seq)
BEGIN
    SELECT RAISE(ABORT, 'the audit trail only grows');
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE audit_head;
DROP TABLE audit_events;
