-- +goose Up
-- Results lie under the attempt that made them, so that one that comes late cannot
-- write over those that count; '' is for results from before.
ALTER TABLE qc_runs ADD COLUMN attempt TEXT NOT NULL DEFAULT '';
ALTER TABLE meta_analyses ADD COLUMN attempt TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset_checks ADD COLUMN attempt TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE dataset_checks DROP COLUMN attempt;
ALTER TABLE meta_analyses DROP COLUMN attempt;
ALTER TABLE qc_runs DROP COLUMN attempt;
