-- +goose Up
-- A number of both sexes is made of two rows of a cohort, so none of them has to lead.
DROP INDEX sgc_counts_totals;
ALTER TABLE sgc_counts DROP COLUMN leads;
CREATE INDEX sgc_counts_totals ON sgc_counts (is_current, code, sex, cohort_id, cases_low, cases_high, controls_low, controls_high);

-- +goose Down
DROP INDEX sgc_counts_totals;
ALTER TABLE sgc_counts ADD COLUMN leads BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE sgc_counts SET leads = sex = 'male' OR NOT EXISTS (
    SELECT 1 FROM sgc_counts AS m WHERE m.cohort_id = sgc_counts.cohort_id AND m.sex = 'male' AND m.code = sgc_counts.code AND m.is_current)
WHERE sgc_counts.is_current;
CREATE INDEX sgc_counts_totals ON sgc_counts (is_current, code, sex, cohort_id, cases_low, cases_high, controls_low, controls_high, leads);
