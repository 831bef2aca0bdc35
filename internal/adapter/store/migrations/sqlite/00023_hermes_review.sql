-- +goose Up
-- What stands beside the status of a data set in review, and whose step is the next.
ALTER TABLE hermes_uploads ADD COLUMN waiting_on TEXT NOT NULL DEFAULT 'system';
ALTER TABLE hermes_uploads ADD COLUMN asked BOOLEAN NOT NULL DEFAULT FALSE; -- for changes, by a reviewer
ALTER TABLE hermes_uploads ADD COLUMN reviewer TEXT NOT NULL DEFAULT '';
ALTER TABLE hermes_uploads ADD COLUMN reviewer_id TEXT NOT NULL DEFAULT '';
ALTER TABLE hermes_uploads ADD COLUMN accepted_first_id TEXT NOT NULL DEFAULT ''; -- who accepted it and waits for a second
ALTER TABLE hermes_uploads ADD COLUMN review TEXT NOT NULL DEFAULT ''; -- JSON: comments, answers and acceptances
UPDATE hermes_uploads SET waiting_on = CASE
    WHEN status = 'READY FOR REVIEW' THEN 'reviewer'
    WHEN status = 'REVIEW APPROVED' THEN 'nobody'
    WHEN status IN ('FAILED QC', 'FAILED TO SUBMIT TO QC', 'REVIEW REJECTED', 'LIFTOVER FAILED') THEN 'uploader'
    ELSE 'system' END;
CREATE INDEX hermes_uploads_waiting ON hermes_uploads (waiting_on, reviewer_id);

CREATE TABLE hermes_settings (
    version INTEGER PRIMARY KEY, -- the highest holds
    set_at  DATETIME NOT NULL,
    set_by  TEXT NOT NULL,
    setting TEXT NOT NULL -- JSON
);

-- What people were told about data sets.
CREATE TABLE hermes_notices (
    id        TEXT PRIMARY KEY,
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_id TEXT NOT NULL REFERENCES hermes_uploads (id) ON DELETE CASCADE,
    told_at   DATETIME NOT NULL,
    told      TEXT NOT NULL,
    seen      BOOLEAN NOT NULL,
    mailed    BOOLEAN NOT NULL
);
CREATE INDEX hermes_notices_user ON hermes_notices (user_id, told_at, id);
CREATE INDEX hermes_notices_upload ON hermes_notices (upload_id);
CREATE INDEX hermes_notices_unmailed ON hermes_notices (user_id) WHERE NOT mailed;

CREATE TABLE hermes_mails (
    user_id   TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    mails     TEXT NOT NULL, -- at_once, daily or never
    mailed_at DATETIME -- the last daily mail
);

-- +goose Down
DROP TABLE hermes_mails;
DROP TABLE hermes_notices;
DROP TABLE hermes_settings;
DROP INDEX hermes_uploads_waiting;
ALTER TABLE hermes_uploads DROP COLUMN review;
ALTER TABLE hermes_uploads DROP COLUMN accepted_first_id;
ALTER TABLE hermes_uploads DROP COLUMN reviewer_id;
ALTER TABLE hermes_uploads DROP COLUMN reviewer;
ALTER TABLE hermes_uploads DROP COLUMN asked;
ALTER TABLE hermes_uploads DROP COLUMN waiting_on;
