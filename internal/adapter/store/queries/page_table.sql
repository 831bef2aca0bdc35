-- name: InsertPageTable :exec
INSERT INTO page_tables (
    id, name, area, owner, owner_id, source, source_tag, source_bytes, layout, state, error, job_id, attempt, made,
    bytes, data_bytes, data_tag, created_at, finished_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);

-- name: GetPageTable :one
SELECT * FROM page_tables WHERE id = $1;

-- name: GetPageTableForUpdate :one
SELECT * FROM page_tables WHERE id = $1 FOR UPDATE;

-- name: UpdatePageTable :execrows
UPDATE page_tables
SET name = $2, source_tag = $3, source_bytes = $4, state = $5, error = $6, attempt = $7, made = $8, bytes = $9,
    data_bytes = $10, data_tag = $11, finished_at = $12
WHERE id = $1;

-- name: DeletePageTable :execrows
DELETE FROM page_tables WHERE id = $1;

-- name: PageTableUsage :one
SELECT count(*) AS tables, CAST(COALESCE(SUM(bytes), 0) AS bigint) AS bytes FROM page_tables WHERE owner_id = $1;

-- name: ListOlderPageTables :many
SELECT id FROM page_tables WHERE created_at < $1 AND state <> 'building' AND id > $2 ORDER BY id LIMIT $3;
