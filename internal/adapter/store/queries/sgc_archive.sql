-- name: GetSGCArchive :one
SELECT * FROM sgc_archives WHERE id = 'sgc';

-- name: UpsertSGCArchive :exec
INSERT INTO sgc_archives (id, job_id, asked_by, blob_id, size_bytes, sha256, cohorts, made_at, made_by)
VALUES ('sgc', $1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO UPDATE
SET job_id = excluded.job_id, asked_by = excluded.asked_by, blob_id = excluded.blob_id, size_bytes = excluded.size_bytes,
    sha256 = excluded.sha256, cohorts = excluded.cohorts, made_at = excluded.made_at, made_by = excluded.made_by;
