-- name: GetHermesUpload :one
SELECT * FROM hermes_uploads WHERE id = $1;

-- name: GetHermesUploadForUpdate :one
SELECT * FROM hermes_uploads WHERE id = $1 FOR UPDATE;

-- name: GetHermesUploadByFile :one
SELECT * FROM hermes_uploads WHERE file_id = $1;

-- name: ListHermesUploadsWithSHA256 :many
SELECT * FROM hermes_uploads
WHERE sha256 = $1 AND (CAST(sqlc.arg(uploader_id) AS text) = '' OR uploader_id = sqlc.arg(uploader_id)) ORDER BY uploaded_at, id;

-- name: InsertHermesUpload :exec
INSERT INTO hermes_uploads (
    id, file_id, dataset_name, dataset_key, cohort, cohort_key, phenotype, ancestry, sex, genome_build,
    n_total, cases, file_name, file_size, sha256, metadata, mapping, status, status_since, run_id,
    reviewed_by, reviewed_at, review_note, uploaded_by, uploader_id, uploaded_at, version, search_key,
    waiting_on, asked, reviewer, reviewer_id, accepted_first_id, review, qc_rank, editors)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
    $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36);

-- name: UpdateHermesUpload :execrows
UPDATE hermes_uploads
SET file_id = $3, dataset_name = $4, dataset_key = $5, cohort = $6, cohort_key = $7, phenotype = $8, ancestry = $9,
    sex = $10, genome_build = $11, n_total = $12, cases = $13, file_name = $14, file_size = $15, sha256 = $16,
    metadata = $17, mapping = $18, status = $19, status_since = $20, run_id = $21, reviewed_by = $22,
    reviewed_at = $23, review_note = $24, uploaded_by = $25, uploader_id = $26, uploaded_at = $27,
    search_key = $28, waiting_on = $29, asked = $30, reviewer = $31, reviewer_id = $32, accepted_first_id = $33,
    review = $34, qc_rank = $35, editors = $36, version = version + 1
WHERE id = $1 AND version = $2;

-- name: DeleteHermesUpload :execrows
DELETE FROM hermes_uploads WHERE id = $1;

-- name: CountUploadsByStatus :many
SELECT status, waiting_on, count(*) AS n FROM hermes_uploads
WHERE CAST(sqlc.arg(uploader_id) AS text) = '' OR uploader_id = sqlc.arg(uploader_id)
GROUP BY status, waiting_on ORDER BY status, waiting_on;

-- name: CountUploadsByReviewer :many
SELECT reviewer, count(*) AS n FROM hermes_uploads WHERE waiting_on = 'reviewer' GROUP BY reviewer ORDER BY reviewer;

-- name: CountCohorts :one
SELECT count(DISTINCT cohort_key) FROM hermes_uploads
WHERE CAST(sqlc.arg(uploader_id) AS text) = '' OR uploader_id = sqlc.arg(uploader_id);

-- name: InsertQCRun :one
INSERT INTO qc_runs (
    id, upload_id, number, status, verdict, settings, mapping, job_id, created_by, created_at,
    started_at, finished_at, rows_in, rows_clean, lambda_gc, report, error, checksums, metadata, rows_build, rows_scale)
SELECT $1, $2, COALESCE(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
FROM qc_runs WHERE upload_id = $2
RETURNING number;

-- name: GetQCRun :one
SELECT * FROM qc_runs WHERE id = $1;

-- name: GetQCRunForUpdate :one
SELECT * FROM qc_runs WHERE id = $1 FOR UPDATE;

-- name: ListQCRuns :many
SELECT id, upload_id, number, status, verdict, settings, mapping, job_id, created_by, created_at,
    started_at, finished_at, rows_in, rows_clean, lambda_gc, CAST('' AS text) AS report, error, attempt, checksums, metadata, steps, unmeasured, rows_build, rows_scale
FROM qc_runs WHERE upload_id = $1 ORDER BY number DESC;

-- name: UpdateQCRun :execrows
UPDATE qc_runs
SET status = $2, verdict = $3, settings = $4, mapping = $5, job_id = $6, started_at = $7, finished_at = $8,
    rows_in = $9, rows_clean = $10, lambda_gc = $11, report = $12, error = $13, attempt = $14, checksums = $15, steps = $16, unmeasured = $17,
    rows_build = $18, rows_scale = $19
WHERE id = $1;

-- name: SaveQCFigures :exec
INSERT INTO qc_figures (run_id, figures) VALUES ($1, $2)
ON CONFLICT (run_id) DO UPDATE SET figures = excluded.figures;

-- name: InsertMeta :exec
INSERT INTO meta_analyses (
    id, name, name_key, phenotype, status, options, job_id, created_by, creator_id, created_at,
    started_at, finished_at, n_variants, n_loci, lambda_gc, summary, files, error, search_key, cautions,
    checksums, freeze_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22);

-- name: GetMeta :one
SELECT * FROM meta_analyses WHERE id = $1;

-- name: GetMetaForUpdate :one
SELECT * FROM meta_analyses WHERE id = $1 FOR UPDATE;

-- name: UpdateMeta :execrows
UPDATE meta_analyses
SET name = $2, name_key = $3, phenotype = $4, status = $5, job_id = $6, started_at = $7,
    finished_at = $8, n_variants = $9, n_loci = $10, lambda_gc = $11, summary = $12, files = $13, error = $14,
    search_key = $15, attempt = $16, checksums = $17
WHERE id = $1;

-- name: InsertMetaInput :exec
INSERT INTO meta_inputs (
    meta_id, position, upload_id, run_id, dataset_name, cohort, ancestry, n_total, cases, controls)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: ListMetaInputs :many
SELECT * FROM meta_inputs WHERE meta_id = $1 ORDER BY position;

-- name: ListMetasUsingUpload :many
SELECT m.id, m.name, m.status, m.creator_id, i.run_id FROM meta_inputs i JOIN meta_analyses m ON m.id = i.meta_id
WHERE i.upload_id = $1 ORDER BY m.created_at, m.id;

-- name: DeleteMeta :execrows
DELETE FROM meta_analyses WHERE id = $1;
