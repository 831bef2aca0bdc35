-- +goose Up
-- Files that hold the rows of many results by position.
CREATE TABLE row_segments (
    id         TEXT PRIMARY KEY,
    size_bytes INTEGER NOT NULL, -- of the rows
    created_at TIMESTAMP NOT NULL
);
-- The results of a segment. A result is in one segment at most.
CREATE TABLE row_segment_results (
    segment_id TEXT NOT NULL REFERENCES row_segments (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL, -- of the result in the segment
    rows_key   TEXT NOT NULL UNIQUE, -- key of the file with the rows of the result
    PRIMARY KEY (segment_id, number)
);

-- +goose Down
DROP TABLE row_segment_results;
DROP TABLE row_segments;
