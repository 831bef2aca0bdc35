-- +goose Up
-- What was known of the choice of data sets when it was made, and confirmed: a list of JSON.
ALTER TABLE meta_analyses ADD COLUMN cautions TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE meta_analyses DROP COLUMN cautions;
