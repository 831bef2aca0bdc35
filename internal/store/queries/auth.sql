-- name: InsertUser :exec
INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at, last_login)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: UpdateUser :execrows
UPDATE users
SET user_name = $2, user_key = $3, first_name = $4, last_name = $5, email = $6, is_active = $7, password_hash = $8, last_login = $9
WHERE id = $1;

-- name: GetUser :one
SELECT * FROM users WHERE id = $1;

-- name: GetUserByKey :one
SELECT * FROM users WHERE user_key = $1;

-- name: ListUsers :many
SELECT * FROM users ORDER BY user_key;

-- name: InsertUserRole :exec
INSERT INTO user_roles (user_id, role) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: DeleteUserRoles :exec
DELETE FROM user_roles WHERE user_id = $1;

-- name: ListUserRoles :many
SELECT role FROM user_roles WHERE user_id = $1 ORDER BY role;

-- name: ListAllUserRoles :many
SELECT user_id, role FROM user_roles ORDER BY user_id, role;

-- name: InsertUserGroup :exec
INSERT INTO user_groups (user_id, group_name) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: DeleteUserGroups :exec
DELETE FROM user_groups WHERE user_id = $1;

-- name: ListUserGroups :many
SELECT group_name FROM user_groups WHERE user_id = $1 ORDER BY group_name;

-- name: ListAllUserGroups :many
SELECT user_id, group_name FROM user_groups ORDER BY user_id, group_name;

-- name: InsertSession :exec
INSERT INTO sessions (token_hash, user_id, remember, created_at, last_seen_at, expires_at, user_agent, address)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: GetSession :one
SELECT * FROM sessions WHERE token_hash = $1;

-- name: TouchSession :execrows
UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1;

-- name: DeleteSession :exec
DELETE FROM sessions WHERE token_hash = $1;

-- name: DeleteSessionsOf :exec
DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2;

-- name: DeleteSessionsExpiredBy :exec
DELETE FROM sessions WHERE expires_at <= $1;

-- name: CountAttempts :one
SELECT count(*) FROM login_attempts WHERE attempt_key = $1 AND attempted_at >= $2;

-- name: InsertAttempt :exec
INSERT INTO login_attempts (attempt_key, attempted_at) VALUES ($1, $2);

-- name: DeleteAttempts :exec
DELETE FROM login_attempts WHERE attempt_key = $1;

-- name: DeleteAttemptsBefore :exec
DELETE FROM login_attempts WHERE attempted_at < $1;
