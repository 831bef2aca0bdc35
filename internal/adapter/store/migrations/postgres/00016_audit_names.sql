-- +goose Up
-- What the objects of the audit trail are called now, or were last called: a help to readers, and no part of the trail.
CREATE TABLE audit_names (
    object    text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    name      text NOT NULL,
    name_key  text COLLATE "C" NOT NULL, -- case-folded name
    PRIMARY KEY (object, object_id)
);
INSERT INTO audit_names SELECT 'user', id, user_name, user_key FROM users;
INSERT INTO audit_names SELECT 'token', id, name, lower(name) FROM api_tokens;
INSERT INTO audit_names SELECT 'access-request', id, email, email_key FROM access_requests;
-- What was sent is named by its entry.
INSERT INTO audit_names SELECT 'file', object_id, max(detail), lower(max(detail)) FROM audit_events
    WHERE object = 'file' AND action = 'file-uploaded' AND object_id <> '' GROUP BY object_id;
INSERT INTO audit_names SELECT 'upload', id, dataset_name, dataset_key FROM hermes_uploads;
INSERT INTO audit_names SELECT 'meta', id, name, name_key FROM meta_analyses;
INSERT INTO audit_names SELECT 'hermes-phenotype', code, description, lower(description) FROM hermes_phenotypes;
INSERT INTO audit_names SELECT 'phenotype-request', id, wanted, lower(wanted) FROM hermes_phenotype_requests;
INSERT INTO audit_names SELECT 'cohort', id, name, name_key FROM sgc_cohorts;
INSERT INTO audit_names SELECT 'phenotype', code, description, lower(description) FROM sgc_phenotypes;
INSERT INTO audit_names SELECT 'study', id, name, name_key FROM studies;
INSERT INTO audit_names SELECT 'dataset', id, name, name_key FROM datasets;
INSERT INTO audit_names SELECT 'dataset-batch', id, 'by ' || by_whom, lower('by ' || by_whom) FROM dataset_batches;
INSERT INTO audit_names SELECT 'archive', id, 'asked for by ' || asked_by, lower('asked for by ' || asked_by) FROM sgc_archives;

-- +goose Down
DROP TABLE audit_names;
