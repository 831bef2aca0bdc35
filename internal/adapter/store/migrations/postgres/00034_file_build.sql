-- +goose Up
-- The genome build that is stated for one file; '' for that of its data set.
ALTER TABLE dataset_files ADD COLUMN genome_build TEXT NOT NULL DEFAULT '';

-- When a data set was first made public; unknown of those whose history does not say.
ALTER TABLE datasets ADD COLUMN published_at TIMESTAMPTZ;
UPDATE datasets SET published_at = (
    SELECT min(h.at) FROM history AS h WHERE h.object = 'dataset' AND h.object_id = datasets.id AND h.action = 'made it public');

-- +goose Down
ALTER TABLE datasets DROP COLUMN published_at;
ALTER TABLE dataset_files DROP COLUMN genome_build;
