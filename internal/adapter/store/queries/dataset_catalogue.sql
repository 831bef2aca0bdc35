-- name: UpsertDatasetBatch :exec
INSERT INTO dataset_batches (id, by_whom, by_id, at, undone_at, content) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET undone_at = excluded.undone_at;

-- name: GetDatasetBatch :one
SELECT * FROM dataset_batches WHERE id = $1;

-- name: GetDatasetBatchForUpdate :one
SELECT * FROM dataset_batches WHERE id = $1 FOR UPDATE;

-- name: GetDatasetByName :one
SELECT * FROM datasets WHERE name_key = $1;

-- name: GetDatasetByNameForUpdate :one
SELECT * FROM datasets WHERE name_key = $1 FOR UPDATE;

-- name: GetStudyByName :one
SELECT * FROM studies WHERE name_key = $1;

-- name: InsertDatasetResult :exec
INSERT INTO dataset_results (dataset_id, meta_id) VALUES ($1, $2);

-- name: GetDatasetOfResult :one
SELECT * FROM datasets WHERE id = (SELECT dataset_id FROM dataset_results WHERE meta_id = $1);

-- name: GetPublicSummary :one
SELECT
    COUNT(*) AS datasets,
    COUNT(DISTINCT d.study_id) AS studies,
    COUNT(DISTINCT d.ancestry) AS ancestries,
    (SELECT COUNT(DISTINCT p.code_key) FROM dataset_phenotypes AS p
        INNER JOIN datasets AS o ON p.dataset_id = o.id
        WHERE o.deleted_at IS NULL AND o.sharing = 'public') AS phenotypes
FROM datasets AS d WHERE d.deleted_at IS NULL AND d.sharing = 'public';
