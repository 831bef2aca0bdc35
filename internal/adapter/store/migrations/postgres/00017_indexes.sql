-- +goose Up
-- Tables with an address: indexes of files, their builds, and whom they are shared with.
CREATE TABLE indexes (
    id             text COLLATE "C" PRIMARY KEY,
    name           text NOT NULL,
    area           text COLLATE "C" NOT NULL,
    owner          text NOT NULL, -- user name
    owner_id       text COLLATE "C" NOT NULL REFERENCES users (id),
    sharing        text COLLATE "C" NOT NULL,
    source_kind    text COLLATE "C" NOT NULL,
    source_id      text COLLATE "C" NOT NULL,
    source_file_id text COLLATE "C" NOT NULL, -- '' where the source needs none
    source_name    text NOT NULL,
    source_bytes   bigint NOT NULL,
    build_id       text COLLATE "C" NOT NULL, -- the build that answers; '' before the first
    newest_id      text COLLATE "C" NOT NULL, -- the build that was asked for last
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    updated_by     text NOT NULL, -- user name
    deleted_at     timestamptz, -- in the bin since
    version        bigint NOT NULL,
    search_key     text NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX indexes_owner ON indexes (owner_id);
CREATE INDEX indexes_source ON indexes (source_kind, source_id);
CREATE INDEX indexes_updated ON indexes (updated_at, id);

CREATE TABLE index_people (
    index_id text COLLATE "C" NOT NULL REFERENCES indexes (id) ON DELETE CASCADE,
    user_id  text COLLATE "C" NOT NULL REFERENCES users (id),
    PRIMARY KEY (index_id, user_id)
);
CREATE INDEX index_people_user ON index_people (user_id);

CREATE TABLE index_builds (
    id          text COLLATE "C" PRIMARY KEY,
    index_id    text COLLATE "C" NOT NULL REFERENCES indexes (id) ON DELETE CASCADE,
    status      text COLLATE "C" NOT NULL,
    definition  text NOT NULL, -- JSON
    file_id     text COLLATE "C" NOT NULL, -- which version of the source
    source_tag  text NOT NULL, -- names its bytes
    job_id      text COLLATE "C" NOT NULL,
    again       text NOT NULL, -- JSON: how it was verified again last; '' for never
    attempt     text COLLATE "C" NOT NULL, -- lease under which its files lie
    made        text NOT NULL, -- JSON: what it came to; '' before it is ready
    proof       text NOT NULL, -- JSON; '' before it was verified
    bytes       bigint NOT NULL, -- of its files
    error       text NOT NULL,
    created_by  text NOT NULL, -- user name
    created_at  timestamptz NOT NULL,
    finished_at timestamptz
);
CREATE INDEX index_builds_index ON index_builds (index_id);

-- +goose Down
DROP TABLE index_builds;
DROP TABLE index_people;
DROP TABLE indexes;
