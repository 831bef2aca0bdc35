-- +goose Up
-- Tables that pages show.
CREATE TABLE page_tables (
    id           text COLLATE "C" PRIMARY KEY,
    name         text NOT NULL, -- of the file
    area         text COLLATE "C" NOT NULL,
    owner        text NOT NULL, -- user name
    owner_id     text COLLATE "C" NOT NULL REFERENCES users (id),
    source       text NOT NULL, -- JSON: kind and what names it
    source_tag   text NOT NULL, -- names its bytes
    source_bytes bigint NOT NULL,
    layout       text NOT NULL, -- JSON: what the owner said of it
    state        text COLLATE "C" NOT NULL,
    error        text NOT NULL,
    job_id       text COLLATE "C" NOT NULL,
    attempt      text COLLATE "C" NOT NULL, -- lease under which its files lie
    made         text NOT NULL, -- JSON: what it came to; '' before it is ready
    bytes        bigint NOT NULL, -- of its files
    data_bytes   bigint NOT NULL, -- of the Parquet
    data_tag     text NOT NULL, -- SHA-256 of the Parquet
    created_at   timestamptz NOT NULL,
    finished_at  timestamptz
);
CREATE INDEX page_tables_owner ON page_tables (owner_id, created_at, id);
CREATE INDEX page_tables_created ON page_tables (created_at);

-- +goose Down
DROP TABLE page_tables;
