-- +goose Up
-- Data sets that were made of a result. The result stays while there is one.
CREATE TABLE dataset_results (
    dataset_id TEXT PRIMARY KEY REFERENCES datasets (id) ON DELETE CASCADE,
    meta_id    TEXT NOT NULL UNIQUE REFERENCES meta_analyses (id)
);

-- +goose Down
DROP TABLE dataset_results;
