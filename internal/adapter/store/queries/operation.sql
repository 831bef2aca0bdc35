-- name: PutProcess :exec
INSERT INTO processes (id, host, kind, version, workers, started_at, seen_at, disk_free, disk_size, memory)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, disk_free = excluded.disk_free, disk_size = excluded.disk_size;

-- name: DeleteProcess :exec
DELETE FROM processes WHERE id = $1;

-- name: DeleteProcessesSeenBefore :exec
DELETE FROM processes WHERE seen_at < $1;

-- name: ListProcesses :many
SELECT p.*, (SELECT count(*) FROM jobs j WHERE j.state = 'running' AND j.worker = p.id) AS jobs,
    CAST((SELECT coalesce(sum(CASE WHEN m.memory > 0 THEN m.memory ELSE sqlc.arg(standard) END), 0)
        FROM jobs m WHERE m.state = 'running' AND m.machine = p.host) AS bigint) AS memory_used
FROM processes p ORDER BY p.kind, p.host, p.started_at, p.id;

-- name: PutProblem :exec
INSERT INTO problems (day, message, cause, reference, times, first_at, last_at, settled)
VALUES ($1, $2, $3, $4, 1, sqlc.arg(at), sqlc.arg(at), FALSE)
ON CONFLICT (day, message, cause) DO UPDATE
SET times = problems.times + 1, reference = excluded.reference, last_at = excluded.last_at, settled = FALSE;

-- name: SettleProblems :exec
UPDATE problems SET settled = TRUE WHERE message = $1 AND NOT settled;

-- name: DeleteProblemsBefore :exec
DELETE FROM problems WHERE last_at < $1;

-- name: DeleteProblemsBeyond :exec
DELETE FROM problems WHERE last_at < (SELECT p.last_at FROM problems p ORDER BY p.last_at DESC LIMIT 1 OFFSET CAST(sqlc.arg(kept) AS integer));

-- name: ListProblems :many
SELECT * FROM problems ORDER BY last_at DESC, message, cause;

-- name: ListUnfinishedJobs :many
SELECT * FROM jobs WHERE state IN ('queued', 'running') ORDER BY created_at, id LIMIT CAST(sqlc.arg(max_rows) AS integer);

-- name: ListJobsGivenUp :many
SELECT * FROM jobs j
WHERE j.state = 'failed' AND j.given_up AND j.updated_at > sqlc.arg(since)
  AND NOT EXISTS (SELECT 1 FROM jobs n WHERE n.subject_id = j.subject_id AND n.kind = j.kind AND n.created_at > j.created_at)
ORDER BY j.updated_at DESC, j.id LIMIT CAST(sqlc.arg(max_rows) AS integer);

-- name: CountJobs :one
SELECT CAST(COALESCE(SUM(CASE WHEN state = 'queued' THEN 1 ELSE 0 END), 0) AS BIGINT) AS queued,
    CAST(COALESCE(SUM(CASE WHEN state = 'running' THEN 1 ELSE 0 END), 0) AS BIGINT) AS running
FROM jobs WHERE state IN ('queued', 'running');

-- name: CountSignedIn :one
SELECT count(DISTINCT user_id) FROM sessions WHERE last_seen_at > sqlc.arg(since) AND expires_at > sqlc.arg(at);

-- name: CountLinksExpiring :one
SELECT count(*) FROM account_links WHERE kind = sqlc.arg(kind) AND expires_at > sqlc.arg(after) AND expires_at <= sqlc.arg(until);

-- name: CountUploadsWithStatus :one
SELECT count(*) FROM hermes_uploads WHERE status = $1;

-- name: ListUnfinishedTimes :many
SELECT kind, state, created_at FROM jobs WHERE state IN ('queued', 'running');

-- name: CountUnfinishedFiles :one
SELECT count(*) AS files, CAST(COALESCE(sum(received), 0) AS bigint) AS bytes
FROM upload_files WHERE complete = FALSE AND expires_at > sqlc.arg(at);

-- name: PutBackup :exec
INSERT INTO backups (place, backup_id, made_at, size_bytes, read_back) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (place) DO UPDATE SET backup_id = excluded.backup_id, made_at = excluded.made_at, size_bytes = excluded.size_bytes,
    read_back = excluded.read_back;

-- name: NewestBackup :many
SELECT * FROM backups ORDER BY made_at DESC LIMIT 1;

-- name: PutBackupSchedule :exec
INSERT INTO backup_schedules (place, every_seconds, keep, encrypted, seen_at, next_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (place) DO UPDATE SET every_seconds = excluded.every_seconds, keep = excluded.keep, encrypted = excluded.encrypted,
    seen_at = excluded.seen_at,
    next_at = CASE WHEN backup_schedules.next_at > sqlc.arg(latest) THEN sqlc.arg(latest) ELSE backup_schedules.next_at END;

-- name: ListBackupSchedules :many
SELECT * FROM backup_schedules ORDER BY seen_at DESC, place;

-- name: ClaimBackup :execrows
UPDATE backup_schedules
SET lease = $2, host = $3, started_at = sqlc.arg(now), held_until = sqlc.arg(until)
WHERE place = $1 AND next_at <= sqlc.arg(now) AND (held_until IS NULL OR held_until < sqlc.arg(now) OR held_until > sqlc.arg(until));

-- name: HoldBackup :execrows
UPDATE backup_schedules SET held_until = sqlc.arg(until), seen_at = sqlc.arg(now) WHERE place = $1 AND lease = $2;

-- name: EndBackup :execrows
UPDATE backup_schedules
SET lease = '', held_until = NULL, next_at = $3, failed_at = $4, error = sqlc.arg(error),
    mailed_at = CASE WHEN sqlc.arg(error) = '' THEN NULL ELSE mailed_at END
WHERE place = $1 AND lease = $2;

-- name: ClaimBackupMail :execrows
UPDATE backup_schedules SET mailed_at = sqlc.arg(now) WHERE place = $1 AND (mailed_at IS NULL OR mailed_at <= sqlc.arg(before));

-- name: DeleteBackupSchedulesSeenBefore :exec
DELETE FROM backup_schedules WHERE seen_at < $1;
