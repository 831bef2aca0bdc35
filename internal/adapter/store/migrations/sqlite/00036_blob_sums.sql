-- +goose Up
-- Size and checksum of each blob in the file store, written when the blob is. Rows of blobs from before are written by
-- check --read-data.
CREATE TABLE blob_sums (
    blob_key   TEXT PRIMARY KEY,
    size_bytes INTEGER NOT NULL,
    sha256     TEXT NOT NULL
);

-- +goose Down
DROP TABLE blob_sums;
