-- name: InsertDatasetPhenotype :exec
INSERT INTO dataset_phenotypes (id, dataset_id, code, code_key, description, dichotomous, sample_size, cases, controls, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: UpdateDatasetPhenotype :execrows
UPDATE dataset_phenotypes
SET code = $2, code_key = $3, description = $4, dichotomous = $5, sample_size = $6, cases = $7, controls = $8
WHERE id = $1;

-- name: DeleteDatasetPhenotype :execrows
DELETE FROM dataset_phenotypes WHERE id = $1;

-- name: ListDatasetPhenotypes :many
SELECT * FROM dataset_phenotypes WHERE dataset_id = $1 ORDER BY created_at, id;

-- name: InsertDatasetCredibleSet :exec
INSERT INTO dataset_credible_sets (id, dataset_id, phenotype_id, name, created_at) VALUES ($1, $2, $3, $4, $5);

-- name: UpdateDatasetCredibleSet :execrows
UPDATE dataset_credible_sets SET name = $2 WHERE id = $1;

-- name: DeleteDatasetCredibleSet :execrows
DELETE FROM dataset_credible_sets WHERE id = $1;

-- name: ListDatasetCredibleSets :many
SELECT * FROM dataset_credible_sets WHERE dataset_id = $1 ORDER BY created_at, id;

-- name: InsertDatasetFile :exec
INSERT INTO dataset_files (
    id, dataset_id, kind, parent_id, version, is_current, upload_id, file_name, size_bytes, sha256, short_id, downloads, check_id,
    uploaded_by, uploaded_at, genome_build)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: SetDatasetFileBuild :execrows
UPDATE dataset_files SET genome_build = $2 WHERE id = $1;

-- name: RetireDatasetFiles :exec
UPDATE dataset_files SET is_current = FALSE WHERE parent_id = $1 AND is_current;

-- name: ListDatasetFiles :many
SELECT * FROM dataset_files WHERE dataset_id = $1 ORDER BY kind DESC, parent_id, version DESC;

-- name: ListDatasetFilesOfParent :many
SELECT * FROM dataset_files WHERE parent_id = $1 ORDER BY version DESC;

-- name: GetDatasetFile :one
SELECT * FROM dataset_files WHERE id = $1;

-- name: GetDatasetFileByShortID :one
SELECT * FROM dataset_files WHERE kind = $1 AND short_id = $2;

-- name: DeleteDatasetFiles :exec
DELETE FROM dataset_files WHERE parent_id = $1;

-- name: SumDatasetBytes :one
SELECT CAST(COALESCE(sum(f.size_bytes), 0) AS bigint)
FROM dataset_files AS f JOIN datasets AS d ON d.id = f.dataset_id WHERE d.owner_id = $1;

-- name: CountDatasetDownload :execrows
UPDATE dataset_files SET downloads = downloads + 1 WHERE id = $1;

-- name: InsertDatasetLink :exec
INSERT INTO dataset_links (id, dataset_id, file_id, note, created_by, created_at, expires_at, revoked_at, uses)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: ListDatasetLinks :many
SELECT * FROM dataset_links WHERE dataset_id = $1 ORDER BY created_at DESC, id DESC;

-- name: GetDatasetLink :one
SELECT * FROM dataset_links WHERE id = $1;

-- name: RevokeDatasetLink :execrows
UPDATE dataset_links SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1;

-- name: RevokeDatasetLinks :execrows
UPDATE dataset_links SET revoked_at = $2 WHERE dataset_id = $1 AND revoked_at IS NULL AND expires_at > $2;

-- name: CountDatasetLinkUse :execrows
UPDATE dataset_links SET uses = uses + 1 WHERE id = $1;

-- name: InsertSigningKey :exec
INSERT INTO signing_keys (id, key_bytes, created_at) VALUES ($1, $2, $3);

-- name: ListSigningKeys :many
SELECT * FROM signing_keys ORDER BY created_at DESC, id DESC;

-- name: DeleteSigningKeys :exec
DELETE FROM signing_keys WHERE created_at < $1;
