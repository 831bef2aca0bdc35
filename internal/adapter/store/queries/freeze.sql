-- name: InsertFreeze :exec
INSERT INTO freezes (
    id, name, name_key, release_version, state, document, previous_id, created_by, creator_id, created_at, updated_at,
    started_at, public_name, publication, search_key, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: GetFreeze :one
SELECT * FROM freezes WHERE id = $1;

-- name: GetFreezeForUpdate :one
SELECT * FROM freezes WHERE id = $1 FOR UPDATE;

-- name: GetFreezeByPublicName :one
SELECT * FROM freezes WHERE public_name = $1;

-- name: ListPublishedFreezes :many
SELECT * FROM freezes WHERE public_name IS NOT NULL ORDER BY created_at, id;

-- name: CountUnfinishedFreezeResults :one
SELECT count(*) FROM freeze_results r LEFT JOIN meta_analyses m ON m.id = r.meta_id
WHERE r.freeze_id = $1 AND (r.state = 'waiting' OR m.status IN ('SUBMITTED', 'RUNNING'));

-- name: UpdateFreeze :execrows
UPDATE freezes
SET name = $2, name_key = $3, release_version = $4, state = $5, document = $6, previous_id = $7, updated_at = $8, started_at = $9,
    public_name = $10, publication = $11, search_key = $12, version = version + 1
WHERE id = $1 AND version = sqlc.arg(seen);

-- name: DeleteFreeze :execrows
DELETE FROM freezes WHERE id = $1;

-- name: InsertFreezeResult :exec
INSERT INTO freeze_results (freeze_id, phenotype, ancestry, sex, name, position, state, input_key, spec, meta_id, error)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: UpdateFreezeResult :execrows
UPDATE freeze_results SET state = $6, meta_id = $7, error = $8
WHERE freeze_id = $1 AND phenotype = $2 AND ancestry = $3 AND sex = $4 AND name = $5;

-- name: DeleteFreezeResult :execrows
DELETE FROM freeze_results WHERE freeze_id = $1 AND phenotype = $2 AND ancestry = $3 AND sex = $4 AND name = $5;

-- name: ListFreezeResults :many
SELECT r.*, m.status, m.job_id, m.finished_at, m.n_variants, m.n_loci, m.lambda_gc, m.files, m.attempt, m.error AS meta_error
FROM freeze_results r LEFT JOIN meta_analyses m ON m.id = r.meta_id
WHERE r.freeze_id = $1
ORDER BY r.position;

-- name: ListMetasOfFreeze :many
SELECT id FROM meta_analyses WHERE freeze_id = $1 ORDER BY created_at, id;

-- name: ReleaseMeta :execrows
UPDATE meta_analyses SET freeze_id = '' WHERE id = $1;

-- name: ListFreezeUploads :many
SELECT u.id, u.dataset_name, u.cohort, u.phenotype, u.ancestry, u.sex, u.n_total, u.cases, u.status, u.run_id, u.reviewed_at,
    u.file_size, u.sha256, u.uploaded_at, u.uploader_id,
    r.rows_clean, r.lambda_gc, r.rows_build, r.rows_scale
FROM hermes_uploads u LEFT JOIN qc_runs r ON r.id = u.run_id
ORDER BY u.cohort, u.dataset_name, u.id;

-- name: CountDatasetsOfResult :one
SELECT count(*) FROM dataset_results WHERE meta_id = $1;
