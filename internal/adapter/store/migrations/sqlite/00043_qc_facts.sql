-- +goose Up
-- Genome build and scale of the effects of the clean rows of a run, as its report has them; '' for unknown.
ALTER TABLE qc_runs ADD COLUMN rows_build TEXT NOT NULL DEFAULT '';
ALTER TABLE qc_runs ADD COLUMN rows_scale TEXT NOT NULL DEFAULT '';
UPDATE qc_runs SET
    rows_build = COALESCE(json_extract(report, '$.build'), ''),
    rows_scale = COALESCE(json_extract(report, '$.effect_scale'), '')
WHERE report <> '';

-- +goose Down
ALTER TABLE qc_runs DROP COLUMN rows_scale;
ALTER TABLE qc_runs DROP COLUMN rows_build;
