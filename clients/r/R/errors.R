#' Errors of calls
#'
#' A call that fails is a condition of class `cohortium_error` with the server's sentence as its message. Its class also
#' names the kind: `cohortium_not_signed_in` (401; the sentence has the day on which a token expired),
#' `cohortium_not_allowed` (403), `cohortium_not_found` (404), `cohortium_conflict` (409), `cohortium_refused` (400, 413,
#' 415, 422), `cohortium_busy` (429, 503), `cohortium_unreachable` and `cohortium_job_failed`.
#'
#' It has the elements `sentence`, `status`, `code`, `fields` (a data frame of `field` and `message`), `request_id`,
#' `retry_after` (seconds) and `body`.
#'
#' @name cohortium_error
#' @examples
#' tryCatch(
#'   cohortium_connect("not an address"),
#'   cohortium_error = function(e) e$sentence
#' )
NULL

error_classes <- c(
  "400" = "refused", "401" = "not_signed_in", "403" = "not_allowed", "404" = "not_found", "409" = "conflict",
  "413" = "refused", "415" = "refused", "422" = "refused", "429" = "busy", "503" = "busy"
)

error_sentences <- c(
  "401" = "Sign in: set COHORTIUM_TOKEN to an API token of your profile page.",
  "403" = "You do not have permission to do this.",
  "404" = "This does not exist, or you do not have access to it.",
  "413" = "This is larger than the server accepts.",
  "429" = "Too many requests. Wait a moment and try again.",
  "503" = "The server is busy or being restarted. Try again in a minute."
)

no_fields <- function() data.frame(field = character(), message = character())

# new_error makes a condition; kind is the second part of its class.
new_error <- function(sentence, kind = NULL, status = 0L, code = "", fields = no_fields(), request_id = "",
                      retry_after = 0, body = NULL) {
  lines <- sentence
  said <- fields$message != sentence
  if (any(said)) lines <- c(lines, paste0("  ", fields$field[said], ": ", fields$message[said]))
  facts <- c(
    if (status) paste("status", status), if (nzchar(code)) paste("code", code),
    if (nzchar(request_id)) paste("request", request_id)
  )
  if (length(facts)) lines <- c(lines, paste0("  (", paste(facts, collapse = ", "), ")"))
  structure(
    class = c(if (!is.null(kind)) paste0("cohortium_", kind), "cohortium_error", "error", "condition"),
    list(
      message = paste(lines, collapse = "\n"), call = NULL, sentence = sentence, status = status, code = code,
      fields = fields, request_id = request_id, retry_after = retry_after, body = body
    )
  )
}

fail <- function(...) stop(new_error(...))

# error_of makes the error of an answer; body is its parsed JSON, NULL if a proxy answered.
error_of <- function(status, body, request_id = "", retry_after = 0) {
  key <- as.character(status)
  kind <- if (key %in% names(error_classes)) error_classes[[key]] else NULL
  if (is.list(body) && !is.null(body$detail)) {
    fields <- no_fields()
    if (length(body$fields)) {
      one <- function(name) vapply(body$fields, function(f) as.character(f[[name]] %||% ""), "")
      fields <- data.frame(field = one("field"), message = one("message"))
    }
    return(new_error(
      body$detail, kind, status, body$code %||% "", fields, body$request_id %||% request_id, retry_after, body
    ))
  }
  sentence <- if (key %in% names(error_sentences)) {
    error_sentences[[key]]
  } else {
    sprintf("The server could not answer (%d). Try again. If it happens again, contact its operator.", status)
  }
  new_error(sentence, kind, status, "", no_fields(), request_id, retry_after, body)
}

`%||%` <- function(a, b) if (is.null(a)) b else a
