-- name: InsertDatasetCheck :exec
INSERT INTO dataset_checks (
    id, file_id, dataset_id, status, mapping, build, job_id, created_by, created_at, finished_at,
    rows_in, rows_clean, lambda_gc, report, error, checksums, rows_build, rows_scale)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: SetNewestDatasetCheck :execrows
UPDATE dataset_files SET check_id = $2 WHERE id = $1;

-- name: GetDatasetCheck :one
SELECT * FROM dataset_checks WHERE id = $1;

-- name: GetDatasetCheckForUpdate :one
SELECT * FROM dataset_checks WHERE id = $1 FOR UPDATE;

-- name: ListDatasetChecks :many
SELECT id, file_id, dataset_id, status, mapping, build, job_id, created_by, created_at, finished_at,
    rows_in, rows_clean, lambda_gc, CAST('' AS text) AS report, error, attempt, checksums, rows_build, rows_scale
FROM dataset_checks WHERE file_id = $1 ORDER BY created_at DESC, id DESC;

-- name: ListNewestDatasetChecks :many
SELECT c.id, c.file_id, c.dataset_id, c.status, c.mapping, c.build, c.job_id, c.created_by, c.created_at, c.finished_at,
    c.rows_in, c.rows_clean, c.lambda_gc, CAST('' AS text) AS report, c.error, c.attempt, c.checksums, c.rows_build, c.rows_scale
FROM dataset_checks c JOIN dataset_files f ON f.check_id = c.id
WHERE f.dataset_id = $1 AND f.is_current
ORDER BY c.created_at, c.id;

-- name: UpdateDatasetCheck :execrows
UPDATE dataset_checks
SET status = $2, mapping = $3, build = $4, finished_at = $5, rows_in = $6, rows_clean = $7, lambda_gc = $8, report = $9, error = $10, attempt = $11,
    checksums = $12, rows_build = $13, rows_scale = $14
WHERE id = $1;
