test_that("the address of a server is checked", {
  expect_s3_class(failure(cohortium_connect("")), "cohortium_error")
  expect_match(failure(cohortium_connect("cohortium"))$sentence, "is not the address of a server")
  expect_identical(cohortium_connect("https://x.org/", "t")$server, "https://x.org")
})

test_that("calls that do not exist are refused before they are sent", {
  client <- cohortium_connect("http://127.0.0.1:1", "t")
  for (case in list(
    list("no operation noSuchCall", "noSuchCall"), list("needs id", "getJob"),
    list("needs region", "getBrowseRows", result = "ma:x"), list("no parameter color", "listTokens", color = 1)
  )) {
    expect_match(failure(do.call(call_operation, c(list(client), case[-1])))$sentence, case[[1]])
  }
  expect_gt(nrow(cohortium_operations()), 250)
})

test_that("an error has the sentence, the fields and the status", {
  body <- list(
    detail = "2 fields need attention.", code = "rule", request_id = "r1",
    fields = list(list(field = "metadata.sex", message = "Choose one."), list(field = "name", message = "Too long."))
  )
  e <- error_of(422L, body)
  expect_s3_class(e, "cohortium_refused")
  expect_identical(e$fields$field, c("metadata.sex", "name"))
  expect_match(conditionMessage(e), "metadata.sex: Choose one.", fixed = TRUE)
  expect_match(error_of(502L, NULL)$sentence, "could not answer (502)", fixed = TRUE)
  expect_s3_class(error_of(401L, NULL), "cohortium_not_signed_in")
})

test_that("values are written into addresses exactly", {
  expect_identical(query_of(list(q = c("a b", "c&d"), all = TRUE, flank = 500000)), "?q=a%20b&q=c%26d&all=true&flank=500000")
  expect_identical(query_of(list()), "")
})

test_that("an unreachable server is an error", {
  e <- failure(send(cohortium_connect("http://127.0.0.1:1", "t"), "POST", "/x", raw(1)))
  expect_s3_class(e, "cohortium_unreachable")
})
