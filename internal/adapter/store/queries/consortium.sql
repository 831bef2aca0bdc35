-- name: GetConsortiumProfile :one
SELECT * FROM consortium_profiles ORDER BY version DESC LIMIT 1;

-- name: GetConsortiumVersion :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) AS version FROM consortium_profiles;

-- name: InsertConsortiumProfile :exec
INSERT INTO consortium_profiles (version, set_at, set_by, profile) VALUES ($1, $2, $3, $4);
