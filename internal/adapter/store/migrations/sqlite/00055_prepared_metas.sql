-- +goose Up
-- Meta-analyses that a user prepared for a reviewer, who starts or declines them.
CREATE TABLE prepared_metas (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    phenotype  TEXT NOT NULL,
    datasets   TEXT NOT NULL, -- JSON list of submissions with the QC runs that were current
    options    TEXT NOT NULL, -- JSON; without confirmations of warnings
    note       TEXT NOT NULL,
    status     TEXT NOT NULL,
    made_by    TEXT NOT NULL, -- user name
    maker_id   TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL,
    ended_by   TEXT NOT NULL, -- user name, or empty
    ended_at   DATETIME,
    answer     TEXT NOT NULL,
    meta_id    TEXT REFERENCES meta_analyses (id) ON DELETE SET NULL,
    version    INTEGER NOT NULL
);
CREATE INDEX prepared_metas_updated ON prepared_metas (updated_at, id);
CREATE INDEX prepared_metas_meta ON prepared_metas (meta_id);
ALTER TABLE hermes_notices ADD COLUMN prepared_id TEXT REFERENCES prepared_metas (id) ON DELETE CASCADE;
CREATE INDEX hermes_notices_prepared ON hermes_notices (prepared_id);

-- +goose Down
DROP INDEX hermes_notices_prepared;
DELETE FROM hermes_notices WHERE prepared_id IS NOT NULL;
ALTER TABLE hermes_notices DROP COLUMN prepared_id;
DROP TABLE prepared_metas;
