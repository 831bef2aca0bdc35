-- +goose Up
-- What people have done with a file without registering it. Rows live for a day.
CREATE TABLE tool_runs (
    id          text COLLATE "C" PRIMARY KEY,
    task        text COLLATE "C" NOT NULL,
    status      text COLLATE "C" NOT NULL,
    owner       text NOT NULL, -- user name
    owner_id    text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_id   text COLLATE "C" NOT NULL, -- the file may go before
    file_name   bytea NOT NULL, -- as the user typed it
    file_bytes  bigint NOT NULL,
    answers     text NOT NULL, -- JSON
    study       text NOT NULL, -- JSON
    job_id      text COLLATE "C" NOT NULL,
    attempt     text COLLATE "C" NOT NULL, -- lease under which its files lie
    result      text NOT NULL, -- JSON; '' before it is done
    files       text NOT NULL, -- JSON
    error       text NOT NULL,
    created_at  timestamptz NOT NULL,
    finished_at timestamptz,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX tool_runs_owner ON tool_runs (owner_id, created_at);
CREATE INDEX tool_runs_expires ON tool_runs (expires_at);
CREATE INDEX tool_runs_upload ON tool_runs (upload_id);

-- +goose Down
DROP TABLE tool_runs;
