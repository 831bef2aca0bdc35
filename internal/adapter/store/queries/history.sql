-- name: InsertHistory :exec
INSERT INTO history (object, object_id, at, by_whom, action, detail, changes)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ListHistory :many
SELECT * FROM history WHERE object = $1 AND object_id = $2 ORDER BY id DESC;

-- name: DeleteHistory :exec
DELETE FROM history WHERE object = $1 AND object_id = $2;
