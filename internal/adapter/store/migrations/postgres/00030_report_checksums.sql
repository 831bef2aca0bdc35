-- +goose Up
-- SHA-256 of the reference files that a report names, with commas between: whoever asks what a file is used by need not search
-- the reports.
ALTER TABLE qc_runs ADD COLUMN checksums TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset_checks ADD COLUMN checksums TEXT NOT NULL DEFAULT '';
ALTER TABLE meta_analyses ADD COLUMN checksums TEXT NOT NULL DEFAULT '';
UPDATE qc_runs SET checksums = COALESCE((
    SELECT string_agg(DISTINCT of[1], ',') FROM regexp_matches(report, '"sha256": *"([0-9a-f]+)"', 'g') of), '')
WHERE report <> '';
UPDATE dataset_checks SET checksums = COALESCE((
    SELECT string_agg(DISTINCT of[1], ',') FROM regexp_matches(report, '"sha256": *"([0-9a-f]+)"', 'g') of), '')
WHERE report <> '';
UPDATE meta_analyses SET checksums = COALESCE((
    SELECT string_agg(DISTINCT of[1], ',') FROM regexp_matches(summary, '"sha256": *"([0-9a-f]+)"', 'g') of), '')
WHERE summary <> '';

-- +goose Down
ALTER TABLE meta_analyses DROP COLUMN checksums;
ALTER TABLE dataset_checks DROP COLUMN checksums;
ALTER TABLE qc_runs DROP COLUMN checksums;
