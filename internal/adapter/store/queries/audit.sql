-- name: GetAuditHeadForUpdate :one
SELECT seq, hash FROM audit_head WHERE id = 1 FOR UPDATE NOWAIT;

-- name: MoveAuditHead :execrows
UPDATE audit_head SET seq = sqlc.arg(seq), hash = sqlc.arg(hash)
WHERE id = 1 AND seq = sqlc.arg(previous_seq) AND hash = sqlc.arg(previous_hash);

-- name: InsertAuditEvent :exec
INSERT INTO audit_events (
    seq, at_us, actor, actor_id, address, request_id, action, object, object_id, refused, detail,
    before_values, after_values, previous_hash, hash, search_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: ListAuditEventsFrom :many
SELECT * FROM audit_events WHERE seq >= $1 ORDER BY seq LIMIT $2;

-- name: HasAuditEvent :one
SELECT count(*) > 0 FROM audit_events
WHERE object = sqlc.arg(object) AND object_id = sqlc.arg(object_id) AND action = sqlc.arg(action) AND detail = sqlc.arg(detail)
    AND actor_id = sqlc.arg(actor_id) AND (actor_id <> '' OR address = sqlc.arg(address)) AND at_us >= sqlc.arg(from_us);
