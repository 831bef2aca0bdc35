-- +goose Up
-- How many steps the report of a run has, and how many of them had nothing to judge; 0 before there is a report.
ALTER TABLE qc_runs ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE qc_runs ADD COLUMN unmeasured INTEGER NOT NULL DEFAULT 0;
UPDATE qc_runs SET
    steps = (SELECT count(*) FROM json_each(qc_runs.report, '$.steps')),
    unmeasured = (SELECT count(*) FROM json_each(qc_runs.report, '$.steps') step
        WHERE json_extract(step.value, '$.verdict') = 'not measured' OR json_extract(step.value, '$.skipped'))
WHERE report <> '';

-- +goose Down
ALTER TABLE qc_runs DROP COLUMN unmeasured;
ALTER TABLE qc_runs DROP COLUMN steps;
