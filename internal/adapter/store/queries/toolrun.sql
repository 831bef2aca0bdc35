-- name: InsertToolRun :exec
INSERT INTO tool_runs (
    id, task, status, owner, owner_id, upload_id, file_name, file_bytes, answers, study, job_id, attempt, result, files,
    error, created_at, finished_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: GetToolRun :one
SELECT * FROM tool_runs WHERE id = $1;

-- name: GetToolRunForUpdate :one
SELECT * FROM tool_runs WHERE id = $1 FOR UPDATE;

-- name: ListToolRuns :many
SELECT id, task, status, owner, owner_id, upload_id, file_name, file_bytes, answers, study, job_id, attempt, files,
    error, created_at, finished_at, expires_at
FROM tool_runs WHERE owner_id = $1 ORDER BY created_at DESC, id DESC;

-- name: ListExpiredToolRuns :many
SELECT id FROM tool_runs WHERE expires_at < $1 ORDER BY expires_at, id LIMIT 100;

-- name: UpdateToolRun :execrows
UPDATE tool_runs
SET status = $2, attempt = $3, result = $4, files = $5, error = $6, finished_at = $7, expires_at = $8
WHERE id = $1;

-- name: DeleteToolRun :execrows
DELETE FROM tool_runs WHERE id = $1;

-- name: CountToolRuns :one
SELECT count(*) AS kept, CAST(COALESCE(SUM(CASE WHEN status IN ('queued', 'running') THEN 1 ELSE 0 END), 0) AS bigint) AS under_way
FROM tool_runs WHERE owner_id = $1;

-- name: KeepFile :exec
UPDATE upload_files SET expires_at = $2 WHERE id = $1 AND registered = FALSE AND expires_at < $2;

-- name: DropFile :exec
UPDATE upload_files SET expires_at = $2
WHERE upload_files.id = $1 AND registered = FALSE AND NOT EXISTS (SELECT 1 FROM tool_runs WHERE tool_runs.upload_id = $1);
