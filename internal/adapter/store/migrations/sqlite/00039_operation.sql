-- +goose Up
-- Processes that run on this database. A process deletes its row when it stops; one that was killed leaves it.
CREATE TABLE processes (
    id         TEXT PRIMARY KEY,
    host       TEXT NOT NULL,
    kind       TEXT NOT NULL, -- server or worker
    version    TEXT NOT NULL,
    workers    BIGINT NOT NULL,
    started_at DATETIME NOT NULL,
    seen_at    DATETIME NOT NULL,
    disk_free  BIGINT NOT NULL, -- bytes of the data folder's file system; -1 when not known
    disk_size  BIGINT NOT NULL
);
-- Errors of the server, one row for those of one day with the same words.
CREATE TABLE problems (
    day       TEXT NOT NULL, -- 2026-11-28
    message   TEXT NOT NULL,
    cause     TEXT NOT NULL,
    reference TEXT NOT NULL, -- of the newest: id of a request or a job
    times     BIGINT NOT NULL,
    first_at  DATETIME NOT NULL,
    last_at   DATETIME NOT NULL,
    settled   BOOLEAN NOT NULL, -- the same succeeded later
    PRIMARY KEY (day, message, cause)
);
-- Jobs that failed because of the server, not because of what they were given.
ALTER TABLE jobs ADD COLUMN given_up BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX jobs_subject ON jobs (subject_id, created_at);

-- +goose Down
DROP INDEX jobs_subject;
ALTER TABLE jobs DROP COLUMN given_up;
DROP TABLE problems;
DROP TABLE processes;
