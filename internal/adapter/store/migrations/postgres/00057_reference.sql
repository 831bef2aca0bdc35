-- +goose Up
-- The register of reference data: files that are installed, and that were. Their bytes are in the file
-- store, under the id.
CREATE TABLE reference_files (
    id           text COLLATE "C" PRIMARY KEY,
    type         text COLLATE "C" NOT NULL,
    name         text COLLATE "C" NOT NULL,
    build        text COLLATE "C" NOT NULL, -- of the positions
    ancestry     text COLLATE "C" NOT NULL, -- '' without
    sha256       text COLLATE "C" NOT NULL, -- of the original file
    size_bytes   bigint NOT NULL, -- of all parts
    note         text COLLATE "C" NOT NULL, -- JSON: all facts about the file
    parts        text COLLATE "C" NOT NULL, -- JSON: stored files with their sizes and SHA-256
    installed_by text COLLATE "C" NOT NULL, -- user name, command line or system
    installed_at timestamptz NOT NULL,
    removed_by   text COLLATE "C" NOT NULL, -- '' while it is installed
    removed_at   timestamptz -- NULL while it is installed
);
CREATE UNIQUE INDEX reference_files_name ON reference_files (lower(name)) WHERE removed_at IS NULL;
-- Uploaded files that are being installed, or that were refused.
CREATE TABLE reference_installations (
    upload_id  text COLLATE "C" PRIMARY KEY, -- the file may go before
    note       text COLLATE "C" NOT NULL, -- JSON: the details that were entered
    file_name  bytea NOT NULL, -- as the user typed it
    owner_id   text COLLATE "C" NOT NULL,
    owner      text COLLATE "C" NOT NULL, -- user name
    state      text COLLATE "C" NOT NULL, -- waiting, refused or failed
    size_bytes bigint NOT NULL,
    why        text COLLATE "C" NOT NULL,
    job_id     text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE reference_installations;
DROP TABLE reference_files;
