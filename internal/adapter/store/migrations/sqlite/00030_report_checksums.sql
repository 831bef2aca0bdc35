-- +goose Up
-- SHA-256 of the reference files that a report names, with commas between: whoever asks what a file is used by need not search
-- the reports.
ALTER TABLE qc_runs ADD COLUMN checksums TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset_checks ADD COLUMN checksums TEXT NOT NULL DEFAULT '';
ALTER TABLE meta_analyses ADD COLUMN checksums TEXT NOT NULL DEFAULT '';
UPDATE qc_runs SET checksums = COALESCE((
    SELECT group_concat(DISTINCT of.atom) FROM json_tree(qc_runs.report) of WHERE of.key = 'sha256' AND of.type = 'text'), '')
WHERE report <> '';
UPDATE dataset_checks SET checksums = COALESCE((
    SELECT group_concat(DISTINCT of.atom) FROM json_tree(dataset_checks.report) of WHERE of.key = 'sha256' AND of.type = 'text'), '')
WHERE report <> '';
UPDATE meta_analyses SET checksums = COALESCE((
    SELECT group_concat(DISTINCT of.atom) FROM json_tree(meta_analyses.summary) of WHERE of.key = 'sha256' AND of.type = 'text'), '')
WHERE summary <> '';

-- +goose Down
ALTER TABLE meta_analyses DROP COLUMN checksums;
ALTER TABLE dataset_checks DROP COLUMN checksums;
ALTER TABLE qc_runs DROP COLUMN checksums;
