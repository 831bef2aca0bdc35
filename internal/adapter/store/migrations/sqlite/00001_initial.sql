-- +goose Up
-- Times are text of fixed width in UTC, so that their order is the order of the text.
CREATE TABLE users (
    id            TEXT PRIMARY KEY,
    user_name     TEXT NOT NULL,
    user_key      TEXT NOT NULL UNIQUE, -- case-folded user_name
    first_name    TEXT NOT NULL,
    last_name     TEXT NOT NULL,
    email         TEXT NOT NULL,
    is_active     BOOLEAN NOT NULL,
    password_hash TEXT NOT NULL,
    created_at    TIMESTAMP NOT NULL,
    last_login    TIMESTAMP
);

CREATE TABLE user_roles (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role    TEXT NOT NULL,
    PRIMARY KEY (user_id, role)
);

CREATE TABLE user_groups (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_name TEXT NOT NULL,
    PRIMARY KEY (user_id, group_name)
);

CREATE TABLE sessions (
    token_hash   TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    remember     BOOLEAN NOT NULL,
    created_at   TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    expires_at   TIMESTAMP NOT NULL,
    user_agent   TEXT NOT NULL,
    address      TEXT NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE login_attempts (
    attempt_key  TEXT NOT NULL,
    attempted_at TIMESTAMP NOT NULL
);
CREATE INDEX login_attempts_key ON login_attempts (attempt_key, attempted_at);
CREATE INDEX login_attempts_at ON login_attempts (attempted_at);

-- A file that somebody uploads. Its bytes lie in one blob per part, in the
-- order of their offsets.
CREATE TABLE upload_files (
    id          TEXT PRIMARY KEY,
    owner_id    TEXT NOT NULL REFERENCES users (id),
    file_name   BLOB NOT NULL, -- as typed; not always valid text
    metadata    BLOB NOT NULL, -- Upload-Metadata as sent
    size_bytes  INTEGER NOT NULL,
    received    INTEGER NOT NULL,
    hash_state  BLOB NOT NULL, -- SHA-256 over the received bytes, marshalled
    sha256      TEXT NOT NULL,
    complete    BOOLEAN NOT NULL,
    registered  BOOLEAN NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    expires_at  TIMESTAMP NOT NULL
);
CREATE INDEX upload_files_owner ON upload_files (owner_id, registered);
CREATE INDEX upload_files_expiry ON upload_files (registered, expires_at);

CREATE TABLE upload_parts (
    file_id     TEXT NOT NULL REFERENCES upload_files (id) ON DELETE CASCADE,
    start_at    INTEGER NOT NULL, -- 0-based offset of the first byte
    size_bytes  INTEGER NOT NULL,
    part_id     TEXT NOT NULL,
    PRIMARY KEY (file_id, start_at)
);

CREATE TABLE hermes_uploads (
    id           TEXT PRIMARY KEY,
    file_id      TEXT NOT NULL UNIQUE REFERENCES upload_files (id),
    dataset_name TEXT NOT NULL,
    dataset_key  TEXT NOT NULL UNIQUE, -- case-folded dataset_name
    cohort       TEXT NOT NULL,
    cohort_key   TEXT NOT NULL,
    phenotype    TEXT NOT NULL,
    ancestry     TEXT NOT NULL,
    sex          TEXT NOT NULL,
    genome_build TEXT NOT NULL,
    n_total      INTEGER NOT NULL,
    cases        INTEGER,
    file_name    BLOB NOT NULL, -- as typed; not always valid text
    file_size    INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    metadata     TEXT NOT NULL,
    mapping      TEXT NOT NULL,
    status       TEXT NOT NULL,
    status_since TIMESTAMP NOT NULL,
    run_id       TEXT NOT NULL,
    reviewed_by  TEXT NOT NULL,
    reviewed_at  TIMESTAMP,
    review_note  TEXT NOT NULL,
    uploaded_by  TEXT NOT NULL,
    uploader_id  TEXT NOT NULL REFERENCES users (id),
    uploaded_at  TIMESTAMP NOT NULL,
    version      INTEGER NOT NULL,
    search_key   TEXT NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX hermes_uploads_uploaded_at ON hermes_uploads (uploaded_at, id);
CREATE INDEX hermes_uploads_uploader ON hermes_uploads (uploader_id, uploaded_at, id);
CREATE INDEX hermes_uploads_sha256 ON hermes_uploads (sha256);

CREATE TABLE qc_runs (
    id          TEXT PRIMARY KEY,
    upload_id   TEXT NOT NULL REFERENCES hermes_uploads (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    status      TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    settings    TEXT NOT NULL,
    mapping     TEXT NOT NULL,
    job_id      TEXT NOT NULL,
    created_by  TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    started_at  TIMESTAMP,
    finished_at TIMESTAMP,
    rows_in     INTEGER,
    rows_clean  INTEGER,
    lambda_gc   REAL,
    report      TEXT NOT NULL,
    error       TEXT NOT NULL,
    UNIQUE (upload_id, number)
);

CREATE TABLE meta_analyses (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL, -- case-folded name
    phenotype   TEXT NOT NULL,
    status      TEXT NOT NULL,
    options     TEXT NOT NULL,
    job_id      TEXT NOT NULL,
    created_by  TEXT NOT NULL,
    creator_id  TEXT NOT NULL REFERENCES users (id),
    created_at  TIMESTAMP NOT NULL,
    started_at  TIMESTAMP,
    finished_at TIMESTAMP,
    n_variants  INTEGER,
    n_loci      INTEGER,
    lambda_gc   REAL,
    summary     TEXT NOT NULL,
    files       TEXT NOT NULL,
    error       TEXT NOT NULL,
    search_key  TEXT NOT NULL
);
CREATE INDEX meta_analyses_created_at ON meta_analyses (created_at, id);

CREATE TABLE meta_inputs (
    meta_id      TEXT NOT NULL REFERENCES meta_analyses (id) ON DELETE CASCADE,
    position     INTEGER NOT NULL,
    upload_id    TEXT NOT NULL REFERENCES hermes_uploads (id),
    run_id       TEXT NOT NULL,
    dataset_name TEXT NOT NULL,
    cohort       TEXT NOT NULL,
    ancestry     TEXT NOT NULL,
    n_total      INTEGER NOT NULL,
    cases        INTEGER,
    controls     INTEGER,
    PRIMARY KEY (meta_id, position)
);
CREATE INDEX meta_inputs_upload ON meta_inputs (upload_id);

CREATE TABLE jobs (
    id               TEXT PRIMARY KEY,
    kind             TEXT NOT NULL,
    subject_id       TEXT NOT NULL,
    run_id           TEXT NOT NULL,
    owner_id         TEXT NOT NULL,
    state            TEXT NOT NULL,
    stage            TEXT NOT NULL,
    done             INTEGER NOT NULL,
    total            INTEGER NOT NULL,
    attempt          INTEGER NOT NULL,
    lease            TEXT NOT NULL,
    worker           TEXT NOT NULL, -- process that holds the lease
    error            TEXT NOT NULL,
    cancel_requested BOOLEAN NOT NULL,
    created_at       TIMESTAMP NOT NULL,
    started_at       TIMESTAMP,
    heartbeat_at     TIMESTAMP,
    updated_at       TIMESTAMP NOT NULL
);
CREATE INDEX jobs_updated_at ON jobs (updated_at, id);
CREATE INDEX jobs_state ON jobs (state, heartbeat_at);

CREATE TABLE history (
    id        INTEGER PRIMARY KEY,
    area      TEXT NOT NULL,
    object    TEXT NOT NULL,
    object_id TEXT NOT NULL,
    at        TIMESTAMP NOT NULL,
    by_whom   TEXT NOT NULL,
    action    TEXT NOT NULL,
    detail    TEXT NOT NULL
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
