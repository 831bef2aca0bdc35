-- +goose Up
CREATE TABLE studies (
    id          text COLLATE "C" PRIMARY KEY,
    name        text NOT NULL,
    name_key    text COLLATE "C" NOT NULL UNIQUE, -- case-folded name
    institution text NOT NULL,
    created_by  text NOT NULL, -- user name
    creator_id  text COLLATE "C" NOT NULL REFERENCES users (id),
    created_at  timestamptz NOT NULL,
    version     bigint NOT NULL,
    search_key  text NOT NULL -- case-folded words that a search looks at
);

CREATE TABLE datasets (
    id                 text COLLATE "C" PRIMARY KEY,
    name               text NOT NULL,
    name_key           text COLLATE "C" NOT NULL UNIQUE, -- case-folded name; those in the bin keep theirs
    study_id           text COLLATE "C" NOT NULL REFERENCES studies (id),
    data_type          text COLLATE "C" NOT NULL,
    genome_build       text COLLATE "C" NOT NULL,
    ancestry           text COLLATE "C" NOT NULL,
    sex                text COLLATE "C" NOT NULL,
    global_sample_size bigint NOT NULL,
    status             text COLLATE "C" NOT NULL,
    metadata           text NOT NULL, -- JSON: everything that is said about it
    owner              text NOT NULL, -- user name
    owner_key          text COLLATE "C" NOT NULL,
    owner_id           text COLLATE "C" NOT NULL REFERENCES users (id),
    sharing            text COLLATE "C" NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    updated_by         text NOT NULL, -- user name
    deleted_at         timestamptz, -- in the bin since
    version            bigint NOT NULL,
    files              bigint NOT NULL, -- current ones; kept with every change of them
    bytes              bigint NOT NULL, -- of those
    search_key         text NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX datasets_owner ON datasets (owner_id);
CREATE INDEX datasets_study ON datasets (study_id);
CREATE INDEX datasets_updated_at ON datasets (updated_at, id);
CREATE INDEX datasets_created_at ON datasets (created_at, id);
CREATE INDEX datasets_deleted_at ON datasets (deleted_at);

-- Whom a data set belongs to besides its owner, and whom it is shared with.
CREATE TABLE dataset_people (
    dataset_id text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    user_id    text COLLATE "C" NOT NULL REFERENCES users (id),
    role       text COLLATE "C" NOT NULL, -- co-owner or reader
    PRIMARY KEY (dataset_id, user_id, role)
);
CREATE INDEX dataset_people_user ON dataset_people (user_id, role);

CREATE TABLE dataset_groups (
    dataset_id text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    name       text COLLATE "C" NOT NULL,
    PRIMARY KEY (dataset_id, name)
);
CREATE INDEX dataset_groups_name ON dataset_groups (name);

CREATE TABLE dataset_history (
    dataset_id text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    entry      bigint NOT NULL, -- 1, 2, 3, … of its data set
    at         timestamptz NOT NULL,
    by_whom    text NOT NULL, -- user name
    action     text NOT NULL,
    detail     text NOT NULL,
    changes    text NOT NULL, -- JSON list of field, before, after
    PRIMARY KEY (dataset_id, entry)
);

CREATE TABLE dataset_views (
    user_id  text COLLATE "C" NOT NULL REFERENCES users (id),
    name     text NOT NULL,
    name_key text COLLATE "C" NOT NULL,
    search   text NOT NULL, -- query string of the page
    PRIMARY KEY (user_id, name_key)
);

CREATE TABLE dataset_phenotypes (
    id          text COLLATE "C" PRIMARY KEY,
    dataset_id  text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    code        text NOT NULL,
    code_key    text COLLATE "C" NOT NULL, -- case-folded code
    description text NOT NULL,
    dichotomous boolean NOT NULL,
    sample_size bigint NOT NULL,
    cases       bigint,
    controls    bigint,
    created_at  timestamptz NOT NULL
);
CREATE INDEX dataset_phenotypes_dataset ON dataset_phenotypes (dataset_id, created_at, id);
CREATE INDEX dataset_phenotypes_code ON dataset_phenotypes (code_key);

CREATE TABLE dataset_credible_sets (
    id           text COLLATE "C" PRIMARY KEY,
    dataset_id   text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    phenotype_id text COLLATE "C" NOT NULL REFERENCES dataset_phenotypes (id) ON DELETE CASCADE,
    name         text NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE INDEX dataset_credible_sets_dataset ON dataset_credible_sets (dataset_id);
CREATE INDEX dataset_credible_sets_phenotype ON dataset_credible_sets (phenotype_id);

-- A version of the file of a phenotype or of a credible set.
CREATE TABLE dataset_files (
    id          text COLLATE "C" PRIMARY KEY, -- guid of 32 hex digits
    dataset_id  text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    kind        text COLLATE "C" NOT NULL, -- d or cs
    parent_id   text COLLATE "C" NOT NULL, -- of the phenotype or credible set
    version     bigint NOT NULL, -- of this parent: 1, 2, 3, …
    is_current  boolean NOT NULL,
    upload_id   text COLLATE "C" NOT NULL UNIQUE REFERENCES upload_files (id),
    file_name   bytea NOT NULL, -- as typed; not always valid text
    size_bytes  bigint NOT NULL,
    sha256      text COLLATE "C" NOT NULL,
    short_id    text COLLATE "C" NOT NULL,
    downloads   bigint NOT NULL,
    check_id    text COLLATE "C" NOT NULL, -- newest check; '' for none
    uploaded_by text NOT NULL, -- user name
    uploaded_at timestamptz NOT NULL,
    UNIQUE (kind, short_id),
    UNIQUE (parent_id, version)
);
CREATE INDEX dataset_files_dataset ON dataset_files (dataset_id, is_current);

CREATE TABLE dataset_checks (
    id          text COLLATE "C" PRIMARY KEY,
    file_id     text COLLATE "C" NOT NULL REFERENCES dataset_files (id) ON DELETE CASCADE,
    dataset_id  text COLLATE "C" NOT NULL,
    status      text COLLATE "C" NOT NULL,
    mapping     text NOT NULL, -- JSON: field → header that somebody confirmed; '' for none
    build       text COLLATE "C" NOT NULL,
    job_id      text COLLATE "C" NOT NULL REFERENCES jobs (id),
    created_by  text NOT NULL, -- user name
    created_at  timestamptz NOT NULL,
    finished_at timestamptz,
    rows_in     bigint,
    rows_clean  bigint,
    lambda_gc   double precision,
    report      text NOT NULL, -- JSON; '' until there is one
    error       text NOT NULL
);
CREATE INDEX dataset_checks_file ON dataset_checks (file_id, created_at);

CREATE TABLE dataset_links (
    id         text COLLATE "C" PRIMARY KEY,
    dataset_id text COLLATE "C" NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    file_id    text COLLATE "C" NOT NULL REFERENCES dataset_files (id) ON DELETE CASCADE,
    note       text NOT NULL,
    created_by text NOT NULL, -- user name
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    uses       bigint NOT NULL
);
CREATE INDEX dataset_links_dataset ON dataset_links (dataset_id);
CREATE INDEX dataset_links_file ON dataset_links (file_id);

CREATE TABLE signing_keys (
    id         text COLLATE "C" PRIMARY KEY,
    key_bytes  bytea NOT NULL,
    created_at timestamptz NOT NULL
);

-- Imports of many data sets at once, which can be undone.
CREATE TABLE dataset_batches (
    id        text COLLATE "C" PRIMARY KEY,
    by_whom   text NOT NULL, -- user name
    by_id     text COLLATE "C" NOT NULL REFERENCES users (id),
    at        timestamptz NOT NULL,
    undone_at timestamptz,
    content   text NOT NULL -- JSON: created, changed, studies
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
