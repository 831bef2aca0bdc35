-- +goose Up
-- What QC found in the current run, in the order in which lists have it: 0 before there is a report, 1 passed, 2 not all of it
-- measured, one more for each warning, and 1000 more for a file that fails.
ALTER TABLE hermes_uploads ADD COLUMN qc_rank INTEGER NOT NULL DEFAULT 0;
UPDATE hermes_uploads SET qc_rank = COALESCE((
    SELECT CASE r.verdict WHEN 'pass' THEN 1 WHEN 'fail' THEN 1002 ELSE 2 END
        + (SELECT count(*) FROM json_each(r.report, '$.steps') step WHERE json_extract(step.value, '$.verdict') = 'warn')
    FROM qc_runs r WHERE r.id = hermes_uploads.run_id AND r.report <> ''), 0);
CREATE INDEX hermes_uploads_qc_rank ON hermes_uploads (qc_rank, id);

-- +goose Down
DROP INDEX hermes_uploads_qc_rank;
ALTER TABLE hermes_uploads DROP COLUMN qc_rank;
