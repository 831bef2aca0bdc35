-- name: ListReferenceFiles :many
SELECT * FROM reference_files WHERE type = $1 AND removed_at IS NULL ORDER BY name;

-- name: ListStoredReference :many
SELECT id, parts FROM reference_files WHERE removed_at IS NULL ORDER BY id;

-- name: GetReferenceFile :one
SELECT * FROM reference_files WHERE name = $1 AND removed_at IS NULL;

-- name: GetReferenceFileForUpdate :one
SELECT * FROM reference_files WHERE name = $1 AND removed_at IS NULL FOR UPDATE;

-- name: HasReferenceFile :one
SELECT count(*) FROM reference_files WHERE id = $1 AND removed_at IS NULL;

-- name: HadReferenceFile :one
SELECT count(*) FROM reference_files WHERE type = $1 AND lower(name) = lower($2) AND sha256 = $3;

-- name: InsertReferenceFile :execrows
INSERT INTO reference_files (
    id, type, name, build, ancestry, sha256, size_bytes, note, parts, installed_by, installed_at, removed_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '')
ON CONFLICT DO NOTHING;

-- name: RemoveReferenceFile :execrows
UPDATE reference_files SET removed_by = $2, removed_at = $3 WHERE id = $1 AND removed_at IS NULL;

-- name: CountUnfinishedKinds :many
SELECT kind, count(*) AS jobs FROM jobs WHERE state IN ('queued', 'running') GROUP BY kind ORDER BY kind;

-- name: ListReferenceInstallations :many
SELECT * FROM reference_installations ORDER BY created_at, upload_id;

-- name: GetReferenceInstallationForUpdate :one
SELECT * FROM reference_installations WHERE upload_id = $1 FOR UPDATE;

-- name: InsertReferenceInstallation :exec
INSERT INTO reference_installations (upload_id, note, file_name, owner_id, owner, state, size_bytes, why, job_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: UpdateReferenceInstallation :execrows
UPDATE reference_installations SET state = $2, why = $3, job_id = $4 WHERE upload_id = $1;

-- name: DeleteReferenceInstallation :execrows
DELETE FROM reference_installations WHERE upload_id = $1;
