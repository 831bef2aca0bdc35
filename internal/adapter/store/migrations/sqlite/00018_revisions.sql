-- +goose Up
-- What is kept in memory of this database is kept by these numbers: every change of
-- who may do what, or of what a list tells, raises one in its own transaction.
CREATE TABLE revisions (
    subject  TEXT PRIMARY KEY,
    revision INTEGER NOT NULL
);
INSERT INTO revisions (subject, revision) VALUES ('accounts', 1), ('datasets', 1), ('uploads', 1), ('cohorts', 1);

-- All of them in one row, for the statement that every request begins with.
CREATE VIEW all_revisions AS
SELECT a.revision AS accounts, d.revision AS datasets, u.revision AS uploads, c.revision AS cohorts
FROM revisions AS a CROSS JOIN revisions AS d CROSS JOIN revisions AS u CROSS JOIN revisions AS c
WHERE a.subject = 'accounts' AND d.subject = 'datasets' AND u.subject = 'uploads' AND c.subject = 'cohorts';

-- +goose StatementBegin
-- Accounts and what they may do.
CREATE TRIGGER users_added AFTER INSERT ON users BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER users_changed AFTER UPDATE ON users BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER users_removed AFTER DELETE ON users BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_roles_added AFTER INSERT ON user_roles BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_roles_changed AFTER UPDATE ON user_roles BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_roles_removed AFTER DELETE ON user_roles BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_groups_added AFTER INSERT ON user_groups BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_groups_changed AFTER UPDATE ON user_groups BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_groups_removed AFTER DELETE ON user_groups BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_permissions_added AFTER INSERT ON user_permissions BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_permissions_changed AFTER UPDATE ON user_permissions BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;
CREATE TRIGGER user_permissions_removed AFTER DELETE ON user_permissions BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'accounts'; END;

-- The list of data sets. It tells co-owners and readers by their names.
CREATE TRIGGER datasets_added AFTER INSERT ON datasets BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER datasets_changed AFTER UPDATE ON datasets BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER datasets_removed AFTER DELETE ON datasets BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER studies_added AFTER INSERT ON studies BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER studies_changed AFTER UPDATE ON studies BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER studies_removed AFTER DELETE ON studies BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_phenotypes_added AFTER INSERT ON dataset_phenotypes BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_phenotypes_changed AFTER UPDATE ON dataset_phenotypes BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_phenotypes_removed AFTER DELETE ON dataset_phenotypes BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_people_added AFTER INSERT ON dataset_people BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_people_changed AFTER UPDATE ON dataset_people BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_people_removed AFTER DELETE ON dataset_people BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_groups_added AFTER INSERT ON dataset_groups BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_groups_changed AFTER UPDATE ON dataset_groups BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER dataset_groups_removed AFTER DELETE ON dataset_groups BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;
CREATE TRIGGER users_renamed AFTER UPDATE ON users WHEN OLD.user_name <> NEW.user_name BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'datasets'; END;

-- The list of HERMES, which tells the progress of QC; other areas have jobs too.
CREATE TRIGGER hermes_uploads_added AFTER INSERT ON hermes_uploads BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER hermes_uploads_changed AFTER UPDATE ON hermes_uploads BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER hermes_uploads_removed AFTER DELETE ON hermes_uploads BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER qc_runs_added AFTER INSERT ON qc_runs BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER qc_runs_changed AFTER UPDATE ON qc_runs BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER qc_runs_removed AFTER DELETE ON qc_runs BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER account_makers_added AFTER INSERT ON account_makers BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER account_makers_changed AFTER UPDATE ON account_makers BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER account_makers_removed AFTER DELETE ON account_makers BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER jobs_added AFTER INSERT ON jobs WHEN NEW.area = 'hermes' BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER jobs_changed AFTER UPDATE ON jobs WHEN NEW.area = 'hermes' BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER jobs_removed AFTER DELETE ON jobs WHEN OLD.area = 'hermes' BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;

-- The list of SGC.
CREATE TRIGGER sgc_cohorts_added AFTER INSERT ON sgc_cohorts BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_cohorts_changed AFTER UPDATE ON sgc_cohorts BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_cohorts_removed AFTER DELETE ON sgc_cohorts BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_co_owners_added AFTER INSERT ON sgc_co_owners BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_co_owners_changed AFTER UPDATE ON sgc_co_owners BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_co_owners_removed AFTER DELETE ON sgc_co_owners BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_files_added AFTER INSERT ON sgc_files BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_files_changed AFTER UPDATE ON sgc_files BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
CREATE TRIGGER sgc_files_removed AFTER DELETE ON sgc_files BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'cohorts'; END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER sgc_files_removed;
DROP TRIGGER sgc_files_changed;
DROP TRIGGER sgc_files_added;
DROP TRIGGER sgc_co_owners_removed;
DROP TRIGGER sgc_co_owners_changed;
DROP TRIGGER sgc_co_owners_added;
DROP TRIGGER sgc_cohorts_removed;
DROP TRIGGER sgc_cohorts_changed;
DROP TRIGGER sgc_cohorts_added;
DROP TRIGGER jobs_removed;
DROP TRIGGER jobs_changed;
DROP TRIGGER jobs_added;
DROP TRIGGER account_makers_removed;
DROP TRIGGER account_makers_changed;
DROP TRIGGER account_makers_added;
DROP TRIGGER qc_runs_removed;
DROP TRIGGER qc_runs_changed;
DROP TRIGGER qc_runs_added;
DROP TRIGGER hermes_uploads_removed;
DROP TRIGGER hermes_uploads_changed;
DROP TRIGGER hermes_uploads_added;
DROP TRIGGER users_renamed;
DROP TRIGGER dataset_groups_removed;
DROP TRIGGER dataset_groups_changed;
DROP TRIGGER dataset_groups_added;
DROP TRIGGER dataset_people_removed;
DROP TRIGGER dataset_people_changed;
DROP TRIGGER dataset_people_added;
DROP TRIGGER dataset_phenotypes_removed;
DROP TRIGGER dataset_phenotypes_changed;
DROP TRIGGER dataset_phenotypes_added;
DROP TRIGGER studies_removed;
DROP TRIGGER studies_changed;
DROP TRIGGER studies_added;
DROP TRIGGER datasets_removed;
DROP TRIGGER datasets_changed;
DROP TRIGGER datasets_added;
DROP TRIGGER user_permissions_removed;
DROP TRIGGER user_permissions_changed;
DROP TRIGGER user_permissions_added;
DROP TRIGGER user_groups_removed;
DROP TRIGGER user_groups_changed;
DROP TRIGGER user_groups_added;
DROP TRIGGER user_roles_removed;
DROP TRIGGER user_roles_changed;
DROP TRIGGER user_roles_added;
DROP TRIGGER users_removed;
DROP TRIGGER users_changed;
DROP TRIGGER users_added;
DROP VIEW all_revisions;
DROP TABLE revisions;
