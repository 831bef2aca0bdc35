-- +goose Up
-- A notice that a data set was deleted outlives it, and has its name.
ALTER TABLE hermes_notices ALTER COLUMN upload_id DROP NOT NULL;
ALTER TABLE hermes_notices ADD COLUMN deleted_name text;

-- +goose Down
DELETE FROM hermes_notices WHERE upload_id IS NULL;
ALTER TABLE hermes_notices DROP COLUMN deleted_name;
ALTER TABLE hermes_notices ALTER COLUMN upload_id SET NOT NULL;
