-- +goose Up
-- What is kept in memory of this database is kept by these numbers: every change of
-- who may do what, or of what a list tells, raises one in its own transaction.
CREATE TABLE revisions (
    subject  text COLLATE "C" PRIMARY KEY,
    revision bigint NOT NULL
);
INSERT INTO revisions (subject, revision) VALUES ('accounts', 1), ('datasets', 1), ('uploads', 1), ('cohorts', 1);

-- All of them in one row, for the statement that every request begins with.
CREATE VIEW all_revisions AS
SELECT a.revision AS accounts, d.revision AS datasets, u.revision AS uploads, c.revision AS cohorts
FROM revisions AS a CROSS JOIN revisions AS d CROSS JOIN revisions AS u CROSS JOIN revisions AS c
WHERE a.subject = 'accounts' AND d.subject = 'datasets' AND u.subject = 'uploads' AND c.subject = 'cohorts';

-- +goose StatementBegin
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE revisions SET revision = revision + 1 WHERE subject = TG_ARGV[0];
    RETURN NULL;
END;
$$;
-- +goose StatementEnd

-- Accounts and what they may do.
CREATE TRIGGER users_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users EXECUTE FUNCTION raise_revision('accounts');
CREATE TRIGGER user_roles_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON user_roles EXECUTE FUNCTION raise_revision('accounts');
CREATE TRIGGER user_groups_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON user_groups EXECUTE FUNCTION raise_revision('accounts');
CREATE TRIGGER user_permissions_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON user_permissions EXECUTE FUNCTION raise_revision('accounts');

-- The list of data sets. It tells co-owners and readers by their names.
CREATE TRIGGER datasets_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON datasets EXECUTE FUNCTION raise_revision('datasets');
CREATE TRIGGER studies_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON studies EXECUTE FUNCTION raise_revision('datasets');
CREATE TRIGGER dataset_phenotypes_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON dataset_phenotypes EXECUTE FUNCTION raise_revision('datasets');
CREATE TRIGGER dataset_people_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON dataset_people EXECUTE FUNCTION raise_revision('datasets');
CREATE TRIGGER dataset_groups_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON dataset_groups EXECUTE FUNCTION raise_revision('datasets');
CREATE TRIGGER users_name_revision AFTER UPDATE ON users FOR EACH ROW WHEN (OLD.user_name <> NEW.user_name) EXECUTE FUNCTION raise_revision('datasets');

-- The list of HERMES, which tells the progress of QC; other areas have jobs too.
CREATE TRIGGER hermes_uploads_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON hermes_uploads EXECUTE FUNCTION raise_revision('uploads');
CREATE TRIGGER qc_runs_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON qc_runs EXECUTE FUNCTION raise_revision('uploads');
CREATE TRIGGER account_makers_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON account_makers EXECUTE FUNCTION raise_revision('uploads');
CREATE TRIGGER jobs_revision AFTER INSERT OR UPDATE ON jobs FOR EACH ROW WHEN (NEW.area = 'hermes') EXECUTE FUNCTION raise_revision('uploads');
CREATE TRIGGER jobs_gone_revision AFTER DELETE OR TRUNCATE ON jobs EXECUTE FUNCTION raise_revision('uploads');

-- The list of SGC.
CREATE TRIGGER sgc_cohorts_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sgc_cohorts EXECUTE FUNCTION raise_revision('cohorts');
CREATE TRIGGER sgc_co_owners_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sgc_co_owners EXECUTE FUNCTION raise_revision('cohorts');
CREATE TRIGGER sgc_files_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sgc_files EXECUTE FUNCTION raise_revision('cohorts');

-- +goose Down
DROP TRIGGER sgc_files_revision ON sgc_files;
DROP TRIGGER sgc_co_owners_revision ON sgc_co_owners;
DROP TRIGGER sgc_cohorts_revision ON sgc_cohorts;
DROP TRIGGER jobs_gone_revision ON jobs;
DROP TRIGGER jobs_revision ON jobs;
DROP TRIGGER account_makers_revision ON account_makers;
DROP TRIGGER qc_runs_revision ON qc_runs;
DROP TRIGGER hermes_uploads_revision ON hermes_uploads;
DROP TRIGGER users_name_revision ON users;
DROP TRIGGER dataset_groups_revision ON dataset_groups;
DROP TRIGGER dataset_people_revision ON dataset_people;
DROP TRIGGER dataset_phenotypes_revision ON dataset_phenotypes;
DROP TRIGGER studies_revision ON studies;
DROP TRIGGER datasets_revision ON datasets;
DROP TRIGGER user_permissions_revision ON user_permissions;
DROP TRIGGER user_groups_revision ON user_groups;
DROP TRIGGER user_roles_revision ON user_roles;
DROP TRIGGER users_revision ON users;
DROP FUNCTION raise_revision;
DROP VIEW all_revisions;
DROP TABLE revisions;
