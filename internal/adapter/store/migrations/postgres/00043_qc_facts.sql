-- +goose Up
-- Genome build and scale of the effects of the clean rows of a run, as its report has them; '' for unknown.
ALTER TABLE qc_runs ADD COLUMN rows_build text NOT NULL DEFAULT '';
ALTER TABLE qc_runs ADD COLUMN rows_scale text NOT NULL DEFAULT '';
UPDATE qc_runs SET
    rows_build = COALESCE(report::json ->> 'build', ''),
    rows_scale = COALESCE(report::json ->> 'effect_scale', '')
WHERE report <> '';
-- What lists of results read of a run: with it no report is read on the way to the columns behind it.
CREATE INDEX qc_runs_facts ON qc_runs (id, status, verdict, attempt, rows_build, rows_scale);

-- +goose Down
DROP INDEX qc_runs_facts;
ALTER TABLE qc_runs DROP COLUMN rows_scale;
ALTER TABLE qc_runs DROP COLUMN rows_build;
