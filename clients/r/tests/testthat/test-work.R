test_that("an upload arrives whole, once, and continues", {
  needs_server()
  client <- uploader()
  path <- file.path(tempdir(), "r-upload.bin")
  writeBin(as.raw(rep(sample(0:255, 1e6, TRUE), 20)), path)
  stopped <- tryCatch(
    upload(client, path, function(sent, size) if (sent > size / 3) stop("stopped")),
    error = conditionMessage
  )
  expect_identical(stopped, "stopped")
  steps <- numeric()
  id <- upload(client, path, function(sent, size) steps <<- c(steps, sent))
  expect_gt(steps[1], 5e6)
  expect_identical(steps[length(steps)], 2e7)
  held <- Filter(function(u) u$id == id, call_operation(client, "listPendingUploads")$items)[[1]]
  sum <- strsplit(system2("sha256sum", path, stdout = TRUE), " ")[[1]][1]
  expect_identical(held$sha256, sum)
  expect_identical(upload(client, path), id)
})

test_that("a file is submitted, checked and accepted", {
  needs_server()
  client <- reviewer()
  meta <- meta_of(client)
  rows <- region(client, meta, "4:1-191154276")
  rows <- rows[effect_allele_frequency > 0.1 & effect_allele_frequency < 0.35]
  set.seed(11)
  beta <- stats::rnorm(nrow(rows)) * rows$standard_error
  study <- data.table::data.table(
    chromosome = rows$chromosome, base_pair_location = rows$base_pair_location, effect_allele = rows$effect_allele,
    other_allele = rows$other_allele, beta = beta, standard_error = rows$standard_error,
    p_value = 2 * stats::pnorm(-abs(beta / rows$standard_error)),
    effect_allele_frequency = rows$effect_allele_frequency, n = 50000
  )
  path <- file.path(tempdir(), "r-study.tsv")
  data.table::fwrite(study, path, sep = "\t")
  made <- submit(uploader(), path, list(
    dataSetName = "R study", cohort = "R study", phenotype = "NI_HF", ancestry = "EU", sex = "Not sex stratified",
    totalSampleSize = 361194, cases = 44000, genomeBuild = "hg19"
  ))
  checked <- run_qc(uploader(), made)
  expect_identical(checked$run$status, "COMPLETED")
  expect_identical(checked$run$rows_in, nrow(study))
  expect_s3_class(failure(accept(uploader(), made)), "cohortium_not_allowed")
  expect_identical(accept(client, made, doubts(client, made))$status, "REVIEW APPROVED")
  clean <- read_result(client, paste0("upload:", made$id))
  both <- merge(clean, study, by = "base_pair_location")
  expect_gt(nrow(both), 0.9 * nrow(study))
  sign <- ifelse(both$effect_allele.x == both$effect_allele.y, 1, -1)
  expect_equal(both$beta.x, sign * both$beta.y, tolerance = 1e-6)
})

test_that("an index of a table is built and read", {
  needs_server()
  client <- reviewer()
  table <- data.table::data.table(
    gene = paste0("GENE", seq_len(3000) %% 7), chromosome = "4", position = 111000000L + 100L * seq_len(3000),
    slope = seq_len(3000) / 1000
  )
  path <- file.path(tempdir(), "r-eqtl.tsv")
  data.table::fwrite(table, path, sep = "\t")
  index <- create_index(client, path, "R eQTL", "gene,chromosome:position", "GRCh37")
  got <- query_index(client, index, "GENE3", "4:111100000-111200000")
  want <- table[gene == "GENE3" & position >= 111100000 & position <= 111200000]
  expect_identical(got$position, want$position)
  expect_equal(got$slope, want$slope)
  expect_identical(nrow(query_index(client, index, "NONE", "4:1-2")), 0L)
})

test_that("work that fails is an error", {
  e <- new_error("The file ends early.", "job_failed", code = "failed")
  expect_s3_class(e, "cohortium_job_failed")
  expect_identical(job_of(list(id = "x", run = list(job_id = "j"))), "j")
  expect_match(failure(until(0.1, "late", function() NULL))$sentence, "late")
})
