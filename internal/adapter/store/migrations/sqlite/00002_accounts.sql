-- +goose Up
ALTER TABLE users ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN password_changed_at TIMESTAMP;
ALTER TABLE users ADD COLUMN invited_by TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT ''; -- case-folded last and first name
ALTER TABLE users ADD COLUMN search_key TEXT NOT NULL DEFAULT ''; -- case-folded words that a search looks at
-- Folding proper is done in Go, at the next change of an account; for accounts
-- made before, the nearest that the engine offers.
UPDATE users SET name_key = lower(trim(last_name || ' ' || first_name)),
    search_key = user_key || char(10) || lower(email) || char(10) || lower(first_name) || char(10) || lower(last_name);
CREATE INDEX users_name_key ON users (name_key, id);
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX user_roles_role ON user_roles (role, user_id);

-- Invitations, password resets and the first administrator's link. A used one is gone.
CREATE TABLE account_links (
    token_hash TEXT PRIMARY KEY, -- SHA-256 of the token, which is kept nowhere
    kind       TEXT NOT NULL,
    user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- absent: the first administrator
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX account_links_user ON account_links (user_id, kind); -- a new one replaces the old

-- People without an account who ask for one.
CREATE TABLE access_requests (
    id         TEXT PRIMARY KEY,
    email      TEXT NOT NULL,
    email_key  TEXT NOT NULL, -- case-folded email
    first_name TEXT NOT NULL,
    last_name  TEXT NOT NULL,
    area       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    verified   BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (area, email_key)
);

-- +goose Down
DROP TABLE access_requests;
DROP TABLE account_links;
DROP INDEX user_roles_role;
DROP INDEX users_created_at;
DROP INDEX users_name_key;
ALTER TABLE users DROP COLUMN search_key;
ALTER TABLE users DROP COLUMN name_key;
ALTER TABLE users DROP COLUMN invited_by;
ALTER TABLE users DROP COLUMN password_changed_at;
ALTER TABLE users DROP COLUMN must_change_password;
