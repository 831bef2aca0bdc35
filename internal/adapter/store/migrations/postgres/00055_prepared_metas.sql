-- +goose Up
-- Meta-analyses that a user prepared for a reviewer, who starts or declines them.
CREATE TABLE prepared_metas (
    id         text COLLATE "C" PRIMARY KEY,
    name       text NOT NULL,
    phenotype  text NOT NULL,
    datasets   text NOT NULL, -- JSON list of submissions with the QC runs that were current
    options    text NOT NULL, -- JSON; without confirmations of warnings
    note       text NOT NULL,
    status     text COLLATE "C" NOT NULL,
    made_by    text NOT NULL, -- user name
    maker_id   text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    ended_by   text NOT NULL, -- user name, or empty
    ended_at   timestamptz,
    answer     text NOT NULL,
    meta_id    text COLLATE "C" REFERENCES meta_analyses (id) ON DELETE SET NULL,
    version    bigint NOT NULL
);
CREATE INDEX prepared_metas_updated ON prepared_metas (updated_at, id);
CREATE INDEX prepared_metas_meta ON prepared_metas (meta_id);
ALTER TABLE hermes_notices ADD COLUMN prepared_id text COLLATE "C" REFERENCES prepared_metas (id) ON DELETE CASCADE;
CREATE INDEX hermes_notices_prepared ON hermes_notices (prepared_id);

-- +goose Down
DROP INDEX hermes_notices_prepared;
DELETE FROM hermes_notices WHERE prepared_id IS NOT NULL;
ALTER TABLE hermes_notices DROP COLUMN prepared_id;
DROP TABLE prepared_metas;
