-- +goose Up
-- The newest complete backup in each folder or bucket.
CREATE TABLE backups (
    place     text COLLATE "C" PRIMARY KEY, -- its address, without parameters
    backup_id text NOT NULL,
    made_at   timestamptz NOT NULL
);

-- +goose Down
DROP TABLE backups;
