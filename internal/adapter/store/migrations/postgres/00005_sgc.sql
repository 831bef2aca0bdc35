-- +goose Up
CREATE TABLE sgc_phenotypes (
    code        text COLLATE "C" PRIMARY KEY,
    description text NOT NULL,
    aliases     text NOT NULL, -- JSON list of texts
    retired     boolean NOT NULL,
    version     bigint NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);

-- An owner may be an account of a user service elsewhere, so owners are no
-- foreign keys.
CREATE TABLE sgc_cohorts (
    id               text COLLATE "C" PRIMARY KEY,
    name             text NOT NULL,
    name_key         text COLLATE "C" NOT NULL, -- case-folded name
    owner            text NOT NULL, -- user name
    owner_key        text COLLATE "C" NOT NULL,
    owner_id         text COLLATE "C" NOT NULL,
    total            bigint NOT NULL,
    males            bigint NOT NULL,
    females          bigint NOT NULL,
    questionnaire    text NOT NULL, -- JSON
    answered         boolean NOT NULL, -- every question
    status           text COLLATE "C" NOT NULL,
    validated_at     timestamptz,
    version          bigint NOT NULL,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    last_activity_at timestamptz NOT NULL,
    search_key       text NOT NULL, -- case-folded words that a search looks at
    UNIQUE (name_key, owner_id)
);
CREATE INDEX sgc_cohorts_owner ON sgc_cohorts (owner_id);
CREATE INDEX sgc_cohorts_created_at ON sgc_cohorts (created_at, id);

CREATE TABLE sgc_co_owners (
    cohort_id text COLLATE "C" NOT NULL REFERENCES sgc_cohorts (id) ON DELETE CASCADE,
    user_id   text COLLATE "C" NOT NULL,
    user_name text NOT NULL,
    PRIMARY KEY (cohort_id, user_id)
);
CREATE INDEX sgc_co_owners_user ON sgc_co_owners (user_id);

CREATE TABLE sgc_files (
    id            text COLLATE "C" PRIMARY KEY,
    cohort_id     text COLLATE "C" NOT NULL REFERENCES sgc_cohorts (id) ON DELETE CASCADE,
    kind          text COLLATE "C" NOT NULL,
    version       bigint NOT NULL, -- of this kind: 1, 2, 3, …
    is_current    boolean NOT NULL,
    file_name     bytea NOT NULL, -- as typed; not always valid text
    content_type  text NOT NULL,
    size_bytes    bigint NOT NULL, -- of what is kept
    sha256        text COLLATE "C" NOT NULL, -- as sent; empty when it could tell a hidden number
    stored_sha256 text COLLATE "C" NOT NULL,
    blob_id       text COLLATE "C" NOT NULL UNIQUE,
    mapping       text NOT NULL, -- JSON: field → header
    row_count     bigint NOT NULL,
    warnings      bigint NOT NULL,
    min_cell      bigint NOT NULL, -- smallest number that was not hidden
    uploaded_by   text NOT NULL,
    uploaded_at   timestamptz NOT NULL,
    UNIQUE (cohort_id, kind, version)
);

CREATE TABLE sgc_counts (
    file_id       text COLLATE "C" NOT NULL REFERENCES sgc_files (id) ON DELETE CASCADE,
    position      bigint NOT NULL, -- in the file, from 0
    cohort_id     text COLLATE "C" NOT NULL,
    sex           text COLLATE "C" NOT NULL,
    code          text COLLATE "C" NOT NULL REFERENCES sgc_phenotypes (code),
    cases_low     bigint NOT NULL,
    cases_high    bigint NOT NULL,
    controls_low  bigint NOT NULL,
    controls_high bigint NOT NULL,
    breakdown     text NOT NULL, -- as in the file
    is_current    boolean NOT NULL, -- as its file
    leads         boolean NOT NULL, -- counts its cohort where both sexes are summed: male, or with no male row of the code that counts
    PRIMARY KEY (file_id, position)
);
CREATE INDEX sgc_counts_totals ON sgc_counts (is_current, code, sex, cohort_id, cases_low, cases_high, controls_low, controls_high, leads);
CREATE INDEX sgc_counts_cohort ON sgc_counts (cohort_id, sex, code);
CREATE INDEX sgc_counts_code ON sgc_counts (code);

CREATE TABLE sgc_pairs (
    file_id    text COLLATE "C" NOT NULL REFERENCES sgc_files (id) ON DELETE CASCADE,
    position   bigint NOT NULL, -- in the file, from 0
    cohort_id  text COLLATE "C" NOT NULL,
    sex        text COLLATE "C" NOT NULL,
    code_a     text COLLATE "C" NOT NULL REFERENCES sgc_phenotypes (code), -- before code_b in the alphabet
    code_b     text COLLATE "C" NOT NULL REFERENCES sgc_phenotypes (code),
    low        bigint NOT NULL,
    high       bigint NOT NULL,
    is_current boolean NOT NULL, -- as its file
    PRIMARY KEY (file_id, position)
);
CREATE INDEX sgc_pairs_totals ON sgc_pairs (is_current, code_a, code_b, sex, cohort_id, low, high);
CREATE INDEX sgc_pairs_cohort ON sgc_pairs (cohort_id, sex);
CREATE INDEX sgc_pairs_code_a ON sgc_pairs (code_a);
CREATE INDEX sgc_pairs_code_b ON sgc_pairs (code_b);

-- The columns that an account chose last for a kind of file.
CREATE TABLE sgc_mappings (
    user_id text COLLATE "C" NOT NULL,
    kind    text COLLATE "C" NOT NULL,
    mapping text NOT NULL, -- JSON: field → header
    used_at timestamptz NOT NULL,
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
