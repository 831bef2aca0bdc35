-- +goose Up
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN password_changed_at timestamptz;
ALTER TABLE users ADD COLUMN invited_by text NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT ''; -- case-folded last and first name
ALTER TABLE users ADD COLUMN search_key text NOT NULL DEFAULT ''; -- case-folded words that a search looks at
-- Folding proper is done in Go, at the next change of an account; for accounts
-- made before, the nearest that the engine offers.
UPDATE users SET name_key = lower(trim(last_name || ' ' || first_name)),
    search_key = user_key || chr(10) || lower(email) || chr(10) || lower(first_name) || chr(10) || lower(last_name);
CREATE INDEX users_name_key ON users (name_key, id);
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX user_roles_role ON user_roles (role, user_id);

-- Invitations, password resets and the first administrator's link. A used one is gone.
CREATE TABLE account_links (
    token_hash text COLLATE "C" PRIMARY KEY, -- SHA-256 of the token, which is kept nowhere
    kind       text COLLATE "C" NOT NULL,
    user_id    text COLLATE "C" REFERENCES users (id) ON DELETE CASCADE, -- absent: the first administrator
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX account_links_user ON account_links (user_id, kind); -- a new one replaces the old

-- People without an account who ask for one.
CREATE TABLE access_requests (
    id         text COLLATE "C" PRIMARY KEY,
    email      text NOT NULL,
    email_key  text COLLATE "C" NOT NULL, -- case-folded email
    first_name text NOT NULL,
    last_name  text NOT NULL,
    area       text COLLATE "C" NOT NULL,
    reason     text NOT NULL,
    verified   boolean NOT NULL,
    created_at timestamptz NOT NULL,
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
