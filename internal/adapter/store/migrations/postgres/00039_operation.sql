-- +goose Up
-- Processes that run on this database. A process deletes its row when it stops; one that was killed leaves it.
CREATE TABLE processes (
    id         text COLLATE "C" PRIMARY KEY,
    host       text NOT NULL,
    kind       text NOT NULL, -- server or worker
    version    text NOT NULL,
    workers    bigint NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    disk_free  bigint NOT NULL, -- bytes of the data folder's file system; -1 when not known
    disk_size  bigint NOT NULL
);
-- Errors of the server, one row for those of one day with the same words.
CREATE TABLE problems (
    day       text COLLATE "C" NOT NULL, -- 2026-11-28
    message   text COLLATE "C" NOT NULL,
    cause     text COLLATE "C" NOT NULL,
    reference text NOT NULL, -- of the newest: id of a request or a job
    times     bigint NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    settled   boolean NOT NULL, -- the same succeeded later
    PRIMARY KEY (day, message, cause)
);
-- Jobs that failed because of the server, not because of what they were given.
ALTER TABLE jobs ADD COLUMN given_up boolean NOT NULL DEFAULT FALSE;
CREATE INDEX jobs_subject ON jobs (subject_id, created_at);

-- +goose Down
DROP INDEX jobs_subject;
ALTER TABLE jobs DROP COLUMN given_up;
DROP TABLE problems;
DROP TABLE processes;
