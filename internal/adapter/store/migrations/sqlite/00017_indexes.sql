-- +goose Up
-- Tables with an address: indexes of files, their builds, and whom they are shared with.
CREATE TABLE indexes (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    area           TEXT NOT NULL,
    owner          TEXT NOT NULL, -- user name
    owner_id       TEXT NOT NULL REFERENCES users (id),
    sharing        TEXT NOT NULL,
    source_kind    TEXT NOT NULL,
    source_id      TEXT NOT NULL,
    source_file_id TEXT NOT NULL, -- '' where the source needs none
    source_name    TEXT NOT NULL,
    source_bytes   INTEGER NOT NULL,
    build_id       TEXT NOT NULL, -- the build that answers; '' before the first
    newest_id      TEXT NOT NULL, -- the build that was asked for last
    created_at     TIMESTAMP NOT NULL,
    updated_at     TIMESTAMP NOT NULL,
    updated_by     TEXT NOT NULL, -- user name
    deleted_at     TIMESTAMP, -- in the bin since
    version        INTEGER NOT NULL,
    search_key     TEXT NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX indexes_owner ON indexes (owner_id);
CREATE INDEX indexes_source ON indexes (source_kind, source_id);
CREATE INDEX indexes_updated ON indexes (updated_at, id);

CREATE TABLE index_people (
    index_id TEXT NOT NULL REFERENCES indexes (id) ON DELETE CASCADE,
    user_id  TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (index_id, user_id)
);
CREATE INDEX index_people_user ON index_people (user_id);

CREATE TABLE index_builds (
    id          TEXT PRIMARY KEY,
    index_id    TEXT NOT NULL REFERENCES indexes (id) ON DELETE CASCADE,
    status      TEXT NOT NULL,
    definition  TEXT NOT NULL, -- JSON
    file_id     TEXT NOT NULL, -- which version of the source
    source_tag  TEXT NOT NULL, -- names its bytes
    job_id      TEXT NOT NULL,
    again       TEXT NOT NULL, -- JSON: how it was verified again last; '' for never
    attempt     TEXT NOT NULL, -- lease under which its files lie
    made        TEXT NOT NULL, -- JSON: what it came to; '' before it is ready
    proof       TEXT NOT NULL, -- JSON; '' before it was verified
    bytes       INTEGER NOT NULL, -- of its files
    error       TEXT NOT NULL,
    created_by  TEXT NOT NULL, -- user name
    created_at  TIMESTAMP NOT NULL,
    finished_at TIMESTAMP
);
CREATE INDEX index_builds_index ON index_builds (index_id);

-- +goose Down
DROP TABLE index_builds;
DROP TABLE index_people;
DROP TABLE indexes;
