-- +goose Up
-- The metadata that a run was made with, so that a meta-analysis can say what has changed since. '' where it is not known:
-- only those of the current run of each data set are.
ALTER TABLE qc_runs ADD COLUMN metadata TEXT NOT NULL DEFAULT '';
UPDATE qc_runs SET metadata = COALESCE((SELECT u.metadata FROM hermes_uploads u WHERE u.run_id = qc_runs.id), '');

-- Accounts, the uploader's aside, that changed what is judged: each id between spaces.
ALTER TABLE hermes_uploads ADD COLUMN editors TEXT NOT NULL DEFAULT '';
UPDATE hermes_uploads SET editors = COALESCE((
    SELECT ' ' || group_concat(e.value, ' ') || ' ' FROM json_each(hermes_uploads.review, '$.editors') e), '')
WHERE review <> '';

-- Each row of the list says which meta-analyses rest on it.
-- +goose StatementBegin
CREATE TRIGGER meta_analyses_added AFTER INSERT ON meta_analyses BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER meta_analyses_changed AFTER UPDATE ON meta_analyses BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER meta_analyses_removed AFTER DELETE ON meta_analyses BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER meta_analyses_removed;
DROP TRIGGER meta_analyses_changed;
DROP TRIGGER meta_analyses_added;
ALTER TABLE hermes_uploads DROP COLUMN editors;
ALTER TABLE qc_runs DROP COLUMN metadata;
