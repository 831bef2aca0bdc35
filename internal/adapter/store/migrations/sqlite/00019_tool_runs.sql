-- +goose Up
-- What people have done with a file without registering it. Rows live for a day.
CREATE TABLE tool_runs (
    id          TEXT PRIMARY KEY,
    task        TEXT NOT NULL,
    status      TEXT NOT NULL,
    owner       TEXT NOT NULL, -- user name
    owner_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_id   TEXT NOT NULL, -- the file may go before
    file_name   BLOB NOT NULL, -- as the user typed it
    file_bytes  INTEGER NOT NULL,
    answers     TEXT NOT NULL, -- JSON
    study       TEXT NOT NULL, -- JSON
    job_id      TEXT NOT NULL,
    attempt     TEXT NOT NULL, -- lease under which its files lie
    result      TEXT NOT NULL, -- JSON; '' before it is done
    files       TEXT NOT NULL, -- JSON
    error       TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    expires_at  TIMESTAMP NOT NULL
);
CREATE INDEX tool_runs_owner ON tool_runs (owner_id, created_at);
CREATE INDEX tool_runs_expires ON tool_runs (expires_at);
CREATE INDEX tool_runs_upload ON tool_runs (upload_id);

-- +goose Down
DROP TABLE tool_runs;
