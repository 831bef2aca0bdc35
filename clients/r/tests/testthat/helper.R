# The tests that call a server run where scripts/clients.sh has started one.
needs_server <- function() {
  testthat::skip_if(!nzchar(Sys.getenv("COHORTIUM_SERVER")), "COHORTIUM_SERVER is not set: run make test-clients")
}

reviewer <- function() cohortium_connect(token = Sys.getenv("COHORTIUM_TOKEN"))
uploader <- function() cohortium_connect(token = Sys.getenv("COHORTIUM_UPLOADER_TOKEN"))

meta_of <- function(client) {
  results <- list_results(client)
  results[results$title == "HF all, European, demo"][1]
}

# published returns the file of the meta-analysis, downloaded by curl and read by data.table as text.
published <- function(meta) {
  packed <- tempfile(fileext = ".gz")
  url <- sprintf("%s/api/hermes/meta-analyses/%s/files/results.tsv.gz", Sys.getenv("COHORTIUM_SERVER"), sub("ma:", "", meta$ref))
  status <- system2("curl", c("-sf", "-H", shQuote(paste("Authorization: Bearer", Sys.getenv("COHORTIUM_TOKEN"))), "-o", packed, shQuote(url)))
  stopifnot(status == 0)
  data.table::fread(cmd = paste("zcat", packed), sep = "\t", colClasses = "character", na.strings = NULL)
}

failure <- function(code) tryCatch({ code; NULL }, cohortium_error = function(e) e)
