-- +goose Up
-- Size and checksum of each blob in the file store, written when the blob is. Rows of blobs from before are written by
-- check --read-data.
CREATE TABLE blob_sums (
    blob_key   text COLLATE "C" PRIMARY KEY,
    size_bytes bigint NOT NULL,
    sha256     text NOT NULL
);

-- +goose Down
DROP TABLE blob_sums;
