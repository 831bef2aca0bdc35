-- +goose Up
-- Sessions get an id that people may see, the group of a bearer token and the
-- time of the last proof. SQLite adds no such columns to a table with rows.
CREATE TABLE sessions_with_id (
    token_hash       TEXT PRIMARY KEY,
    user_id          TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    remember         BOOLEAN NOT NULL,
    created_at       TIMESTAMP NOT NULL,
    last_seen_at     TIMESTAMP NOT NULL,
    expires_at       TIMESTAMP NOT NULL,
    user_agent       TEXT NOT NULL,
    address          TEXT NOT NULL,
    id               TEXT NOT NULL UNIQUE,
    group_name       TEXT NOT NULL, -- of the user service; empty for a browser
    authenticated_at TIMESTAMP NOT NULL
);
INSERT INTO sessions_with_id
SELECT token_hash, user_id, remember, created_at, last_seen_at, expires_at, user_agent, address,
    lower(hex(randomblob(16))), '', created_at
FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_with_id RENAME TO sessions;
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE api_tokens (
    id             TEXT PRIMARY KEY,
    token_hash     TEXT NOT NULL UNIQUE, -- SHA-256 of the text, which is kept nowhere
    user_id        TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    prefix         TEXT NOT NULL,
    scopes         TEXT NOT NULL, -- words, separated by spaces
    provision_role TEXT NOT NULL,
    created_at     TIMESTAMP NOT NULL,
    expires_at     TIMESTAMP NOT NULL,
    last_used_at   TIMESTAMP,
    last_used_from TEXT NOT NULL
);
CREATE INDEX api_tokens_user_id ON api_tokens (user_id);
CREATE INDEX api_tokens_expires_at ON api_tokens (expires_at);

-- Why the secrets are readable here: docs/decisions/0010-second-factor.md.
CREATE TABLE second_factors (
    user_id      TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT NOT NULL, -- empty until one is confirmed
    confirmed_at TIMESTAMP,
    last_step    INTEGER NOT NULL, -- newest 30 s step since 1970 whose code was used
    pending      TEXT NOT NULL, -- secret that waits for its first code
    pending_at   TIMESTAMP
);

CREATE TABLE recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL, -- SHA-256; a used one is gone
    PRIMARY KEY (user_id, code_hash)
);

-- Accounts at external providers. The e-mail address is for people only.
CREATE TABLE account_identities (
    id        TEXT PRIMARY KEY,
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    issuer    TEXT NOT NULL,
    subject   TEXT NOT NULL,
    email     TEXT NOT NULL,
    linked_at TIMESTAMP NOT NULL,
    UNIQUE (issuer, subject)
);
CREATE INDEX account_identities_user_id ON account_identities (user_id);

-- Sign-ins at an external provider that were begun; each is taken out once.
CREATE TABLE provider_flows (
    state_hash      TEXT PRIMARY KEY,
    binding_hash    TEXT NOT NULL,
    purpose         TEXT NOT NULL,
    invitation_hash TEXT NOT NULL,
    user_id         TEXT REFERENCES users (id) ON DELETE CASCADE,
    remember        BOOLEAN NOT NULL,
    expires_at      TIMESTAMP NOT NULL
);
CREATE INDEX provider_flows_expires_at ON provider_flows (expires_at);

-- +goose Down
DROP TABLE provider_flows;
DROP TABLE account_identities;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
DROP TABLE api_tokens;
DELETE FROM sessions WHERE group_name <> '';
CREATE TABLE sessions_without_id (
    token_hash   TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    remember     BOOLEAN NOT NULL,
    created_at   TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    expires_at   TIMESTAMP NOT NULL,
    user_agent   TEXT NOT NULL,
    address      TEXT NOT NULL
);
INSERT INTO sessions_without_id
SELECT token_hash, user_id, remember, created_at, last_seen_at, expires_at, user_agent, address FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_without_id RENAME TO sessions;
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
