-- +goose Up
-- Releases of the consortium. Their results are meta-analyses.
CREATE TABLE freezes (
    id              text COLLATE "C" PRIMARY KEY,
    name            text NOT NULL,
    name_key        text COLLATE "C" NOT NULL, -- case-folded name
    release_version text NOT NULL,
    state           text COLLATE "C" NOT NULL, -- draft, started or published
    document        text NOT NULL, -- JSON
    previous_id     text COLLATE "C" NOT NULL, -- the freeze that it follows, '' without
    created_by      text NOT NULL,
    creator_id      text COLLATE "C" NOT NULL REFERENCES users (id),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    started_at      timestamptz,
    public_name     text COLLATE "C", -- in the public address, NULL unless published
    publication     text NOT NULL, -- JSON, '' unless published
    search_key      text COLLATE "C" NOT NULL,
    version         bigint NOT NULL
);
CREATE INDEX freezes_created_at ON freezes (created_at, id);
CREATE UNIQUE INDEX freezes_public_name ON freezes (public_name);

-- What a freeze computes: one row for each cell and scheme. It waits until its meta-analysis is made.
CREATE TABLE freeze_results (
    freeze_id text COLLATE "C" NOT NULL REFERENCES freezes (id) ON DELETE CASCADE,
    phenotype text COLLATE "C" NOT NULL,
    ancestry  text COLLATE "C" NOT NULL,
    sex       text COLLATE "C" NOT NULL,
    name      text COLLATE "C" NOT NULL, -- scheme, or sex-difference
    position  bigint NOT NULL, -- in the order of the start
    state     text COLLATE "C" NOT NULL, -- waiting, made, cancelled or failed
    input_key text COLLATE "C" NOT NULL, -- hash of everything that its files depend on
    spec      text NOT NULL, -- JSON: inputs, options and confirmed doubts
    meta_id   text COLLATE "C" REFERENCES meta_analyses (id), -- NULL while it waits
    error     text NOT NULL, -- why it could not be made
    PRIMARY KEY (freeze_id, phenotype, ancestry, sex, name)
);
CREATE INDEX freeze_results_meta ON freeze_results (meta_id);

ALTER TABLE meta_analyses ADD COLUMN freeze_id text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX meta_analyses_freeze ON meta_analyses (freeze_id);

-- +goose Down
DROP INDEX meta_analyses_freeze;
ALTER TABLE meta_analyses DROP COLUMN freeze_id;
DROP TABLE freeze_results;
DROP TABLE freezes;
