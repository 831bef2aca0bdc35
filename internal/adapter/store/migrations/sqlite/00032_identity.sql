-- +goose Up
-- The identity that the database shares with its file store. No row before the first start.
CREATE TABLE installation (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    identity TEXT NOT NULL
);

-- +goose Down
DROP TABLE installation;
