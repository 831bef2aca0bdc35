-- +goose Up
ALTER TABLE backups ADD COLUMN size_bytes bigint NOT NULL DEFAULT 0; -- of the files in it
ALTER TABLE backups ADD COLUMN read_back boolean NOT NULL DEFAULT FALSE; -- every byte was read again

-- Backups that servers make by themselves. A row is of the servers that have the same place.
CREATE TABLE backup_schedules (
    place         text COLLATE "C" PRIMARY KEY, -- its address, without parameters
    every_seconds bigint NOT NULL,
    keep          bigint NOT NULL,
    encrypted     boolean NOT NULL,
    seen_at       timestamptz NOT NULL, -- last heartbeat of a server with this schedule
    next_at       timestamptz NOT NULL,
    lease         text NOT NULL DEFAULT '', -- of the run that is being made
    host          text NOT NULL DEFAULT '', -- that makes it, or made the last one
    started_at    timestamptz,
    held_until    timestamptz, -- by the heartbeats of the run; NULL when none is being made
    failed_at     timestamptz, -- of the last run; NULL after a success
    error         text NOT NULL DEFAULT '',
    mailed_at     timestamptz -- last mail about failures; NULL after a success
);

-- +goose Down
DROP TABLE backup_schedules;
ALTER TABLE backups DROP COLUMN read_back;
ALTER TABLE backups DROP COLUMN size_bytes;
