-- name: InsertIndex :exec
INSERT INTO indexes (
    id, name, area, owner, owner_id, sharing, source_kind, source_id, source_file_id, source_name, source_bytes,
    build_id, newest_id, created_at, updated_at, updated_by, deleted_at, version, search_key, name_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);

-- name: GetIndex :one
SELECT * FROM indexes WHERE id = $1;

-- name: GetAskedIndex :one
SELECT sqlc.embed(indexes),
    CAST(COALESCE((SELECT b.status FROM index_builds AS b WHERE b.id = indexes.build_id), '') AS text) AS build_status
FROM indexes WHERE indexes.id = $1;

-- name: GetIndexForUpdate :one
SELECT * FROM indexes WHERE id = $1 FOR UPDATE;

-- name: UpdateIndex :execrows
UPDATE indexes
SET name = $3, sharing = $4, source_name = $5, source_bytes = $6, newest_id = $7, updated_at = $8, updated_by = $9,
    deleted_at = $10, search_key = $11, name_key = $12, version = version + 1
WHERE id = $1 AND version = $2;

-- name: SwitchIndexBuild :execrows
UPDATE indexes SET build_id = $2 WHERE id = $1;

-- name: DeleteIndex :execrows
DELETE FROM indexes WHERE id = $1;

-- name: ListPurgeableIndexes :many
SELECT id FROM indexes WHERE deleted_at IS NOT NULL AND deleted_at < $1 ORDER BY deleted_at, id LIMIT 100;

-- name: CountIndexesOfUpload :one
SELECT count(*) FROM indexes WHERE source_kind = 'upload' AND source_id = $1;

-- name: CountIndexesOfUploadOwner :one
SELECT count(*) FROM indexes WHERE source_kind = 'upload' AND source_id = $1 AND owner_id = $2;

-- name: IndexUsage :one
SELECT
    (SELECT count(*) FROM indexes WHERE indexes.owner_id = $1) AS indexes,
    CAST((SELECT COALESCE(SUM(b.bytes), 0) FROM index_builds AS b JOIN indexes AS x ON x.build_id = b.id WHERE x.owner_id = $1)
    + (SELECT COALESCE(SUM(f.size_bytes), 0) FROM upload_files AS f WHERE f.id IN (
        SELECT u.source_id FROM indexes AS u WHERE u.owner_id = $1 AND u.source_kind = 'upload')) AS bigint) AS bytes;

-- name: ListIndexPeople :many
SELECT u.id, u.user_name FROM index_people AS p JOIN users AS u ON u.id = p.user_id
WHERE p.index_id = $1 ORDER BY u.user_name, u.id;

-- name: InsertIndexPerson :exec
INSERT INTO index_people (index_id, user_id) VALUES ($1, $2);

-- name: DeleteIndexPeople :exec
DELETE FROM index_people WHERE index_id = $1;

-- name: InsertIndexBuild :exec
INSERT INTO index_builds (
    id, index_id, status, definition, file_id, source_tag, job_id, again, attempt, made, proof, bytes, error,
    created_by, created_at, finished_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: GetIndexBuild :one
SELECT * FROM index_builds WHERE id = $1;

-- name: GetIndexBuildForUpdate :one
SELECT * FROM index_builds WHERE id = $1 FOR UPDATE;

-- name: UpdateIndexBuild :execrows
UPDATE index_builds
SET status = $2, again = $3, attempt = $4, made = $5, proof = $6, bytes = $7, error = $8, finished_at = $9
WHERE id = $1;
