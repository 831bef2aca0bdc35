-- name: GetHermesSettings :one
SELECT * FROM hermes_settings ORDER BY version DESC LIMIT 1;

-- name: InsertHermesSettings :exec
INSERT INTO hermes_settings (version, set_at, set_by, setting) VALUES ($1, $2, $3, $4);

-- name: InsertHermesNotice :exec
INSERT INTO hermes_notices (id, user_id, upload_id, prepared_id, told_at, told, seen, mailed, deleted_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: ListHermesNotices :many
SELECT n.id, n.upload_id, n.prepared_id, CAST(COALESCE(u.dataset_name, n.deleted_name, '') AS text) AS dataset_name,
  CAST(CASE WHEN u.status_since > n.told_at THEN u.status ELSE '' END AS text) AS status_since, n.told_at, n.told, n.seen
FROM hermes_notices AS n LEFT JOIN hermes_uploads AS u ON u.id = n.upload_id
WHERE n.user_id = sqlc.arg(user_id)
  AND (CAST(sqlc.arg(before_id) AS text) = '' OR n.told_at < sqlc.arg(before) OR (n.told_at = sqlc.arg(before) AND n.id < sqlc.arg(before_id)))
ORDER BY n.told_at DESC, n.id DESC LIMIT sqlc.arg(most);

-- name: CountUnseenHermesNotices :one
SELECT count(*) FROM hermes_notices WHERE user_id = $1 AND NOT seen;

-- name: SeeHermesNotices :exec
UPDATE hermes_notices SET seen = TRUE WHERE user_id = $1 AND NOT seen AND told_at <= $2;

-- name: ListUnmailedHermesNotices :many
SELECT n.id, n.user_id, n.upload_id, n.prepared_id, CAST(COALESCE(u.dataset_name, n.deleted_name, '') AS text) AS dataset_name,
  CAST(CASE WHEN u.status_since > n.told_at THEN u.status ELSE '' END AS text) AS status_since, n.told_at, n.told
FROM hermes_notices AS n LEFT JOIN hermes_uploads AS u ON u.id = n.upload_id
WHERE n.user_id = $1 AND NOT n.mailed ORDER BY n.told_at, n.id;

-- name: ListUnmailedHermesUsers :many
SELECT DISTINCT user_id FROM hermes_notices WHERE NOT mailed ORDER BY user_id;

-- name: MailHermesNotice :execrows
UPDATE hermes_notices SET mailed = TRUE WHERE id = $1 AND NOT mailed;

-- name: DeleteHermesNotices :exec
DELETE FROM hermes_notices WHERE told_at < $1;

-- name: GetHermesMails :one
SELECT * FROM hermes_mails WHERE user_id = $1;

-- name: SetHermesMails :exec
INSERT INTO hermes_mails (user_id, mails, mailed_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET mails = excluded.mails, mailed_at = excluded.mailed_at;

-- name: ListActiveWithRole :many
SELECT u.id, u.user_name, u.first_name, u.last_name FROM users AS u
WHERE u.is_active AND u.id IN (SELECT user_id FROM user_roles WHERE role = $1)
  AND u.id NOT IN (SELECT user_id FROM account_links WHERE kind = 'invitation')
ORDER BY u.user_name, u.id;
