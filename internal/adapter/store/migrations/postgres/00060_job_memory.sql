-- +goose Up
-- The traceparent of what queued a job; '' without tracing.
ALTER TABLE jobs ADD COLUMN trace text COLLATE "C" NOT NULL DEFAULT '';
-- The bytes of memory that a job needs, 0 for the standard of its kind; and when it was first passed over because a machine had too
-- few free.
ALTER TABLE jobs ADD COLUMN memory bigint NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN held_at timestamptz;
-- The running jobs of a machine.
CREATE INDEX jobs_machine ON jobs (state, machine);
-- The bytes of memory for the jobs of the machine of a process; 0 for no limit.
ALTER TABLE processes ADD COLUMN memory bigint NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE processes DROP COLUMN memory;
DROP INDEX jobs_machine;
ALTER TABLE jobs DROP COLUMN held_at;
ALTER TABLE jobs DROP COLUMN memory;
ALTER TABLE jobs DROP COLUMN trace;
