-- name: InsertPage :exec
INSERT INTO pages (
    id, title, title_key, area, owner, owner_id, sharing, table_id, copied, errors, warnings, versions, origins, picture_id, slug,
    published_number, published_table, published_title, published_about, follow, next_table, behind, published_at, published_by,
    created_at, updated_at, updated_by, deleted_at, version, search_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
    $25, $26, $27, $28, $29, $30);

-- name: GetPage :one
SELECT * FROM pages WHERE id = $1;

-- name: GetPageForUpdate :one
SELECT * FROM pages WHERE id = $1 FOR UPDATE;

-- name: GetPageBySlug :one
SELECT * FROM pages WHERE slug = $1 AND deleted_at IS NULL;

-- name: UpdatePage :execrows
UPDATE pages
SET title = $3, title_key = $4, owner = $5, owner_id = $6, sharing = $7, table_id = $8, copied = $9, errors = $10, warnings = $11,
    versions = $12, origins = $13, picture_id = $14, slug = $15, published_number = $16, published_table = $17, published_title = $18,
    published_about = $19, follow = $20, next_table = $21, behind = $22, published_at = $23, published_by = $24, updated_at = $25,
    updated_by = $26, deleted_at = $27, search_key = $28, version = version + 1
WHERE id = $1 AND version = $2;

-- name: SwitchPageTable :execrows
UPDATE pages SET table_id = $2, published_table = $3, next_table = $4, behind = $5 WHERE id = $1;

-- name: DeletePage :execrows
DELETE FROM pages WHERE id = $1;

-- name: CountPages :one
SELECT count(*) FROM pages WHERE owner_id = $1;

-- name: ListPagesWithTable :many
SELECT * FROM pages WHERE table_id = $1 OR published_table = $1 OR next_table = $1 ORDER BY id;

-- name: ListFollowingPages :many
SELECT id FROM pages WHERE follow AND slug IS NOT NULL AND deleted_at IS NULL ORDER BY id;

-- name: ListPurgeablePages :many
SELECT id FROM pages WHERE deleted_at IS NOT NULL AND deleted_at < $1 ORDER BY deleted_at, id LIMIT 100;

-- name: ListPagePeople :many
SELECT u.id, u.user_name FROM page_people AS p JOIN users AS u ON u.id = p.user_id
WHERE p.page_id = $1 ORDER BY u.user_name, u.id;

-- name: InsertPagePerson :exec
INSERT INTO page_people (page_id, user_id) VALUES ($1, $2);

-- name: DeletePagePeople :exec
DELETE FROM page_people WHERE page_id = $1;

-- name: GetPageDraft :one
SELECT document FROM page_drafts WHERE page_id = $1;

-- name: InsertPageDraft :exec
INSERT INTO page_drafts (page_id, document) VALUES ($1, $2);

-- name: UpdatePageDraft :execrows
UPDATE page_drafts SET document = $2 WHERE page_id = $1;

-- name: InsertPageVersion :exec
INSERT INTO page_versions (page_id, number, name, table_id, document, created_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: GetPageVersion :one
SELECT * FROM page_versions WHERE page_id = $1 AND number = $2;

-- name: GetNewestPageVersion :one
SELECT * FROM page_versions WHERE page_id = $1 ORDER BY number DESC LIMIT 1;

-- name: ListPageVersions :many
SELECT page_id, number, name, table_id, created_by, created_at FROM page_versions WHERE page_id = $1 ORDER BY number DESC;
