-- +goose Up
-- Lists ask for what is not in the bin, sorted by time: without these a page was found by sorting all.
DROP INDEX datasets_deleted_at;
DROP INDEX datasets_updated_at;
DROP INDEX datasets_created_at;
CREATE INDEX datasets_updated_at ON datasets (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX datasets_created_at ON datasets (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX datasets_deleted_at ON datasets (deleted_at) WHERE deleted_at IS NOT NULL;

-- +goose Down
DROP INDEX datasets_deleted_at;
DROP INDEX datasets_updated_at;
DROP INDEX datasets_created_at;
CREATE INDEX datasets_updated_at ON datasets (updated_at, id);
CREATE INDEX datasets_created_at ON datasets (created_at, id);
CREATE INDEX datasets_deleted_at ON datasets (deleted_at);
