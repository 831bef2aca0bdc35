# scripted answers calls with the next of some answers, and counts them.
scripted <- function(code, ...) {
  answers <- list(...)
  seen <- 0
  mock <- function(request) {
    seen <<- seen + 1
    answers[[seen]]
  }
  error <- httr2::with_mock(mock, failure(code))
  list(seen = seen, error = error)
}

busy <- function(seconds) {
  body <- charToRaw('{"detail": "Busy.", "code": "busy", "fields": []}')
  httr2::response(503, headers = list("Retry-After" = seconds, "Content-Type" = "application/json"), body = body)
}
done <- httr2::response(200, body = charToRaw("{}"))
client <- cohortium_connect("http://127.0.0.1:1", "t")

test_that("reads are tried four times, after the wait that the server asks for", {
  began <- Sys.time()
  twice <- scripted(send(client, "GET", "/x"), busy("1"), done)
  expect_identical(twice$seen, 2)
  expect_null(twice$error)
  expect_gte(as.numeric(Sys.time() - began, units = "secs"), 1)
  never <- scripted(send(client, "GET", "/x"), busy("0"), busy("0"), busy("0"), busy("0"), done)
  expect_identical(never$seen, 4)
  expect_s3_class(never$error, "cohortium_busy")
  expect_identical(never$error$sentence, "Busy.")
})

test_that("writes and refusals are never repeated, and long waits are errors", {
  expect_identical(scripted(send(client, "POST", "/x", raw(1)), busy("0"), done)$seen, 1)
  expect_identical(scripted(send(client, "GET", "/x"), httr2::response(404), done)$seen, 1)
  long <- scripted(send(client, "GET", "/x"), busy("61"), done)
  expect_identical(long$seen, 1)
  expect_identical(long$error$retry_after, 61)
})
