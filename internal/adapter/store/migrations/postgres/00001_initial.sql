-- +goose Up
-- Text columns that are compared or sorted use the C collation, so that order
-- and keyset paging are the same on every machine and on both engines.
CREATE TABLE users (
    id            text COLLATE "C" PRIMARY KEY,
    user_name     text NOT NULL,
    user_key      text COLLATE "C" NOT NULL UNIQUE, -- case-folded user_name
    first_name    text NOT NULL,
    last_name     text NOT NULL,
    email         text NOT NULL,
    is_active     boolean NOT NULL,
    password_hash text NOT NULL,
    created_at    timestamptz NOT NULL,
    last_login    timestamptz
);

CREATE TABLE user_roles (
    user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role    text COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, role)
);

CREATE TABLE user_groups (
    user_id    text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_name text COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, group_name)
);

CREATE TABLE sessions (
    token_hash   text COLLATE "C" PRIMARY KEY,
    user_id      text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    remember     boolean NOT NULL,
    created_at   timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    user_agent   text NOT NULL,
    address      text NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE login_attempts (
    attempt_key  text COLLATE "C" NOT NULL,
    attempted_at timestamptz NOT NULL
);
CREATE INDEX login_attempts_key ON login_attempts (attempt_key, attempted_at);
CREATE INDEX login_attempts_at ON login_attempts (attempted_at);

-- A file that somebody uploads. Its bytes lie in one blob per part, in the
-- order of their offsets.
CREATE TABLE upload_files (
    id          text COLLATE "C" PRIMARY KEY,
    owner_id    text COLLATE "C" NOT NULL REFERENCES users (id),
    file_name   bytea NOT NULL, -- as typed; not always valid text
    metadata    bytea NOT NULL, -- Upload-Metadata as sent
    size_bytes  bigint NOT NULL,
    received    bigint NOT NULL,
    hash_state  bytea NOT NULL, -- SHA-256 over the received bytes, marshalled
    sha256      text NOT NULL,
    complete    boolean NOT NULL,
    registered  boolean NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX upload_files_owner ON upload_files (owner_id, registered);
CREATE INDEX upload_files_expiry ON upload_files (registered, expires_at);

CREATE TABLE upload_parts (
    file_id     text COLLATE "C" NOT NULL REFERENCES upload_files (id) ON DELETE CASCADE,
    start_at    bigint NOT NULL, -- 0-based offset of the first byte
    size_bytes  bigint NOT NULL,
    part_id     text COLLATE "C" NOT NULL,
    PRIMARY KEY (file_id, start_at)
);

CREATE TABLE hermes_uploads (
    id           text COLLATE "C" PRIMARY KEY,
    file_id      text COLLATE "C" NOT NULL UNIQUE REFERENCES upload_files (id),
    dataset_name text NOT NULL,
    dataset_key  text COLLATE "C" NOT NULL UNIQUE, -- case-folded dataset_name
    cohort       text NOT NULL,
    cohort_key   text COLLATE "C" NOT NULL,
    phenotype    text COLLATE "C" NOT NULL,
    ancestry     text COLLATE "C" NOT NULL,
    sex          text NOT NULL,
    genome_build text NOT NULL,
    n_total      bigint NOT NULL,
    cases        bigint,
    file_name    bytea NOT NULL, -- as typed; not always valid text
    file_size    bigint NOT NULL,
    sha256       text COLLATE "C" NOT NULL,
    metadata     text NOT NULL,
    mapping      text NOT NULL,
    status       text COLLATE "C" NOT NULL,
    status_since timestamptz NOT NULL,
    run_id       text COLLATE "C" NOT NULL,
    reviewed_by  text NOT NULL,
    reviewed_at  timestamptz,
    review_note  text NOT NULL,
    uploaded_by  text COLLATE "C" NOT NULL,
    uploader_id  text COLLATE "C" NOT NULL REFERENCES users (id),
    uploaded_at  timestamptz NOT NULL,
    version      bigint NOT NULL,
    search_key   text COLLATE "C" NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX hermes_uploads_uploaded_at ON hermes_uploads (uploaded_at, id);
CREATE INDEX hermes_uploads_uploader ON hermes_uploads (uploader_id, uploaded_at, id);
CREATE INDEX hermes_uploads_sha256 ON hermes_uploads (sha256);

CREATE TABLE qc_runs (
    id          text COLLATE "C" PRIMARY KEY,
    upload_id   text COLLATE "C" NOT NULL REFERENCES hermes_uploads (id) ON DELETE CASCADE,
    number      bigint NOT NULL,
    status      text NOT NULL,
    verdict     text NOT NULL,
    settings    text NOT NULL,
    mapping     text NOT NULL,
    job_id      text COLLATE "C" NOT NULL,
    created_by  text NOT NULL,
    created_at  timestamptz NOT NULL,
    started_at  timestamptz,
    finished_at timestamptz,
    rows_in     bigint,
    rows_clean  bigint,
    lambda_gc   double precision,
    report      text NOT NULL,
    error       text NOT NULL,
    UNIQUE (upload_id, number)
);

CREATE TABLE meta_analyses (
    id          text COLLATE "C" PRIMARY KEY,
    name        text NOT NULL,
    name_key    text COLLATE "C" NOT NULL, -- case-folded name
    phenotype   text NOT NULL,
    status      text COLLATE "C" NOT NULL,
    options     text NOT NULL,
    job_id      text COLLATE "C" NOT NULL,
    created_by  text NOT NULL,
    creator_id  text COLLATE "C" NOT NULL REFERENCES users (id),
    created_at  timestamptz NOT NULL,
    started_at  timestamptz,
    finished_at timestamptz,
    n_variants  bigint,
    n_loci      bigint,
    lambda_gc   double precision,
    summary     text NOT NULL,
    files       text NOT NULL,
    error       text NOT NULL,
    search_key  text COLLATE "C" NOT NULL
);
CREATE INDEX meta_analyses_created_at ON meta_analyses (created_at, id);

CREATE TABLE meta_inputs (
    meta_id      text COLLATE "C" NOT NULL REFERENCES meta_analyses (id) ON DELETE CASCADE,
    position     bigint NOT NULL,
    upload_id    text COLLATE "C" NOT NULL REFERENCES hermes_uploads (id),
    run_id       text NOT NULL,
    dataset_name text NOT NULL,
    cohort       text NOT NULL,
    ancestry     text NOT NULL,
    n_total      bigint NOT NULL,
    cases        bigint,
    controls     bigint,
    PRIMARY KEY (meta_id, position)
);
CREATE INDEX meta_inputs_upload ON meta_inputs (upload_id);

CREATE TABLE jobs (
    id               text COLLATE "C" PRIMARY KEY,
    kind             text NOT NULL,
    subject_id       text COLLATE "C" NOT NULL,
    run_id           text COLLATE "C" NOT NULL,
    owner_id         text COLLATE "C" NOT NULL,
    state            text COLLATE "C" NOT NULL,
    stage            text NOT NULL,
    done             bigint NOT NULL,
    total            bigint NOT NULL,
    attempt          bigint NOT NULL,
    lease            text NOT NULL,
    worker           text NOT NULL, -- process that holds the lease
    error            text NOT NULL,
    cancel_requested boolean NOT NULL,
    created_at       timestamptz NOT NULL,
    started_at       timestamptz,
    heartbeat_at     timestamptz,
    updated_at       timestamptz NOT NULL
);
CREATE INDEX jobs_updated_at ON jobs (updated_at, id);
CREATE INDEX jobs_state ON jobs (state, heartbeat_at);

CREATE TABLE history (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    area      text NOT NULL,
    object    text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    at        timestamptz NOT NULL,
    by_whom   text NOT NULL,
    action    text NOT NULL,
    detail    text NOT NULL
);
CREATE INDEX history_object ON history (object, object_id, at, id);

-- +goose Down
DROP TABLE history;
DROP TABLE jobs;
DROP TABLE meta_inputs;
DROP TABLE meta_analyses;
DROP TABLE qc_runs;
DROP TABLE hermes_uploads;
DROP TABLE upload_parts;
DROP TABLE upload_files;
DROP TABLE login_attempts;
DROP TABLE sessions;
DROP TABLE user_groups;
DROP TABLE user_roles;
DROP TABLE users;
