-- +goose Up
-- What QC found in the current run, in the order in which lists have it: 0 before there is a report, 1 passed, one more for
-- each warning, and 1000 more for a file that fails.
ALTER TABLE hermes_uploads ADD COLUMN qc_rank BIGINT NOT NULL DEFAULT 0;
UPDATE hermes_uploads SET qc_rank = COALESCE((
    SELECT 1 + CASE r.verdict WHEN 'fail' THEN 1000 ELSE 0 END
        + (SELECT count(*) FROM json_array_elements(r.report::json -> 'steps') step WHERE step ->> 'verdict' = 'warn')
        + CASE r.report::json #>> '{panel,fit,used}' WHEN 'false' THEN 1 ELSE 0 END
    FROM qc_runs r WHERE r.id = hermes_uploads.run_id AND r.report <> ''), 0);
CREATE INDEX hermes_uploads_qc_rank ON hermes_uploads (qc_rank, id);

-- +goose Down
DROP INDEX hermes_uploads_qc_rank;
ALTER TABLE hermes_uploads DROP COLUMN qc_rank;
