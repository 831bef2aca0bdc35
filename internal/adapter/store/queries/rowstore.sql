-- name: ListRowSegments :many
SELECT * FROM row_segments ORDER BY id;

-- name: ListRowSegmentResults :many
SELECT rows_key FROM row_segment_results WHERE segment_id = $1 ORDER BY number;

-- name: InsertRowSegment :exec
INSERT INTO row_segments (id, size_bytes, created_at) VALUES ($1, $2, $3);

-- name: InsertRowSegmentResult :exec
INSERT INTO row_segment_results (segment_id, number, rows_key) VALUES ($1, $2, $3);

-- name: DeleteRowSegment :execrows
DELETE FROM row_segments WHERE id = $1;

-- name: ListAcceptedRuns :many
SELECT r.id, r.upload_id, r.attempt FROM qc_runs r JOIN hermes_uploads u ON u.id = r.upload_id
WHERE r.status = sqlc.arg(completed) AND (u.status = sqlc.arg(accepted) AND u.run_id = r.id
    OR EXISTS (SELECT 1 FROM meta_inputs i JOIN meta_analyses m ON m.id = i.meta_id WHERE i.run_id = r.id AND m.status = sqlc.arg(combined)))
ORDER BY r.id;

-- name: ListCurrentChecks :many
SELECT c.id, c.file_id, c.attempt FROM dataset_checks c JOIN dataset_files f ON f.id = c.file_id
WHERE f.is_current AND f.kind = sqlc.arg(kind) AND (c.status = sqlc.arg(passed) OR c.status = sqlc.arg(warned))
    AND NOT EXISTS (SELECT 1 FROM dataset_checks n WHERE n.file_id = c.file_id AND n.created_at > c.created_at
        AND (n.status = sqlc.arg(passed) OR n.status = sqlc.arg(warned)))
ORDER BY c.id;
