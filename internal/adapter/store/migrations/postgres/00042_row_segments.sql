-- +goose Up
-- Files that hold the rows of many results by position.
CREATE TABLE row_segments (
    id         text COLLATE "C" PRIMARY KEY,
    size_bytes bigint NOT NULL, -- of the rows
    created_at timestamptz NOT NULL
);
-- The results of a segment. A result is in one segment at most.
CREATE TABLE row_segment_results (
    segment_id text COLLATE "C" NOT NULL REFERENCES row_segments (id) ON DELETE CASCADE,
    number     bigint  NOT NULL, -- of the result in the segment
    rows_key   text COLLATE "C" NOT NULL UNIQUE, -- key of the file with the rows of the result
    PRIMARY KEY (segment_id, number)
);

-- +goose Down
DROP TABLE row_segment_results;
DROP TABLE row_segments;
