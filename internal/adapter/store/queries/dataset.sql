-- name: InsertStudy :exec
INSERT INTO studies (id, name, name_key, institution, created_by, creator_id, created_at, version, search_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: GetStudy :one
SELECT * FROM studies WHERE id = $1;

-- name: UpdateStudy :execrows
UPDATE studies SET name = $3, name_key = $4, institution = $5, search_key = $6, version = version + 1
WHERE id = $1 AND version = $2;

-- name: DeleteStudy :execrows
DELETE FROM studies WHERE id = $1;

-- name: CountDatasetsOfStudy :one
SELECT count(*) FROM datasets WHERE study_id = $1;

-- name: ListDatasetsOfStudy :many
SELECT id FROM datasets WHERE study_id = $1 ORDER BY id;

-- name: InsertDataset :exec
INSERT INTO datasets (
    id, name, name_key, study_id, data_type, genome_build, ancestry, sex, global_sample_size, status, metadata, owner, owner_key,
    owner_id, sharing, created_at, updated_at, updated_by, deleted_at, version, files, bytes, search_key, published_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, 0, 0, '', $21);

-- name: GetDataset :one
SELECT * FROM datasets WHERE id = $1;

-- name: GetDatasetForUpdate :one
SELECT * FROM datasets WHERE id = $1 FOR UPDATE;

-- name: UpdateDataset :execrows
UPDATE datasets
SET name = $3, name_key = $4, study_id = $5, data_type = $6, genome_build = $7, ancestry = $8, sex = $9, global_sample_size = $10,
    status = $11, metadata = $12, owner = $13, owner_key = $14, owner_id = $15, sharing = $16, updated_at = $17, updated_by = $18,
    deleted_at = $19, published_at = $20, version = version + 1
WHERE id = $1 AND version = $2;

-- name: RefreshDataset :exec
UPDATE datasets SET files = $2, bytes = $3, search_key = $4 WHERE id = $1;

-- name: SumCurrentDatasetFiles :one
SELECT count(*) AS files, CAST(COALESCE(sum(size_bytes), 0) AS bigint) AS bytes
FROM dataset_files WHERE dataset_id = $1 AND is_current;

-- name: UnregisterDatasetFiles :exec
UPDATE upload_files SET registered = FALSE WHERE id IN (SELECT upload_id FROM dataset_files WHERE dataset_id = $1);

-- name: DeleteDataset :execrows
DELETE FROM datasets WHERE id = $1;

-- name: ListPurgeableDatasets :many
SELECT id FROM datasets WHERE deleted_at <= $1 ORDER BY deleted_at, id LIMIT 100;

-- name: InsertDatasetPerson :exec
INSERT INTO dataset_people (dataset_id, user_id, role) VALUES ($1, $2, $3);

-- name: DeleteDatasetPeople :exec
DELETE FROM dataset_people WHERE dataset_id = $1;

-- name: ListDatasetPeople :many
SELECT p.role, u.id, u.user_name FROM dataset_people AS p JOIN users AS u ON u.id = p.user_id
WHERE p.dataset_id = $1 ORDER BY u.user_name, u.id;

-- name: InsertDatasetGroup :exec
INSERT INTO dataset_groups (dataset_id, name) VALUES ($1, $2);

-- name: DeleteDatasetGroups :exec
DELETE FROM dataset_groups WHERE dataset_id = $1;

-- name: ListDatasetGroups :many
SELECT name FROM dataset_groups WHERE dataset_id = $1 ORDER BY name;

-- name: UpsertDatasetView :exec
INSERT INTO dataset_views (user_id, name, name_key, search) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, name_key) DO UPDATE SET name = excluded.name, search = excluded.search;

-- name: DeleteDatasetView :execrows
DELETE FROM dataset_views WHERE user_id = $1 AND name_key = $2;

-- name: ListDatasetViews :many
SELECT * FROM dataset_views WHERE user_id = $1 ORDER BY name_key;
