-- +goose Up
-- The one archive of the consortium: the last that was made, and the job of the next.
CREATE TABLE sgc_archives (
    id         text COLLATE "C" PRIMARY KEY,
    job_id     text NOT NULL REFERENCES jobs (id),
    asked_by   text NOT NULL, -- user name
    blob_id    text NOT NULL, -- '' before the first was made
    size_bytes bigint NOT NULL,
    sha256     text NOT NULL,
    cohorts    bigint NOT NULL,
    made_at    timestamptz,
    made_by    text NOT NULL -- user name
);

-- +goose Down
DROP TABLE sgc_archives;
