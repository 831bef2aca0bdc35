-- +goose Up
-- Tables that pages show.
CREATE TABLE page_tables (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL, -- of the file
    area         TEXT NOT NULL,
    owner        TEXT NOT NULL, -- user name
    owner_id     TEXT NOT NULL REFERENCES users (id),
    source       TEXT NOT NULL, -- JSON: kind and what names it
    source_tag   TEXT NOT NULL, -- names its bytes
    source_bytes INTEGER NOT NULL,
    layout       TEXT NOT NULL, -- JSON: what the owner said of it
    state        TEXT NOT NULL,
    error        TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    attempt      TEXT NOT NULL, -- lease under which its files lie
    made         TEXT NOT NULL, -- JSON: what it came to; '' before it is ready
    bytes        INTEGER NOT NULL, -- of its files
    data_bytes   INTEGER NOT NULL, -- of the Parquet
    data_tag     TEXT NOT NULL, -- SHA-256 of the Parquet
    created_at   TIMESTAMP NOT NULL,
    finished_at  TIMESTAMP
);
CREATE INDEX page_tables_owner ON page_tables (owner_id, created_at, id);
CREATE INDEX page_tables_created ON page_tables (created_at);

-- +goose Down
DROP TABLE page_tables;
