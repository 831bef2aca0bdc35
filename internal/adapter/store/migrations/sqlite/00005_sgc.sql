-- +goose Up
CREATE TABLE sgc_phenotypes (
    code        TEXT PRIMARY KEY,
    description TEXT NOT NULL,
    aliases     TEXT NOT NULL, -- JSON list of texts
    retired     BOOLEAN NOT NULL,
    version     INTEGER NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL
);

-- An owner may be an account of a user service elsewhere, so owners are no
-- foreign keys.
CREATE TABLE sgc_cohorts (
    id               TEXT PRIMARY KEY,
    name             TEXT NOT NULL,
    name_key         TEXT NOT NULL, -- case-folded name
    owner            TEXT NOT NULL, -- user name
    owner_key        TEXT NOT NULL,
    owner_id         TEXT NOT NULL,
    total            INTEGER NOT NULL,
    males            INTEGER NOT NULL,
    females          INTEGER NOT NULL,
    questionnaire    TEXT NOT NULL, -- JSON
    answered         BOOLEAN NOT NULL, -- every question
    status           TEXT NOT NULL,
    validated_at     TIMESTAMP,
    version          INTEGER NOT NULL,
    created_at       TIMESTAMP NOT NULL,
    updated_at       TIMESTAMP NOT NULL,
    last_activity_at TIMESTAMP NOT NULL,
    search_key       TEXT NOT NULL, -- case-folded words that a search looks at
    UNIQUE (name_key, owner_id)
);
CREATE INDEX sgc_cohorts_owner ON sgc_cohorts (owner_id);
CREATE INDEX sgc_cohorts_created_at ON sgc_cohorts (created_at, id);

CREATE TABLE sgc_co_owners (
    cohort_id TEXT NOT NULL REFERENCES sgc_cohorts (id) ON DELETE CASCADE,
    user_id   TEXT NOT NULL,
    user_name TEXT NOT NULL,
    PRIMARY KEY (cohort_id, user_id)
);
CREATE INDEX sgc_co_owners_user ON sgc_co_owners (user_id);

CREATE TABLE sgc_files (
    id            TEXT PRIMARY KEY,
    cohort_id     TEXT NOT NULL REFERENCES sgc_cohorts (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL,
    version       INTEGER NOT NULL, -- of this kind: 1, 2, 3, …
    is_current    BOOLEAN NOT NULL,
    file_name     BLOB NOT NULL, -- as typed; not always valid text
    content_type  TEXT NOT NULL,
    size_bytes    INTEGER NOT NULL, -- of what is kept
    sha256        TEXT NOT NULL, -- as sent; empty when it could tell a hidden number
    stored_sha256 TEXT NOT NULL,
    blob_id       TEXT NOT NULL UNIQUE,
    mapping       TEXT NOT NULL, -- JSON: field → header
    row_count     INTEGER NOT NULL,
    warnings      INTEGER NOT NULL,
    min_cell      INTEGER NOT NULL, -- smallest number that was not hidden
    uploaded_by   TEXT NOT NULL,
    uploaded_at   TIMESTAMP NOT NULL,
    UNIQUE (cohort_id, kind, version)
);

CREATE TABLE sgc_counts (
    file_id       TEXT NOT NULL REFERENCES sgc_files (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL, -- in the file, from 0
    cohort_id     TEXT NOT NULL,
    sex           TEXT NOT NULL,
    code          TEXT NOT NULL REFERENCES sgc_phenotypes (code),
    cases_low     INTEGER NOT NULL,
    cases_high    INTEGER NOT NULL,
    controls_low  INTEGER NOT NULL,
    controls_high INTEGER NOT NULL,
    breakdown     TEXT NOT NULL, -- as in the file
    is_current    BOOLEAN NOT NULL, -- as its file
    leads         BOOLEAN NOT NULL, -- counts its cohort where both sexes are summed: male, or with no male row of the code that counts
    PRIMARY KEY (file_id, position)
);
CREATE INDEX sgc_counts_totals ON sgc_counts (is_current, code, sex, cohort_id, cases_low, cases_high, controls_low, controls_high, leads);
CREATE INDEX sgc_counts_cohort ON sgc_counts (cohort_id, sex, code);
CREATE INDEX sgc_counts_code ON sgc_counts (code);

CREATE TABLE sgc_pairs (
    file_id    TEXT NOT NULL REFERENCES sgc_files (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL, -- in the file, from 0
    cohort_id  TEXT NOT NULL,
    sex        TEXT NOT NULL,
    code_a     TEXT NOT NULL REFERENCES sgc_phenotypes (code), -- before code_b in the alphabet
    code_b     TEXT NOT NULL REFERENCES sgc_phenotypes (code),
    low        INTEGER NOT NULL,
    high       INTEGER NOT NULL,
    is_current BOOLEAN NOT NULL, -- as its file
    PRIMARY KEY (file_id, position)
);
CREATE INDEX sgc_pairs_totals ON sgc_pairs (is_current, code_a, code_b, sex, cohort_id, low, high);
CREATE INDEX sgc_pairs_cohort ON sgc_pairs (cohort_id, sex);
CREATE INDEX sgc_pairs_code_a ON sgc_pairs (code_a);
CREATE INDEX sgc_pairs_code_b ON sgc_pairs (code_b);

-- The columns that an account chose last for a kind of file.
CREATE TABLE sgc_mappings (
    user_id TEXT NOT NULL,
    kind    TEXT NOT NULL,
    mapping TEXT NOT NULL, -- JSON: field → header
    used_at TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, kind)
);

-- +goose Down
DROP TABLE sgc_mappings;
DROP TABLE sgc_pairs;
DROP TABLE sgc_counts;
DROP TABLE sgc_files;
DROP TABLE sgc_co_owners;
DROP TABLE sgc_cohorts;
DROP TABLE sgc_phenotypes;
