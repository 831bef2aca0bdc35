-- +goose Up
-- The one archive of the consortium: the last that was made, and the job of the next.
CREATE TABLE sgc_archives (
    id         TEXT PRIMARY KEY,
    job_id     TEXT NOT NULL REFERENCES jobs (id),
    asked_by   TEXT NOT NULL, -- user name
    blob_id    TEXT NOT NULL, -- '' before the first was made
    size_bytes INTEGER NOT NULL,
    sha256     TEXT NOT NULL,
    cohorts    INTEGER NOT NULL,
    made_at    TIMESTAMP,
    made_by    TEXT NOT NULL -- user name
);

-- +goose Down
DROP TABLE sgc_archives;
