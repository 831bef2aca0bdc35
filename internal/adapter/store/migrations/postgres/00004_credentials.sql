-- +goose Up
-- Sessions get an id that people may see, the group of a bearer token and the
-- time of the last proof.
ALTER TABLE sessions ADD COLUMN id text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text;
ALTER TABLE sessions ALTER COLUMN id DROP DEFAULT;
ALTER TABLE sessions ADD CONSTRAINT sessions_id_key UNIQUE (id);
ALTER TABLE sessions ADD COLUMN group_name text COLLATE "C" NOT NULL DEFAULT ''; -- of the user service; empty for a browser
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
UPDATE sessions SET authenticated_at = created_at;
ALTER TABLE sessions ALTER COLUMN authenticated_at SET NOT NULL;

CREATE TABLE api_tokens (
    id             text COLLATE "C" PRIMARY KEY,
    token_hash     text COLLATE "C" NOT NULL UNIQUE, -- SHA-256 of the text, which is kept nowhere
    user_id        text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name           text NOT NULL,
    prefix         text NOT NULL,
    scopes         text NOT NULL, -- words, separated by spaces
    provision_role text NOT NULL,
    created_at     timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    last_used_at   timestamptz,
    last_used_from text NOT NULL
);
CREATE INDEX api_tokens_user_id ON api_tokens (user_id);
CREATE INDEX api_tokens_expires_at ON api_tokens (expires_at);

-- Why the secrets are readable here: docs/decisions/0010-second-factor.md.
CREATE TABLE second_factors (
    user_id      text COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       text NOT NULL, -- empty until one is confirmed
    confirmed_at timestamptz,
    last_step    bigint NOT NULL, -- newest 30 s step since 1970 whose code was used
    pending      text NOT NULL, -- secret that waits for its first code
    pending_at   timestamptz
);

CREATE TABLE recovery_codes (
    user_id   text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash text COLLATE "C" NOT NULL, -- SHA-256; a used one is gone
    PRIMARY KEY (user_id, code_hash)
);

-- Accounts at external providers. The e-mail address is for people only.
CREATE TABLE account_identities (
    id        text COLLATE "C" PRIMARY KEY,
    user_id   text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    issuer    text COLLATE "C" NOT NULL,
    subject   text COLLATE "C" NOT NULL,
    email     text NOT NULL,
    linked_at timestamptz NOT NULL,
    UNIQUE (issuer, subject)
);
CREATE INDEX account_identities_user_id ON account_identities (user_id);

-- Sign-ins at an external provider that were begun; each is taken out once.
CREATE TABLE provider_flows (
    state_hash      text COLLATE "C" PRIMARY KEY,
    binding_hash    text COLLATE "C" NOT NULL,
    purpose         text NOT NULL,
    invitation_hash text COLLATE "C" NOT NULL,
    user_id         text COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
    remember        boolean NOT NULL,
    expires_at      timestamptz NOT NULL
);
CREATE INDEX provider_flows_expires_at ON provider_flows (expires_at);

-- +goose Down
DROP TABLE provider_flows;
DROP TABLE account_identities;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
DROP TABLE api_tokens;
DELETE FROM sessions WHERE group_name <> '';
ALTER TABLE sessions DROP COLUMN authenticated_at;
ALTER TABLE sessions DROP COLUMN group_name;
ALTER TABLE sessions DROP COLUMN id;
