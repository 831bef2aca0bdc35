-- name: InsertSGCCohort :exec
INSERT INTO sgc_cohorts (
    id, name, name_key, owner, owner_key, owner_id, total, males, females, questionnaire, answered, status, validated_at,
    version, created_at, updated_at, last_activity_at, search_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: GetSGCCohort :one
SELECT * FROM sgc_cohorts WHERE id = $1;

-- name: UpdateSGCCohort :execrows
UPDATE sgc_cohorts
SET name = $3, name_key = $4, owner = $5, owner_key = $6, owner_id = $7, total = $8, males = $9, females = $10,
    questionnaire = $11, answered = $12, status = $13, validated_at = $14, updated_at = $15, last_activity_at = $16,
    search_key = $17, version = version + 1
WHERE id = $1 AND version = $2;

-- name: DeleteSGCCohort :execrows
DELETE FROM sgc_cohorts WHERE id = $1;

-- name: InsertSGCCoOwner :exec
INSERT INTO sgc_co_owners (cohort_id, user_id, user_name) VALUES ($1, $2, $3);

-- name: DeleteSGCCoOwners :exec
DELETE FROM sgc_co_owners WHERE cohort_id = $1;

-- name: ListSGCCoOwners :many
SELECT * FROM sgc_co_owners WHERE cohort_id = $1 ORDER BY user_name, user_id;

-- name: InsertSGCFile :exec
INSERT INTO sgc_files (
    id, cohort_id, kind, version, is_current, file_name, content_type, size_bytes, sha256, stored_sha256, blob_id, mapping,
    row_count, warnings, min_cell, uploaded_by, uploaded_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- name: UpdateSGCFile :execrows
UPDATE sgc_files
SET is_current = $2, size_bytes = $3, sha256 = $4, stored_sha256 = $5, blob_id = $6, warnings = $7, min_cell = $8
WHERE id = $1;

-- name: ListSGCFiles :many
SELECT * FROM sgc_files WHERE cohort_id = $1 ORDER BY kind, version DESC;

-- name: RetireSGCFiles :exec
UPDATE sgc_files SET is_current = FALSE WHERE cohort_id = $1 AND kind = $2 AND is_current;

-- name: RetireSGCCounts :exec
UPDATE sgc_counts SET is_current = FALSE WHERE cohort_id = $1 AND sex = $2 AND is_current;

-- name: RetireSGCPairs :exec
UPDATE sgc_pairs SET is_current = FALSE WHERE cohort_id = $1 AND sex = $2 AND is_current;

-- name: DeleteSGCCounts :exec
DELETE FROM sgc_counts WHERE file_id = $1;

-- name: DeleteSGCPairs :exec
DELETE FROM sgc_pairs WHERE file_id = $1;

-- name: ListSGCCounts :many
SELECT c.* FROM sgc_counts AS c JOIN sgc_files AS f ON f.id = c.file_id
WHERE f.cohort_id = $1 AND (f.is_current OR NOT CAST(sqlc.arg(only_current) AS boolean)) ORDER BY c.file_id, c.position;

-- name: ListSGCPairs :many
SELECT p.* FROM sgc_pairs AS p JOIN sgc_files AS f ON f.id = p.file_id
WHERE f.cohort_id = $1 AND (f.is_current OR NOT CAST(sqlc.arg(only_current) AS boolean)) ORDER BY p.file_id, p.position;

-- name: ListSGCBlobs :many
SELECT blob_id FROM sgc_files UNION ALL SELECT blob_id FROM sgc_archives;

-- name: ListSGCCohortsHiddenBelow :many
SELECT cohort_id AS id FROM sgc_files WHERE min_cell < $1 AND kind <> 'cohort_description'
UNION SELECT id FROM sgc_cohorts
WHERE (total > 0 AND total < $1) OR (males > 0 AND males < $1) OR (females > 0 AND females < $1)
ORDER BY id;

-- name: GetSGCMapping :one
SELECT mapping FROM sgc_mappings WHERE user_id = $1 AND kind = $2;

-- name: UpsertSGCMapping :exec
INSERT INTO sgc_mappings (user_id, kind, mapping, used_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, kind) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at;

-- name: CountSGCPhenotypes :one
SELECT count(*) FROM sgc_phenotypes;

-- name: InsertSGCPhenotype :exec
INSERT INTO sgc_phenotypes (code, description, aliases, retired, version, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: GetSGCPhenotype :one
SELECT * FROM sgc_phenotypes WHERE code = $1;

-- name: ListSGCPhenotypes :many
SELECT * FROM sgc_phenotypes ORDER BY code;

-- name: UpdateSGCPhenotype :execrows
UPDATE sgc_phenotypes SET description = $3, aliases = $4, retired = $5, updated_at = $6, version = version + 1
WHERE code = $1 AND version = $2;

-- name: DeleteSGCPhenotype :execrows
DELETE FROM sgc_phenotypes WHERE code = $1;
