-- name: GetInstallation :one
SELECT identity FROM installation WHERE id = 1;

-- name: InsertInstallation :execrows
INSERT INTO installation (id, identity) VALUES (1, $1) ON CONFLICT (id) DO NOTHING;

-- name: ListStoredParts :many
SELECT p.file_id, p.part_id, p.size_bytes, f.sha256, f.complete
FROM upload_parts p JOIN upload_files f ON f.id = p.file_id
ORDER BY p.file_id, p.start_at;

-- name: ListStoredRuns :many
SELECT id, upload_id, attempt FROM qc_runs WHERE status = $1 ORDER BY id;

-- name: ListStoredMetas :many
SELECT id, attempt, files FROM meta_analyses WHERE status = $1 ORDER BY id;

-- name: ListStoredSGCFiles :many
SELECT cohort_id, blob_id, size_bytes, stored_sha256 FROM sgc_files ORDER BY id;

-- name: ListStoredArchives :many
SELECT blob_id, size_bytes, sha256 FROM sgc_archives WHERE blob_id <> '' ORDER BY id;

-- name: ListStoredChecks :many
SELECT id, file_id, attempt FROM dataset_checks
WHERE status = sqlc.arg(passed) OR status = sqlc.arg(warned) ORDER BY id;

-- name: ListStoredBuilds :many
SELECT b.index_id, b.id, b.attempt FROM index_builds b JOIN indexes i ON i.build_id = b.id AND i.id = b.index_id
ORDER BY b.id;

-- name: ListStoredTables :many
SELECT id, attempt, data_bytes, data_tag FROM page_tables WHERE state = $1 ORDER BY id;

-- name: ListStoredRunFiles :many
SELECT id, attempt, files FROM tool_runs WHERE status = $1 ORDER BY id;

-- name: ListStoredPictures :many
SELECT id, picture_id FROM pages WHERE picture_id <> '' ORDER BY id;

-- name: PutBlobSum :exec
INSERT INTO blob_sums (blob_key, size_bytes, sha256) VALUES ($1, $2, $3)
ON CONFLICT (blob_key) DO UPDATE SET size_bytes = excluded.size_bytes, sha256 = excluded.sha256;

-- name: DeleteBlobSum :exec
DELETE FROM blob_sums WHERE blob_key = $1;

-- name: DeleteBlobSums :exec
DELETE FROM blob_sums WHERE blob_key >= sqlc.arg(first) AND blob_key < sqlc.arg(beyond);

-- name: ListBlobSums :many
SELECT blob_key, size_bytes, sha256 FROM blob_sums ORDER BY blob_key;
