-- +goose Up
-- The metadata that a run was made with, so that a meta-analysis can say what has changed since. '' where it is not known:
-- only those of the current run of each data set are.
ALTER TABLE qc_runs ADD COLUMN metadata TEXT NOT NULL DEFAULT '';
UPDATE qc_runs SET metadata = COALESCE((SELECT u.metadata FROM hermes_uploads u WHERE u.run_id = qc_runs.id), '');

-- Accounts, the uploader's aside, that changed what is judged: each id between spaces.
ALTER TABLE hermes_uploads ADD COLUMN editors TEXT NOT NULL DEFAULT '';
UPDATE hermes_uploads SET editors = COALESCE((
    SELECT ' ' || string_agg(e.value, ' ') || ' ' FROM json_array_elements_text(hermes_uploads.review::json -> 'editors') e), '')
WHERE review <> '';

-- Each row of the list says which meta-analyses rest on it.
CREATE TRIGGER meta_analyses_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON meta_analyses EXECUTE FUNCTION raise_revision('uploads');

-- +goose Down
DROP TRIGGER meta_analyses_revision ON meta_analyses;
ALTER TABLE hermes_uploads DROP COLUMN editors;
ALTER TABLE qc_runs DROP COLUMN metadata;
