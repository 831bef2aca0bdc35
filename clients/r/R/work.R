tus <- list("Tus-Resumable" = "1.0.0")

#' Upload a file
#'
#' An upload of the same file that was interrupted continues where it stopped, and the server's SHA-256 is compared. One
#' chunk is in memory at a time. Uploads that are not used expire after seven days.
#'
#' @inheritParams call_operation
#' @param path File.
#' @param progress Function of bytes sent and size, called after each chunk.
#' @return The id of the upload.
#' @export
#' @examples
#' \dontrun{
#' id <- upload(registry, "study.tsv.gz")
#' }
upload <- function(client, path, progress = NULL) {
  chunk <- call_operation(client, "getVersion")$chunk_bytes
  size <- file.size(path)
  if (is.na(size)) fail(sprintf("There is no file %s.", path))
  id <- begin_upload(client, path, size)
  faults <- 0
  file <- file(path, "rb")
  on.exit(close(file))
  repeat {
    offset <- offset_of(client, id)
    if (!is.null(progress)) progress(offset, size)
    if (offset == size) break
    reached <- send_chunks(client, id, file, offset, size, chunk, progress)
    faults <- if (reached > offset) 0 else faults + 1
    if (faults == 8) {
      fail(sprintf("The upload of %s stopped at %.0f of %.0f bytes. Run it again to continue there.", basename(path),
        offset, size), "unreachable")
    }
    if (reached < size) Sys.sleep(min(2^faults, 30))
  }
  held <- Filter(function(u) u$id == id, pending_uploads(client))
  if (length(held) && nzchar(held[[1]]$sha256 %||% "") && held[[1]]$sha256 != sum_of(path)) {
    fail(sprintf("%s was changed while it was sent. Send it again.", basename(path)))
  }
  id
}

pending_uploads <- function(client) call_operation(client, "listPendingUploads")$items

sum_of <- function(path) {
  from <- file(path, "rb")
  on.exit(close(from))
  paste(unclass(openssl::sha256(from)), collapse = "")
}

# begin_upload returns an upload of a file of this name and size that was begun earlier, or a new one.
begin_upload <- function(client, path, size) {
  for (held in pending_uploads(client)) {
    if (held$file_name != basename(path) || held$size != size) next
    if (!held$complete || identical(held$sha256, sum_of(path))) return(held$id)
  }
  name <- openssl::base64_encode(charToRaw(enc2utf8(basename(path))))
  headers <- c(tus, list(
    "Upload-Length" = format_number(size), "Upload-Metadata" = paste("filename", name)
  ))
  response <- send(client, "POST", "/api/uploads/", raw(0), "application/octet-stream", headers)
  basename(httr2::resp_header(response, "location"))
}

offset_of <- function(client, id) {
  response <- send(client, "HEAD", paste0("/api/uploads/", id), headers = tus)
  as.numeric(httr2::resp_header(response, "upload-offset"))
}

# send_chunks sends chunks until the end or a fault that may pass, and returns how many bytes arrived.
send_chunks <- function(client, id, file, offset, size, chunk, progress) {
  seek(file, offset)
  while (offset < size) {
    bytes <- readBin(file, raw(), min(chunk, size - offset))
    if (!length(bytes)) fail("The file became shorter while it was sent. Send it again.")
    headers <- c(tus, list("Upload-Offset" = format_number(offset)))
    fault <- tryCatch(
      {
        send(client, "PATCH", paste0("/api/uploads/", id), bytes, "application/offset+octet-stream", headers)
        NULL
      },
      cohortium_error = function(e) e
    )
    if (!is.null(fault)) {
      may_pass <- inherits(fault, c("cohortium_unreachable", "cohortium_conflict")) || fault$status == 429 ||
        fault$status >= 500
      if (!may_pass) stop(fault)
      Sys.sleep(min(fault$retry_after, 60))
      return(offset)
    }
    offset <- offset + length(bytes)
    if (!is.null(progress)) progress(offset, size)
  }
  offset
}

#' Submit a file and run its QC
#'
#' `submit()` uploads a file of summary statistics and registers it in HERMES, which starts its QC. `run_qc()` waits for
#' the QC of a submission; with settings it runs QC again first. `qc_report()` returns the report.
#'
#' @inheritParams upload
#' @param metadata List with the keys of the metadata sheet.
#' @param mapping List of the column of each field; by default the columns that the server recognised. If it is not sure
#'   of some, the error lists them.
#' @param submission Id of a submission, or the submission.
#' @param settings List of settings of `createQcRun`, such as `fd` and `adj`.
#' @return The submission; for `qc_report()` the report.
#' @export
#' @examples
#' \dontrun{
#' submission <- submit(registry, "study.tsv.gz", list(dataSetName = "Study", cohort = "Cohort"))
#' run_qc(registry, submission)$run$verdict
#' }
submit <- function(client, path, metadata, mapping = NULL, progress = NULL) {
  id <- upload(client, path, progress)
  if (is.null(mapping)) mapping <- suggested_mapping(client, id)
  call_operation(client, "createHermesUpload", body = list(
    upload_id = id, metadata = metadata, mapping = as.list(mapping)
  ))
}

suggested_mapping <- function(client, id) {
  columns <- call_operation(client, "getUploadInspection", id = id)$columns
  unsure <- Filter(function(c) c$confidence == "ask", columns)
  if (length(unsure)) {
    asked <- vapply(unsure, function(c) paste0(c$field, ": ", c$question %||% "which column?"), "")
    fail(paste("The server is not sure of some columns. Give a mapping.", paste(asked, collapse = " ")))
  }
  stats::setNames(lapply(columns, `[[`, "column"), vapply(columns, `[[`, "", "field"))
}

#' @rdname submit
#' @export
run_qc <- function(client, submission, settings = NULL) {
  if (!is.null(settings)) {
    defaults <- list(fd = 0.2, adj = "none", noind = FALSE)
    call_operation(client, "createQcRun", id = id_of(submission), body = utils::modifyList(defaults, settings))
  }
  found <- call_operation(client, "getHermesUpload", id = id_of(submission))
  if (!is.null(found$run)) await(client, found$run)
  call_operation(client, "getHermesUpload", id = id_of(submission))
}

#' @rdname submit
#' @export
qc_report <- function(client, submission) {
  run <- call_operation(client, "getHermesUpload", id = id_of(submission))$run
  call_operation(client, "getQcRun", id = id_of(submission), run = run$id)$report
}

#' Review a submission
#'
#' `doubts()` returns what QC doubts about a submission; `accept()` accepts it as its reviewer.
#'
#' @inheritParams submit
#' @param acknowledged Each doubt, repeated, so that none is overlooked.
#' @param comment Comment for the uploader.
#' @return `doubts()`: a character vector; `accept()`: the submission.
#' @export
#' @examples
#' \dontrun{
#' accept(registry, "...", acknowledged = doubts(registry, "..."))
#' }
accept <- function(client, submission, acknowledged = character(), comment = "") {
  run <- call_operation(client, "getHermesUpload", id = id_of(submission))$run
  call_operation(client, "reviewHermesUpload", id = id_of(submission), body = list(
    decision = "approve", comment = comment, acknowledged = as.list(acknowledged), run_id = run$id
  ))
}

#' @rdname accept
#' @export
doubts <- function(client, submission) {
  items <- call_operation(client, "listReviewFindings", dataset = id_of(submission))$items
  as.character(unlist(lapply(items, `[[`, "doubts")))
}

#' Combine accepted submissions
#'
#' `cautions()` returns what may be wrong with a choice of submissions; an option of the meta-analysis confirms each.
#'
#' @inheritParams call_operation
#' @param name Name of the meta-analysis.
#' @param phenotype Code of the phenotype.
#' @param submissions Ids of the submissions.
#' @param ... Options of `MetaOptions`, such as `scheme = "random"`.
#' @return The meta-analysis, when it has ended. `paste0("ma:", id)` is its reference as a result.
#' @export
#' @examples
#' \dontrun{
#' meta_analysis(registry, "Release 4", "ALL_HF", c("...", "..."))
#' }
meta_analysis <- function(client, name, phenotype, submissions, ...) {
  defaults <- list(
    scheme = "ivw", genomic_control = TRUE, min_studies = 2L, maf = 0.01, info = 0.6, palindromic = "frequency",
    multi_ancestry = FALSE
  )
  made <- call_operation(client, "createMetaAnalysis", body = list(
    name = name, phenotype = phenotype, datasets = as.list(submissions),
    options = utils::modifyList(defaults, list(...))
  ))
  await(client, made)
  call_operation(client, "getMetaAnalysis", id = made$id)
}

#' @rdname meta_analysis
#' @export
cautions <- function(client, submissions) {
  call_operation(client, "listMetaCautions", dataset = submissions)$items
}

#' Plan and compute a freeze
#'
#' @inheritParams call_operation
#' @param document List of phenotypes, ancestries, sexes, schemes, options and rules, see `FreezeDocument`. Lists of
#'   texts must be lists, also those of one: `list("ALL_HF")`.
#' @param name Name of the release.
#' @param release_version Version of the release.
#' @param timeout Seconds to wait at most.
#' @return `plan_freeze()`: the plan, nothing is stored; `freeze()`: the freeze, when all results have ended.
#' @export
#' @examples
#' \dontrun{
#' freeze(registry, "Release 4", "4.0", document)
#' }
freeze <- function(client, name, release_version, document, timeout = 86400) {
  made <- call_operation(client, "createFreeze", body = list(
    name = name, release_version = release_version, document = document
  ))
  started <- FALSE
  until(timeout, sprintf("Freeze %s still runs.", made$id), function() {
    found <- call_operation(client, "getFreeze", id = made$id)
    if (started) return(if (found$state != "running") found)
    tryCatch(
      {
        call_operation(client, "startFreeze", id = made$id, if_match = found$version)
        started <<- TRUE
      },
      cohortium_conflict = function(e) if (e$code != "comparing") stop(e)
    )
    NULL
  })
}

#' @rdname freeze
#' @export
plan_freeze <- function(client, document, timeout = 600) {
  until(timeout, "The studies are not compared yet.", function() {
    plan <- call_operation(client, "planFreeze", body = list(document = document))
    if (plan$left == 0) plan
  })
}

#' Build an index
#'
#' @inheritParams call_operation
#' @param source A file, or a list of `kind` and `id` of an object of the server.
#' @param name Name of the index.
#' @param schema Key columns and a locus, such as `gene` or `tissue,chromosome:position`.
#' @param genome_build `GRCh37` or `GRCh38`; required with a locus.
#' @param ... Further parts of `IndexDefinition`.
#' @return The index, when it is built. [query_index()] reads it.
#' @export
#' @examples
#' \dontrun{
#' create_index(registry, "eqtl.tsv", "eQTL", "gene,chromosome:position", "GRCh38")
#' }
create_index <- function(client, source, name, schema, genome_build = NULL, ...) {
  if (is.character(source)) source <- list(kind = "upload", id = upload(client, source))
  body <- c(list(name = name, source = source, schema = schema, genome_build = genome_build), list(...))
  made <- call_operation(client, "createIndex", body = Filter(Negate(is.null), body))
  if (!is.null(made$job)) await(client, made$job)
  call_operation(client, "getIndex", id = made$id)
}

#' Wait for work
#'
#' @inheritParams call_operation
#' @param work Id of a job, or an object with a job: a QC run, a submission, a meta-analysis, an index.
#' @param timeout Seconds to wait at most.
#' @param progress Function of the job, called at each look.
#' @return The job. If it fails, a condition of class `cohortium_job_failed`.
#' @export
#' @examples
#' \dontrun{
#' await(registry, "...", progress = function(job) message(job$stage))
#' }
await <- function(client, work, timeout = 86400, progress = NULL) {
  id <- job_of(work)
  until(timeout, sprintf("Job %s has not ended after %g s.", id, timeout), function() {
    job <- call_operation(client, "getJob", id = id)
    if (!is.null(progress)) progress(job)
    if (job$state %in% c("failed", "cancelled")) {
      fail(job$error %||% sprintf("The job was %s.", job$state), "job_failed", code = job$state, body = job)
    }
    if (job$state == "succeeded") job
  })
}

job_of <- function(work) {
  if (is.character(work)) return(work)
  if (!is.null(work$job_id)) return(work$job_id)
  for (inner in c("job", "run")) if (is.list(work[[inner]])) return(job_of(work[[inner]]))
  work$id
}

# until repeats look until it returns something, waiting a little longer each time.
until <- function(timeout, late, look) {
  ends <- Sys.time() + timeout
  delay <- 0.2
  repeat {
    found <- look()
    if (!is.null(found)) return(found)
    if (Sys.time() > ends) fail(late, code = "timeout")
    Sys.sleep(delay)
    delay <- min(delay * 1.5, 3)
  }
}
