-- name: CountHermesPhenotypes :one
SELECT count(*) FROM hermes_phenotypes;

-- name: ListHermesPhenotypes :many
SELECT * FROM hermes_phenotypes ORDER BY code;

-- name: GetHermesPhenotype :one
SELECT * FROM hermes_phenotypes WHERE code = $1;

-- name: InsertHermesPhenotype :exec
INSERT INTO hermes_phenotypes (code, code_key, description, dichotomous, terms, synonyms, retired_at, version, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: UpdateHermesPhenotype :execrows
UPDATE hermes_phenotypes
SET description = $3, dichotomous = $4, terms = $5, synonyms = $6, retired_at = $7, updated_at = $8, version = version + 1
WHERE code = $1 AND version = $2;

-- name: DeleteHermesPhenotype :execrows
DELETE FROM hermes_phenotypes WHERE code = $1;

-- name: CountUploadsByPhenotype :many
SELECT phenotype, count(*) AS n FROM hermes_uploads
WHERE CAST(sqlc.arg(uploader_id) AS text) = '' OR uploader_id = sqlc.arg(uploader_id)
GROUP BY phenotype;

-- name: InsertPhenotypeRequest :exec
INSERT INTO hermes_phenotype_requests (
    id, wanted, why, dichotomous, term, status, asked_by, asker_id, asked_at, decided_by, decided_at, code, answer
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: GetPhenotypeRequest :one
SELECT * FROM hermes_phenotype_requests WHERE id = $1;

-- name: ListPhenotypeRequests :many
SELECT * FROM hermes_phenotype_requests
WHERE CAST(sqlc.arg(asker_id) AS text) = '' OR asker_id = sqlc.arg(asker_id)
ORDER BY CASE WHEN decided_at IS NULL THEN 0 ELSE 1 END, asked_at DESC, id DESC LIMIT sqlc.arg(most);

-- name: DecidePhenotypeRequest :execrows
UPDATE hermes_phenotype_requests SET status = $2, decided_by = $3, decided_at = $4, code = $5, answer = $6
WHERE id = $1 AND decided_at IS NULL;
