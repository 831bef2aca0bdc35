-- +goose Up
-- The audit trail: rows are added and nothing else.
CREATE TABLE audit_events (
    seq           BIGINT PRIMARY KEY CHECK (seq > 0),
    at_us         BIGINT NOT NULL, -- microseconds since 1970-01-01 UTC
    actor         TEXT NOT NULL,
    actor_id      TEXT NOT NULL,
    address       TEXT NOT NULL,
    request_id    TEXT NOT NULL,
    action        TEXT NOT NULL,
    object        TEXT NOT NULL,
    object_id     TEXT NOT NULL,
    refused       BOOLEAN NOT NULL,
    detail        TEXT NOT NULL,
    before_values TEXT NOT NULL, -- JSON object of texts, by name; empty for none
    after_values  TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash          TEXT NOT NULL,
    search_key    TEXT NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX audit_events_object ON audit_events (object, object_id, seq);
CREATE INDEX audit_events_actor ON audit_events (actor, seq);
CREATE INDEX audit_events_action ON audit_events (action, seq);
CREATE INDEX audit_events_at ON audit_events (at_us, seq);

-- Number and hash of the newest entry. Who appends locks this row.
CREATE TABLE audit_head (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    seq  BIGINT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- +goose StatementBegin
CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail only grows';
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER audit_events_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows();

-- +goose Down
DROP TABLE audit_head;
DROP TABLE audit_events;
DROP FUNCTION audit_only_grows();
