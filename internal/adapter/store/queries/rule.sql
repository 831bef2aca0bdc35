-- name: GetRules :one
SELECT * FROM consortium_rules ORDER BY version DESC LIMIT 1;

-- name: ListRules :many
SELECT * FROM consortium_rules ORDER BY version DESC;

-- name: InsertRules :exec
INSERT INTO consortium_rules (version, set_at, set_by, rules) VALUES ($1, $2, $3, $4);

-- name: GetNewestQCReport :one
SELECT id, report FROM qc_runs WHERE status = 'COMPLETED' ORDER BY finished_at DESC, id DESC LIMIT 1;

-- name: GetLargestMinCell :one
SELECT CAST(COALESCE(MAX(min_cell), 0) AS BIGINT) AS min_cell FROM sgc_files WHERE kind <> 'cohort_description';

-- name: CountFinished :one
SELECT (SELECT COUNT(*) FROM qc_runs WHERE status = 'COMPLETED') AS qc_runs,
    (SELECT COUNT(*) FROM meta_analyses WHERE status = 'COMPLETED') AS metas;
