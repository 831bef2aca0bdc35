-- +goose Up
-- Releases of the consortium. Their results are meta-analyses.
CREATE TABLE freezes (
    id              TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    name_key        TEXT NOT NULL, -- case-folded name
    release_version TEXT NOT NULL,
    state           TEXT NOT NULL, -- draft, started or published
    document        TEXT NOT NULL, -- JSON
    previous_id     TEXT NOT NULL, -- the freeze that it follows, '' without
    created_by      TEXT NOT NULL,
    creator_id      TEXT NOT NULL REFERENCES users (id),
    created_at      TIMESTAMP NOT NULL,
    updated_at      TIMESTAMP NOT NULL,
    started_at      TIMESTAMP,
    public_name     TEXT, -- in the public address, NULL unless published
    publication     TEXT NOT NULL, -- JSON, '' unless published
    search_key      TEXT NOT NULL,
    version         INTEGER NOT NULL
);
CREATE INDEX freezes_created_at ON freezes (created_at, id);
CREATE UNIQUE INDEX freezes_public_name ON freezes (public_name);

-- What a freeze computes: one row for each cell and scheme. It waits until its meta-analysis is made.
CREATE TABLE freeze_results (
    freeze_id TEXT NOT NULL REFERENCES freezes (id) ON DELETE CASCADE,
    phenotype TEXT NOT NULL,
    ancestry  TEXT NOT NULL,
    sex       TEXT NOT NULL,
    name      TEXT NOT NULL, -- scheme, or sex-difference
    position  INTEGER NOT NULL, -- in the order of the start
    state     TEXT NOT NULL, -- waiting, made, cancelled or failed
    input_key TEXT NOT NULL, -- hash of everything that its files depend on
    spec      TEXT NOT NULL, -- JSON: inputs, options and confirmed doubts
    meta_id   TEXT REFERENCES meta_analyses (id), -- NULL while it waits
    error     TEXT NOT NULL, -- why it could not be made
    PRIMARY KEY (freeze_id, phenotype, ancestry, sex, name)
);
CREATE INDEX freeze_results_meta ON freeze_results (meta_id);

ALTER TABLE meta_analyses ADD COLUMN freeze_id TEXT NOT NULL DEFAULT '';
CREATE INDEX meta_analyses_freeze ON meta_analyses (freeze_id);

-- +goose Down
DROP INDEX meta_analyses_freeze;
ALTER TABLE meta_analyses DROP COLUMN freeze_id;
DROP TABLE freeze_results;
DROP TABLE freezes;
