-- +goose Up
-- A queued job is not taken before run_after; NULL for at once. machine is the host of the worker that has it, and failed_on the hosts
-- on which an attempt ended by a fault of the machine, each between spaces.
ALTER TABLE jobs ADD COLUMN run_after timestamptz;
ALTER TABLE jobs ADD COLUMN machine text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN failed_on text COLLATE "C" NOT NULL DEFAULT '';
-- When an account was served last, and by kind: whose turn it is.
CREATE INDEX jobs_owner_served ON jobs (owner_id, started_at);
CREATE INDEX jobs_kind_served ON jobs (owner_id, kind, started_at);
-- Machines on which jobs failed by a fault of the machine. They take no jobs until rests_until.
CREATE TABLE machine_faults (
    host        text COLLATE "C" PRIMARY KEY,
    faults      bigint NOT NULL, -- one after the other, without a job that succeeded
    reason      text NOT NULL,
    job_id      text COLLATE "C" NOT NULL, -- the newest that failed
    failed_at   timestamptz NOT NULL,
    rests_until timestamptz NOT NULL
);

-- +goose Down
DROP TABLE machine_faults;
DROP INDEX jobs_kind_served;
DROP INDEX jobs_owner_served;
ALTER TABLE jobs DROP COLUMN failed_on;
ALTER TABLE jobs DROP COLUMN machine;
ALTER TABLE jobs DROP COLUMN run_after;
