-- +goose Up
-- How many steps the report of a run has, and how many of them had nothing to judge; 0 before there is a report.
ALTER TABLE qc_runs ADD COLUMN steps BIGINT NOT NULL DEFAULT 0;
ALTER TABLE qc_runs ADD COLUMN unmeasured BIGINT NOT NULL DEFAULT 0;
UPDATE qc_runs SET
    steps = (SELECT count(*) FROM json_array_elements(report::json -> 'steps')),
    unmeasured = (SELECT count(*) FROM json_array_elements(report::json -> 'steps') step
        WHERE step ->> 'verdict' = 'not measured' OR step ->> 'skipped' = 'true')
WHERE report <> '';

-- +goose Down
ALTER TABLE qc_runs DROP COLUMN unmeasured;
ALTER TABLE qc_runs DROP COLUMN steps;
