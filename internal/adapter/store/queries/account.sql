-- name: InsertUser :exec
INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, must_change_password,
    password_changed_at, invited_by, name_key, search_key, created_at, last_login)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- name: UpdateUser :execrows
UPDATE users
SET user_name = $2, user_key = $3, first_name = $4, last_name = $5, email = $6, is_active = $7, password_hash = $8,
    must_change_password = $9, password_changed_at = $10, invited_by = $11, name_key = $12, search_key = $13, last_login = $14
WHERE id = $1;

-- name: DeleteUser :execrows
DELETE FROM users WHERE id = $1;

-- name: GetUser :one
SELECT * FROM users WHERE id = $1;

-- name: GetUserByKey :one
SELECT * FROM users WHERE user_key = $1;

-- name: ListUsers :many
SELECT * FROM users ORDER BY user_key;

-- name: CountUsers :one
SELECT count(*) FROM users;

-- name: CountActiveAdmins :one
SELECT count(*) FROM users JOIN user_roles ON user_roles.user_id = users.id
WHERE users.is_active AND user_roles.role = 'admin'
    AND NOT EXISTS (SELECT 1 FROM account_links AS l WHERE l.user_id = users.id AND l.kind = 'invitation');

-- name: InsertUserRole :exec
INSERT INTO user_roles (user_id, role) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: DeleteUserRoles :exec
DELETE FROM user_roles WHERE user_id = $1;

-- name: GetRevisions :one
SELECT * FROM all_revisions;

-- name: ListUserHoldings :many
-- Roles, groups and single permissions of an account in one go.
SELECT 'role' AS kind, '' AS area, role AS name FROM user_roles WHERE user_roles.user_id = $1
UNION ALL
SELECT 'group', '', group_name FROM user_groups WHERE user_groups.user_id = $1
UNION ALL
SELECT 'permission', area, permission FROM user_permissions WHERE user_permissions.user_id = $1
ORDER BY 1, 2, 3;

-- name: ListAllUserRoles :many
SELECT user_id, role FROM user_roles ORDER BY user_id, role;

-- name: InsertUserGroup :exec
INSERT INTO user_groups (user_id, group_name) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: DeleteUserGroups :exec
DELETE FROM user_groups WHERE user_id = $1;

-- name: ListAllUserGroups :many
SELECT user_id, group_name FROM user_groups ORDER BY user_id, group_name;

-- name: CountAttempts :one
SELECT count(*) FROM login_attempts WHERE attempt_key = sqlc.arg(key) AND attempted_at >= sqlc.arg(since) AND attempted_at <= sqlc.arg(until);

-- name: InsertAttempt :exec
INSERT INTO login_attempts (attempt_key, attempted_at) VALUES ($1, $2);

-- name: DeleteAttempts :exec
DELETE FROM login_attempts WHERE attempt_key = $1;

-- name: DeleteAttemptsBefore :exec
DELETE FROM login_attempts WHERE attempted_at < $1;

-- name: InsertLink :exec
INSERT INTO account_links (token_hash, kind, user_id, created_by, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (user_id, kind) DO UPDATE
SET token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = excluded.created_at, expires_at = excluded.expires_at;

-- name: GetLink :one
SELECT * FROM account_links WHERE token_hash = $1;

-- name: GetOpenInvitation :one
SELECT * FROM account_links WHERE user_id = $1 AND kind = 'invitation';

-- name: DeleteLink :execrows
DELETE FROM account_links WHERE token_hash = $1;

-- name: DeleteLinksOf :exec
DELETE FROM account_links WHERE kind = $1 AND user_id = $2;

-- name: DeleteLinksOfNobody :exec
DELETE FROM account_links WHERE kind = $1 AND user_id IS NULL;

-- name: DeleteLinksExpiredBy :exec
DELETE FROM account_links WHERE kind <> 'invitation' AND expires_at <= $1;

-- name: InsertAccessRequest :exec
INSERT INTO access_requests (id, email, email_key, first_name, last_name, area, reason, verified, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: DeleteAccessRequestOf :exec
DELETE FROM access_requests WHERE area = $1 AND email_key = $2;

-- name: GetAccessRequest :one
SELECT * FROM access_requests WHERE id = $1;

-- name: ListAccessRequests :many
SELECT * FROM access_requests WHERE area = $1 OR CAST($1 AS text) = '' ORDER BY created_at, id;

-- name: DeleteAccessRequest :execrows
DELETE FROM access_requests WHERE id = $1;

-- name: ListKnownPlaces :many
SELECT known_places.place FROM known_places JOIN users ON users.id = known_places.user_id
WHERE users.user_key = $1 AND (known_places.place = $2 OR known_places.place = $3);

-- name: SaveKnownPlace :exec
INSERT INTO known_places (user_id, place, seen_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id, place) DO UPDATE SET seen_at = excluded.seen_at;

-- name: DeleteKnownPlacesOf :exec
DELETE FROM known_places WHERE user_id = $1;

-- name: DeleteKnownPlacesBefore :exec
DELETE FROM known_places WHERE seen_at < $1;

-- name: InsertUserPermission :exec
INSERT INTO user_permissions (user_id, area, permission) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- name: DeleteUserPermissions :exec
DELETE FROM user_permissions WHERE user_id = $1;

-- name: ListAllUserPermissions :many
SELECT user_id, area, permission FROM user_permissions ORDER BY user_id, area, permission;

-- name: InsertAccountMaker :exec
INSERT INTO account_makers (user_id, maker_id, bond) VALUES ($1, $2, $3)
ON CONFLICT (user_id, maker_id) DO UPDATE SET bond = CASE WHEN excluded.bond > account_makers.bond THEN excluded.bond ELSE account_makers.bond END;

-- name: ListAccountTies :many
SELECT m.user_id, m.maker_id, m.bond,
    CAST(EXISTS (SELECT 1 FROM second_factors AS f WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM account_identities AS i WHERE i.user_id = m.user_id) AS BOOLEAN) AS proven
FROM account_makers AS m ORDER BY m.user_id, m.maker_id;
