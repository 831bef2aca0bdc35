test_that("a region has every row and cell of the file", {
  needs_server()
  client <- reviewer()
  meta <- meta_of(client)
  truth <- published(meta)
  at <- as.integer(truth$base_pair_location)
  for (case in list(c("4", 111000000, 112000000), c("X", 1, 155270560), c("1", 1, 249250621))) {
    code <- if (case[1] == "X") "23" else case[1]
    want <- truth[truth$chromosome == code & at >= as.numeric(case[2]) & at <= as.numeric(case[3])]
    got <- region(client, meta, sprintf("%s:%s-%s", case[1], format(as.numeric(case[2]), scientific = FALSE),
      format(as.numeric(case[3]), scientific = FALSE)))
    expect_gt(nrow(want), 100)
    expect_identical(names(got), names(want))
    expect_identical(nrow(got), nrow(want))
    for (name in names(want)) {
      if (name == "chromosome") {
        expect_true(all(got$chromosome == case[1]))
      } else if (is.character(got[[name]])) {
        cells <- want[[name]]
        cells[cells == "NA"] <- NA
        expect_identical(got[[name]], cells)
      } else {
        cells <- want[[name]]
        cells[cells == "NA"] <- NA
        expect_equal(as.numeric(got[[name]]), as.numeric(cells), tolerance = 1e-14)
      }
    }
  }
  expect_identical(attr(got, "genome_build"), "GRCh37")
  none <- region(client, meta, "22:1-5")
  expect_identical(nrow(none), 0L)
  expect_identical(names(none), names(truth))
  whole <- read_result(client, meta)
  expect_identical(whole$base_pair_location, at)
  path <- download_result(client, meta, tempdir())
  rows <- system2("tabix", c(path, "4:111000000-112000000"), stdout = TRUE)
  expect_identical(length(rows), sum(truth$chromosome == "4" & at >= 111000000 & at <= 112000000))
})

test_that("genes, variants and loci agree with the file", {
  needs_server()
  client <- reviewer()
  meta <- meta_of(client)
  truth <- published(meta)
  strength <- as.numeric(truth$neg_log_10_p_value)
  best <- truth[which.max(strength)]
  top <- loci(client, meta)
  expect_identical(as.character(top$base_pair_location[1]), best$base_pair_location)
  sets <- credible_sets(client, meta)
  sums <- tapply(sets$pip, sets$locus, sum)
  expect_true(all(sums >= 0.95 & sums <= 1 + 1e-9))
  expect_identical(length(sums), nrow(top))

  found <- variant(client, paste(best$chromosome, best$base_pair_location, sep = ":"))
  whole <- found[found$role == "meta" & found$ref == meta$ref]
  sign <- if (attr(found, "variant")$effect_allele == best$effect_allele) 1 else -1
  expect_equal(whole$beta, sign * as.numeric(best$beta), tolerance = 1e-9)
  studies <- found[found$role == "study" & found$of == meta$ref]
  weight <- 1 / studies$standard_error^2
  expect_equal(sum(studies$beta * weight) / sum(weight), whole$beta, tolerance = 1e-6)

  results <- phewas(client, paste(best$chromosome, best$base_pair_location, sep = ":"))
  expect_false(is.unsorted(-results$neg_log_10_p_value))
  expect_false(anyDuplicated(results$ref) > 0)
  hits <- gene(client, "PITX2", flank = 500000)
  expect_identical(hits$rsid[hits$ref == meta$ref], best$rsid)
})

test_that("lists are followed to the end", {
  needs_server()
  client <- reviewer()
  whole <- list_submissions(client)
  expect_gt(nrow(whole), 4)
  expect_identical(list_submissions(client, limit = 2)$id, whole$id)
  expect_true(meta_of(client)$address %in% search_registry(client, "European demo")$address)
  expect_identical(nrow(search_registry(client, "no such words at all")), 0L)
})

test_that("errors of the server are conditions", {
  needs_server()
  client <- reviewer()
  meta <- meta_of(client)
  e <- failure(region(client, meta, "4:9-5"))
  expect_s3_class(e, "cohortium_refused")
  expect_identical(e$fields$field, "region")
  expect_s3_class(failure(region(client, "ma:absent", "4:1-5")), "cohortium_not_found")
  expect_s3_class(failure(plan_freeze(uploader(), list())), "cohortium_not_allowed")
  expect_identical(failure(list_results(cohortium_connect(token = "coh_wrong")))$code, "token_unknown")
})

test_that("an expired token is an error that states its day", {
  needs_server()
  e <- failure(list_results(cohortium_connect(token = Sys.getenv("COHORTIUM_EXPIRED_TOKEN"))))
  expect_s3_class(e, "cohortium_not_signed_in")
  expect_match(e$sentence, "2026-02-03")
})

test_that("plots are drawn", {
  needs_server()
  client <- reviewer()
  meta <- meta_of(client)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_gt(length(plot_manhattan(client, meta)$points$y), 0)
  for (kind in c("ma", "upload", "file")) {
    results <- list_results(client)
    expect_gt(length(plot_qq(client, results[results$kind == kind][1])$series), 0)
  }
  expect_length(plot_region(region_view(client, meta, "4:111200000-112200000"))$tracks, 1)
  found <- variant(client, "4:111685619")
  plot_forest(found)
  plot_phewas(phewas(client, "4:111685619"), dark = TRUE)
  found$effect_scale[1] <- "units"
  expect_match(failure(plot_forest(found))$sentence, "different scales")
})
