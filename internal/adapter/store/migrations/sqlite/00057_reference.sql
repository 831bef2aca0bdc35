-- +goose Up
-- The register of reference data: files that are installed, and that were. Their bytes are in the file
-- store, under the id.
CREATE TABLE reference_files (
    id           TEXT PRIMARY KEY,
    type         TEXT NOT NULL,
    name         TEXT NOT NULL,
    build        TEXT NOT NULL, -- of the positions
    ancestry     TEXT NOT NULL, -- '' without
    sha256       TEXT NOT NULL, -- of the original file
    size_bytes   INTEGER NOT NULL, -- of all parts
    note         TEXT NOT NULL, -- JSON: all facts about the file
    parts        TEXT NOT NULL, -- JSON: stored files with their sizes and SHA-256
    installed_by TEXT NOT NULL, -- user name, command line or system
    installed_at TIMESTAMP NOT NULL,
    removed_by   TEXT NOT NULL, -- '' while it is installed
    removed_at   TIMESTAMP -- NULL while it is installed
);
CREATE UNIQUE INDEX reference_files_name ON reference_files (lower(name)) WHERE removed_at IS NULL;
-- Uploaded files that are being installed, or that were refused.
CREATE TABLE reference_installations (
    upload_id  TEXT PRIMARY KEY, -- the file may go before
    note       TEXT NOT NULL, -- JSON: the details that were entered
    file_name  BLOB NOT NULL, -- as the user typed it
    owner_id   TEXT NOT NULL,
    owner      TEXT NOT NULL, -- user name
    state      TEXT NOT NULL, -- waiting, refused or failed
    size_bytes INTEGER NOT NULL,
    why        TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

-- +goose Down
DROP TABLE reference_installations;
DROP TABLE reference_files;
