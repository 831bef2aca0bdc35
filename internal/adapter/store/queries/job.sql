-- name: InsertJob :exec
INSERT INTO jobs (
    id, kind, area, subject_id, run_id, owner_id, state, stage, done, total, attempt, lease, worker, error,
    cancel_requested, created_at, started_at, heartbeat_at, updated_at, trace, memory)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '', $13, $14, $15, $16, $17, $18, $19, $20);

-- name: GetJob :one
SELECT * FROM jobs WHERE id = $1;

-- name: GetJobForUpdate :one
SELECT * FROM jobs WHERE id = $1 FOR UPDATE;

-- name: ListJobsChangedSince :many
SELECT * FROM jobs WHERE updated_at > $1 ORDER BY updated_at, id LIMIT CAST(sqlc.arg(max_rows) AS integer);

-- name: UpdateJob :execrows
UPDATE jobs
SET state = $2, stage = $3, done = $4, total = $5, attempt = $6, lease = $7, error = $8, cancel_requested = $9,
    started_at = $10, heartbeat_at = $11, updated_at = $12, given_up = $13
WHERE id = $1;

-- name: ClaimJob :execrows
UPDATE jobs
SET state = 'running', stage = '', done = 0, total = 0, attempt = attempt + 1, lease = $2, worker = $3, machine = sqlc.arg(machine), error = '', held_at = NULL,
    started_at = sqlc.arg(now), heartbeat_at = sqlc.arg(now), updated_at = sqlc.arg(now)
WHERE id = $1 AND state = 'queued';

-- name: BeatJob :one
UPDATE jobs
SET stage = $3, done = $4, total = $5, heartbeat_at = sqlc.arg(now), updated_at = sqlc.arg(now)
WHERE id = $1 AND lease = $2 AND state = 'running'
RETURNING cancel_requested;

-- name: RequeueJob :execrows
UPDATE jobs
SET state = 'queued', stage = 'Waiting', done = 0, total = 0, lease = '', worker = '', attempt = sqlc.arg(attempt),
    error = sqlc.arg(error), run_after = sqlc.arg(run_after), failed_on = sqlc.arg(failed_on), updated_at = sqlc.arg(now)
WHERE id = $1 AND lease = $2 AND state = 'running';

-- name: EndJob :execrows
UPDATE jobs
SET state = sqlc.arg(state), error = sqlc.arg(error), given_up = sqlc.arg(given_up), updated_at = sqlc.arg(now)
WHERE id = $1 AND lease = $2 AND state IN ('queued', 'running');

-- name: ListLostJobs :many
SELECT * FROM jobs
WHERE kind = sqlc.arg(kind) AND state = 'running' AND (heartbeat_at IS NULL OR heartbeat_at < sqlc.arg(before) OR heartbeat_at > sqlc.arg(ahead))
ORDER BY created_at, id LIMIT 100;

-- name: CountUnfinishedJobs :one
SELECT count(*) FROM jobs WHERE owner_id = $1 AND state IN ('queued', 'running');

-- name: ListQueuedJobsForUpdate :many
SELECT * FROM jobs WHERE kind = sqlc.arg(kind) AND state = 'queued' AND (updated_at < sqlc.arg(before) OR updated_at > sqlc.arg(ahead)) ORDER BY created_at, id LIMIT 100 FOR UPDATE;

-- name: HoldJob :exec
UPDATE jobs SET held_at = $2 WHERE id = $1 AND held_at IS NULL;

-- name: MachineMemory :one
SELECT count(*) AS jobs, CAST(coalesce(sum(CASE WHEN memory > 0 THEN memory ELSE sqlc.arg(standard) END), 0) AS bigint) AS used
FROM jobs WHERE state = 'running' AND machine = sqlc.arg(machine);

-- name: TouchJob :exec
UPDATE jobs SET updated_at = $2 WHERE id = $1;

-- name: GetMachineFaults :one
SELECT * FROM machine_faults WHERE host = $1;

-- name: GetMachineFaultsForUpdate :one
SELECT * FROM machine_faults WHERE host = $1 FOR UPDATE;

-- name: ListMachineFaults :many
SELECT * FROM machine_faults ORDER BY host;

-- name: PutMachineFaults :exec
INSERT INTO machine_faults (host, faults, reason, job_id, failed_at, rests_until) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (host) DO UPDATE SET faults = excluded.faults, reason = excluded.reason, job_id = excluded.job_id,
    failed_at = excluded.failed_at, rests_until = excluded.rests_until;

-- name: DeleteMachineFaults :exec
DELETE FROM machine_faults WHERE host = $1;

-- name: OtherMachineWorks :one
SELECT EXISTS (SELECT 1 FROM processes p WHERE p.host <> sqlc.arg(host) AND p.workers > 0 AND p.seen_at > sqlc.arg(seen)
    AND NOT EXISTS (SELECT 1 FROM machine_faults m WHERE m.host = p.host AND m.rests_until > sqlc.arg(now)));
