-- +goose Up
CREATE TABLE studies (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL UNIQUE, -- case-folded name
    institution TEXT NOT NULL,
    created_by  TEXT NOT NULL, -- user name
    creator_id  TEXT NOT NULL REFERENCES users (id),
    created_at  TIMESTAMP NOT NULL,
    version     INTEGER NOT NULL,
    search_key  TEXT NOT NULL -- case-folded words that a search looks at
);

CREATE TABLE datasets (
    id                 TEXT PRIMARY KEY,
    name               TEXT NOT NULL,
    name_key           TEXT NOT NULL UNIQUE, -- case-folded name; those in the bin keep theirs
    study_id           TEXT NOT NULL REFERENCES studies (id),
    data_type          TEXT NOT NULL,
    genome_build       TEXT NOT NULL,
    ancestry           TEXT NOT NULL,
    sex                TEXT NOT NULL,
    global_sample_size INTEGER NOT NULL,
    status             TEXT NOT NULL,
    metadata           TEXT NOT NULL, -- JSON: everything that is said about it
    owner              TEXT NOT NULL, -- user name
    owner_key          TEXT NOT NULL,
    owner_id           TEXT NOT NULL REFERENCES users (id),
    sharing            TEXT NOT NULL,
    created_at         TIMESTAMP NOT NULL,
    updated_at         TIMESTAMP NOT NULL,
    updated_by         TEXT NOT NULL, -- user name
    deleted_at         TIMESTAMP, -- in the bin since
    version            INTEGER NOT NULL,
    files              INTEGER NOT NULL, -- current ones; kept with every change of them
    bytes              INTEGER NOT NULL, -- of those
    search_key         TEXT NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX datasets_owner ON datasets (owner_id);
CREATE INDEX datasets_study ON datasets (study_id);
CREATE INDEX datasets_updated_at ON datasets (updated_at, id);
CREATE INDEX datasets_created_at ON datasets (created_at, id);
CREATE INDEX datasets_deleted_at ON datasets (deleted_at);

-- Whom a data set belongs to besides its owner, and whom it is shared with.
CREATE TABLE dataset_people (
    dataset_id TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users (id),
    role       TEXT NOT NULL, -- co-owner or reader
    PRIMARY KEY (dataset_id, user_id, role)
);
CREATE INDEX dataset_people_user ON dataset_people (user_id, role);

CREATE TABLE dataset_groups (
    dataset_id TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    PRIMARY KEY (dataset_id, name)
);
CREATE INDEX dataset_groups_name ON dataset_groups (name);

CREATE TABLE dataset_history (
    dataset_id TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    entry      INTEGER NOT NULL, -- 1, 2, 3, … of its data set
    at         TIMESTAMP NOT NULL,
    by_whom    TEXT NOT NULL, -- user name
    action     TEXT NOT NULL,
    detail     TEXT NOT NULL,
    changes    TEXT NOT NULL, -- JSON list of field, before, after
    PRIMARY KEY (dataset_id, entry)
);

CREATE TABLE dataset_views (
    user_id  TEXT NOT NULL REFERENCES users (id),
    name     TEXT NOT NULL,
    name_key TEXT NOT NULL,
    search   TEXT NOT NULL, -- query string of the page
    PRIMARY KEY (user_id, name_key)
);

CREATE TABLE dataset_phenotypes (
    id          TEXT PRIMARY KEY,
    dataset_id  TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    code        TEXT NOT NULL,
    code_key    TEXT NOT NULL, -- case-folded code
    description TEXT NOT NULL,
    dichotomous BOOLEAN NOT NULL,
    sample_size INTEGER NOT NULL,
    cases       INTEGER,
    controls    INTEGER,
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX dataset_phenotypes_dataset ON dataset_phenotypes (dataset_id, created_at, id);
CREATE INDEX dataset_phenotypes_code ON dataset_phenotypes (code_key);

CREATE TABLE dataset_credible_sets (
    id           TEXT PRIMARY KEY,
    dataset_id   TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    phenotype_id TEXT NOT NULL REFERENCES dataset_phenotypes (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    created_at   TIMESTAMP NOT NULL
);
CREATE INDEX dataset_credible_sets_dataset ON dataset_credible_sets (dataset_id);
CREATE INDEX dataset_credible_sets_phenotype ON dataset_credible_sets (phenotype_id);

-- A version of the file of a phenotype or of a credible set.
CREATE TABLE dataset_files (
    id          TEXT PRIMARY KEY, -- guid of 32 hex digits
    dataset_id  TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL, -- d or cs
    parent_id   TEXT NOT NULL, -- of the phenotype or credible set
    version     INTEGER NOT NULL, -- of this parent: 1, 2, 3, …
    is_current  BOOLEAN NOT NULL,
    upload_id   TEXT NOT NULL UNIQUE REFERENCES upload_files (id),
    file_name   BLOB NOT NULL, -- as typed; not always valid text
    size_bytes  INTEGER NOT NULL,
    sha256      TEXT NOT NULL,
    short_id    TEXT NOT NULL,
    downloads   INTEGER NOT NULL,
    check_id    TEXT NOT NULL, -- newest check; '' for none
    uploaded_by TEXT NOT NULL, -- user name
    uploaded_at TIMESTAMP NOT NULL,
    UNIQUE (kind, short_id),
    UNIQUE (parent_id, version)
);
CREATE INDEX dataset_files_dataset ON dataset_files (dataset_id, is_current);

CREATE TABLE dataset_checks (
    id          TEXT PRIMARY KEY,
    file_id     TEXT NOT NULL REFERENCES dataset_files (id) ON DELETE CASCADE,
    dataset_id  TEXT NOT NULL,
    status      TEXT NOT NULL,
    mapping     TEXT NOT NULL, -- JSON: field → header that somebody confirmed; '' for none
    build       TEXT NOT NULL,
    job_id      TEXT NOT NULL REFERENCES jobs (id),
    created_by  TEXT NOT NULL, -- user name
    created_at  TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    rows_in     INTEGER,
    rows_clean  INTEGER,
    lambda_gc   REAL,
    report      TEXT NOT NULL, -- JSON; '' until there is one
    error       TEXT NOT NULL
);
CREATE INDEX dataset_checks_file ON dataset_checks (file_id, created_at);

CREATE TABLE dataset_links (
    id         TEXT PRIMARY KEY,
    dataset_id TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    file_id    TEXT NOT NULL REFERENCES dataset_files (id) ON DELETE CASCADE,
    note       TEXT NOT NULL,
    created_by TEXT NOT NULL, -- user name
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    uses       INTEGER NOT NULL
);
CREATE INDEX dataset_links_dataset ON dataset_links (dataset_id);
CREATE INDEX dataset_links_file ON dataset_links (file_id);

CREATE TABLE signing_keys (
    id         TEXT PRIMARY KEY,
    key_bytes  BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL
);

-- Imports of many data sets at once, which can be undone.
CREATE TABLE dataset_batches (
    id        TEXT PRIMARY KEY,
    by_whom   TEXT NOT NULL, -- user name
    by_id     TEXT NOT NULL REFERENCES users (id),
    at        TIMESTAMP NOT NULL,
    undone_at TIMESTAMP,
    content   TEXT NOT NULL -- JSON: created, changed, studies
);

-- +goose Down
DROP TABLE dataset_batches;
DROP TABLE signing_keys;
DROP TABLE dataset_links;
DROP TABLE dataset_checks;
DROP TABLE dataset_files;
DROP TABLE dataset_credible_sets;
DROP TABLE dataset_phenotypes;
DROP TABLE dataset_views;
DROP TABLE dataset_history;
DROP TABLE dataset_groups;
DROP TABLE dataset_people;
DROP TABLE datasets;
DROP TABLE studies;
