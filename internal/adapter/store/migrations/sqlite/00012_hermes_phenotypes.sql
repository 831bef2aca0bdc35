-- +goose Up
CREATE TABLE hermes_phenotypes (
    code        TEXT PRIMARY KEY, -- as data sets name it; never changes
    code_key    TEXT NOT NULL UNIQUE, -- letters and digits of the code, folded
    description TEXT NOT NULL,
    dichotomous BOOLEAN NOT NULL,
    terms       TEXT NOT NULL, -- JSON list of CURIEs
    synonyms    TEXT NOT NULL, -- JSON list of texts
    retired_at  TIMESTAMP,
    version     INTEGER NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL
);

CREATE TABLE hermes_phenotype_requests (
    id          TEXT PRIMARY KEY,
    wanted      TEXT NOT NULL,
    why         TEXT NOT NULL,
    dichotomous BOOLEAN NOT NULL,
    term        TEXT NOT NULL, -- CURIE, or empty
    status      TEXT NOT NULL,
    asked_by    TEXT NOT NULL,
    asker_id    TEXT NOT NULL,
    asked_at    TIMESTAMP NOT NULL,
    decided_by  TEXT NOT NULL,
    decided_at  TIMESTAMP,
    code        TEXT NOT NULL, -- the phenotype to use, or empty
    answer      TEXT NOT NULL
);
CREATE INDEX hermes_phenotype_requests_asker ON hermes_phenotype_requests (asker_id, asked_at);
CREATE INDEX hermes_uploads_phenotype ON hermes_uploads (phenotype);

-- +goose Down
DROP INDEX hermes_uploads_phenotype;
DROP TABLE hermes_phenotype_requests;
DROP TABLE hermes_phenotypes;
