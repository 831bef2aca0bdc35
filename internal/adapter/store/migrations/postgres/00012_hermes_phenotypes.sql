-- +goose Up
CREATE TABLE hermes_phenotypes (
    code        text COLLATE "C" PRIMARY KEY, -- as data sets name it; never changes
    code_key    text COLLATE "C" NOT NULL UNIQUE, -- letters and digits of the code, folded
    description text NOT NULL,
    dichotomous boolean NOT NULL,
    terms       text NOT NULL, -- JSON list of CURIEs
    synonyms    text NOT NULL, -- JSON list of texts
    retired_at  timestamptz,
    version     bigint NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);

CREATE TABLE hermes_phenotype_requests (
    id          text COLLATE "C" PRIMARY KEY,
    wanted      text NOT NULL,
    why         text NOT NULL,
    dichotomous boolean NOT NULL,
    term        text NOT NULL, -- CURIE, or empty
    status      text COLLATE "C" NOT NULL,
    asked_by    text NOT NULL,
    asker_id    text COLLATE "C" NOT NULL,
    asked_at    timestamptz NOT NULL,
    decided_by  text NOT NULL,
    decided_at  timestamptz,
    code        text COLLATE "C" NOT NULL, -- the phenotype to use, or empty
    answer      text NOT NULL
);
CREATE INDEX hermes_phenotype_requests_asker ON hermes_phenotype_requests (asker_id, asked_at);
CREATE INDEX hermes_uploads_phenotype ON hermes_uploads (phenotype);

-- +goose Down
DROP INDEX hermes_uploads_phenotype;
DROP TABLE hermes_phenotype_requests;
DROP TABLE hermes_phenotypes;
