-- name: InsertPreparedMeta :exec
INSERT INTO prepared_metas (
    id, name, phenotype, datasets, options, note, status, made_by, maker_id, created_at, updated_at, ended_by, ended_at, answer, meta_id, version
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: GetPreparedMeta :one
SELECT * FROM prepared_metas WHERE id = $1;

-- name: ListPreparedMetas :many
SELECT * FROM prepared_metas
ORDER BY CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END, updated_at DESC, id DESC LIMIT $1;

-- name: UpdatePreparedMeta :execrows
UPDATE prepared_metas
SET name = $3, phenotype = $4, datasets = $5, options = $6, note = $7, status = $8, updated_at = $9, ended_by = $10, ended_at = $11, answer = $12,
    meta_id = $13, version = version + 1
WHERE id = $1 AND version = $2;
