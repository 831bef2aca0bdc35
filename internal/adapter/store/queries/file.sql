-- name: InsertFile :exec
INSERT INTO upload_files (
    id, owner_id, file_name, metadata, size_bytes, received, hash_state, sha256, complete, registered,
    created_at, updated_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: GetFile :one
SELECT * FROM upload_files WHERE id = $1;

-- name: AdvanceFile :execrows
UPDATE upload_files
SET received = sqlc.arg(new_received), hash_state = $3, sha256 = $4, complete = $5, updated_at = $6, expires_at = $7
WHERE id = $1 AND received = $2 AND complete = FALSE;

-- name: InsertPart :exec
INSERT INTO upload_parts (file_id, start_at, size_bytes, part_id) VALUES ($1, $2, $3, $4);

-- name: ListParts :many
SELECT * FROM upload_parts WHERE file_id = $1 ORDER BY start_at;

-- name: ListPendingFiles :many
SELECT * FROM upload_files WHERE owner_id = $1 AND registered = FALSE ORDER BY created_at DESC, id DESC;

-- name: CountPendingFiles :one
SELECT count(*) AS n, CAST(COALESCE(sum(size_bytes), 0) AS bigint) AS bytes
FROM upload_files WHERE owner_id = $1 AND registered = FALSE;

-- name: RegisterFile :execrows
UPDATE upload_files SET registered = TRUE WHERE id = $1 AND complete = TRUE AND registered = FALSE;

-- name: UnregisterFile :exec
UPDATE upload_files SET registered = FALSE WHERE id = $1;

-- name: DeleteFile :execrows
DELETE FROM upload_files WHERE id = $1;

-- name: ListExpiredFiles :many
SELECT * FROM upload_files WHERE registered = FALSE AND expires_at <= $1 ORDER BY expires_at, id LIMIT 100;

-- name: GetPart :one
SELECT * FROM upload_parts WHERE file_id = $1 AND part_id = $2;
