-- name: InsertSession :exec
INSERT INTO sessions (token_hash, user_id, remember, created_at, last_seen_at, expires_at, user_agent, address, id, group_name,
    authenticated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: GetSession :one
SELECT sqlc.embed(sessions), sqlc.embed(all_revisions) FROM sessions CROSS JOIN all_revisions WHERE token_hash = $1;

-- name: ListSessionsOf :many
SELECT * FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id;

-- name: RenewSession :execrows
UPDATE sessions SET token_hash = $2, authenticated_at = $3, last_seen_at = $4 WHERE id = $1;

-- name: TouchSession :execrows
UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1;

-- name: DeleteSession :exec
DELETE FROM sessions WHERE token_hash = $1;

-- name: DeleteSessionsOf :exec
DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2;

-- name: DeleteSessionsExpiredBy :exec
DELETE FROM sessions WHERE expires_at <= $1;

-- name: InsertAPIToken :exec
INSERT INTO api_tokens (id, token_hash, user_id, name, prefix, scopes, provision_role, created_at, expires_at, last_used_at,
    last_used_from)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: GetAPIToken :one
SELECT * FROM api_tokens WHERE id = $1;

-- name: GetAPITokenByHash :one
SELECT sqlc.embed(api_tokens), sqlc.embed(all_revisions) FROM api_tokens CROSS JOIN all_revisions WHERE token_hash = $1;

-- name: ListAPITokensOf :many
SELECT * FROM api_tokens WHERE user_id = $1 ORDER BY created_at DESC, id;

-- name: TouchAPIToken :execrows
UPDATE api_tokens SET last_used_at = $2, last_used_from = $3 WHERE id = $1;

-- name: DeleteAPIToken :execrows
DELETE FROM api_tokens WHERE id = $1;

-- name: DeleteAPITokensExpiredBy :exec
DELETE FROM api_tokens WHERE expires_at <= $1;

-- name: GetSecondFactor :one
SELECT * FROM second_factors WHERE user_id = $1;

-- name: SaveSecondFactor :exec
INSERT INTO second_factors (user_id, secret, confirmed_at, last_step, pending, pending_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (user_id) DO UPDATE
SET secret = excluded.secret, confirmed_at = excluded.confirmed_at, last_step = excluded.last_step, pending = excluded.pending,
    pending_at = excluded.pending_at;

-- name: DeleteSecondFactor :execrows
DELETE FROM second_factors WHERE user_id = $1;

-- name: DropPendingSecondFactors :exec
UPDATE second_factors SET pending = '', pending_at = NULL WHERE pending_at <= $1;

-- name: InsertRecoveryCode :exec
INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2);

-- name: CountRecoveryCodes :one
SELECT count(*) FROM recovery_codes WHERE user_id = $1;

-- name: DeleteRecoveryCode :execrows
DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2;

-- name: DeleteRecoveryCodesOf :exec
DELETE FROM recovery_codes WHERE user_id = $1;

-- name: InsertIdentity :exec
INSERT INTO account_identities (id, user_id, issuer, subject, email, linked_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: GetIdentity :one
SELECT * FROM account_identities WHERE issuer = $1 AND subject = $2;

-- name: ListIdentitiesOf :many
SELECT * FROM account_identities WHERE user_id = $1 ORDER BY linked_at, id;

-- name: DeleteIdentity :execrows
DELETE FROM account_identities WHERE id = $1;

-- name: InsertFlow :exec
INSERT INTO provider_flows (state_hash, binding_hash, purpose, invitation_hash, user_id, remember, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: TakeFlow :one
DELETE FROM provider_flows WHERE binding_hash = $1 RETURNING *;

-- name: DeleteFlowsExpiredBy :exec
DELETE FROM provider_flows WHERE expires_at <= $1;
