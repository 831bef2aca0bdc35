-- +goose Up
ALTER TABLE backups ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0; -- of the files in it
ALTER TABLE backups ADD COLUMN read_back BOOLEAN NOT NULL DEFAULT FALSE; -- every byte was read again

-- Backups that servers make by themselves. A row is of the servers that have the same place.
CREATE TABLE backup_schedules (
    place         TEXT PRIMARY KEY, -- its address, without parameters
    every_seconds INTEGER NOT NULL,
    keep          INTEGER NOT NULL,
    encrypted     BOOLEAN NOT NULL,
    seen_at       DATETIME NOT NULL, -- last heartbeat of a server with this schedule
    next_at       DATETIME NOT NULL,
    lease         TEXT NOT NULL DEFAULT '', -- of the run that is being made
    host          TEXT NOT NULL DEFAULT '', -- that makes it, or made the last one
    started_at    DATETIME,
    held_until    DATETIME, -- by the heartbeats of the run; NULL when none is being made
    failed_at     DATETIME, -- of the last run; NULL after a success
    error         TEXT NOT NULL DEFAULT '',
    mailed_at     DATETIME -- last mail about failures; NULL after a success
);

-- +goose Down
DROP TABLE backup_schedules;
ALTER TABLE backups DROP COLUMN read_back;
ALTER TABLE backups DROP COLUMN size_bytes;
