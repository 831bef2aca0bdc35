-- +goose Up
-- A notice that a data set was deleted outlives it, and has its name.
CREATE TABLE hermes_notices_of_deleted (
    id        TEXT PRIMARY KEY,
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_id TEXT REFERENCES hermes_uploads (id) ON DELETE CASCADE,
    told_at   DATETIME NOT NULL,
    told      TEXT NOT NULL,
    seen      BOOLEAN NOT NULL,
    mailed    BOOLEAN NOT NULL,
    deleted_name TEXT
);
INSERT INTO hermes_notices_of_deleted (id, user_id, upload_id, told_at, told, seen, mailed) SELECT id, user_id, upload_id, told_at, told, seen, mailed FROM hermes_notices;
DROP TABLE hermes_notices;
ALTER TABLE hermes_notices_of_deleted RENAME TO hermes_notices;
CREATE INDEX hermes_notices_user ON hermes_notices (user_id, told_at, id);
CREATE INDEX hermes_notices_upload ON hermes_notices (upload_id);
CREATE INDEX hermes_notices_unmailed ON hermes_notices (user_id) WHERE NOT mailed;

-- +goose Down
CREATE TABLE hermes_notices_of_present (
    id        TEXT PRIMARY KEY,
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_id TEXT NOT NULL REFERENCES hermes_uploads (id) ON DELETE CASCADE,
    told_at   DATETIME NOT NULL,
    told      TEXT NOT NULL,
    seen      BOOLEAN NOT NULL,
    mailed    BOOLEAN NOT NULL
);
INSERT INTO hermes_notices_of_present (id, user_id, upload_id, told_at, told, seen, mailed) SELECT id, user_id, upload_id, told_at, told, seen, mailed FROM hermes_notices WHERE upload_id IS NOT NULL;
DROP TABLE hermes_notices;
ALTER TABLE hermes_notices_of_present RENAME TO hermes_notices;
CREATE INDEX hermes_notices_user ON hermes_notices (user_id, told_at, id);
CREATE INDEX hermes_notices_upload ON hermes_notices (upload_id);
CREATE INDEX hermes_notices_unmailed ON hermes_notices (user_id) WHERE NOT mailed;
