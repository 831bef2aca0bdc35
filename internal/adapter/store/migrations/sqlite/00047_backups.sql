-- +goose Up
-- The newest complete backup in each folder or bucket.
CREATE TABLE backups (
    place     TEXT PRIMARY KEY, -- its address, without parameters
    backup_id TEXT NOT NULL,
    made_at   DATETIME NOT NULL
);

-- +goose Down
DROP TABLE backups;
