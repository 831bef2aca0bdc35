-- +goose Up
-- The part of the report of a QC run that the dashboard compares, as a report without the rest. Reports are large.
CREATE TABLE qc_figures (
    run_id  text COLLATE "C" PRIMARY KEY REFERENCES qc_runs (id) ON DELETE CASCADE,
    figures text NOT NULL
);
INSERT INTO qc_figures (run_id, figures)
SELECT id, json_build_object(
    'lambda_gc', report::json -> 'lambda_gc',
    'lambda_1000', report::json -> 'lambda_1000',
    'se_n', json_build_object('ratio', report::json #> '{se_n,ratio}'),
    'ld_score_regression', json_build_object(
        'intercept', report::json #> '{ld_score_regression,intercept}', 'intercept_se', report::json #> '{ld_score_regression,intercept_se}'),
    'effect_scale', COALESCE(report::json ->> 'effect_scale', ''),
    'steps', COALESCE((SELECT json_agg(value) FROM json_array_elements(report::json -> 'steps') AS value
        WHERE value ->> 'name' IN ('inflation', 'ld_score_regression', 'se_n') AND value ->> 'verdict' IN ('warn', 'fail')), '[]'::json))::text
FROM qc_runs WHERE report <> '';

-- Genome build and scale of the effects of the rows that a check kept, as its report has them; '' for unknown.
ALTER TABLE dataset_checks ADD COLUMN rows_build text NOT NULL DEFAULT '';
ALTER TABLE dataset_checks ADD COLUMN rows_scale text NOT NULL DEFAULT '';
UPDATE dataset_checks SET
    rows_build = COALESCE(report::json ->> 'file_build', ''),
    rows_scale = COALESCE(report::json ->> 'effect_scale', '')
WHERE report <> '';
-- What lists of results read of a check: with it no report is read on the way to the columns behind it.
CREATE INDEX dataset_checks_facts ON dataset_checks (file_id, created_at, id, status, build, attempt, rows_build, rows_scale);

-- Who counts data sets outside of the bin need not read them: metadata lie before the column.
CREATE INDEX datasets_there ON datasets (deleted_at, updated_at, id);

-- +goose Down
DROP INDEX datasets_there;
DROP INDEX dataset_checks_facts;
ALTER TABLE dataset_checks DROP COLUMN rows_scale;
ALTER TABLE dataset_checks DROP COLUMN rows_build;
DROP TABLE qc_figures;
