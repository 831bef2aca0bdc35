first_wait <- 0.3 # seconds; the server states longer ones
longest_wait <- 60
tries_of_reads <- 4L
retried <- c(408L, 409L, 425L, 429L, 500L, 502L, 503L, 504L)

#' Connect to a server
#'
#' @param server Address, such as `https://cohortium.example.org`; the default is `COHORTIUM_SERVER`.
#' @param token API token of your profile page; the default is `COHORTIUM_TOKEN`, then the keyring (service `cohortium`,
#'   user the address) if the package keyring is installed. Without a token you see public data.
#' @param timeout Seconds that a call may take.
#' @return A connection, the first argument of the other functions.
#' @export
#' @examples
#' registry <- cohortium_connect("https://cohortium.example.org", token = "coh_...")
cohortium_connect <- function(server = Sys.getenv("COHORTIUM_SERVER"), token = NULL, timeout = 300) {
  if (!nzchar(server)) fail("No server: give its address, or set COHORTIUM_SERVER.")
  if (!grepl("^https?://[^/]+", server)) {
    fail(sprintf("%s is not the address of a server, such as https://cohortium.example.org.", server))
  }
  server <- sub("/+$", "", server)
  structure(list(server = server, token = token_of(server, token), timeout = timeout), class = "cohortium")
}

token_of <- function(server, token) {
  if (is.null(token)) token <- Sys.getenv("COHORTIUM_TOKEN")
  if (!nzchar(token) && requireNamespace("keyring", quietly = TRUE)) {
    token <- tryCatch(keyring::key_get("cohortium", server), error = function(e) "")
  }
  trimws(token)
}

#' @export
print.cohortium <- function(x, ...) {
  cat("<cohortium ", x$server, ">\n", sep = "")
  invisible(x)
}

#' Operations of the server
#'
#' @return A data frame of all operations of the contract: `id`, `method`, `path`, `summary`.
#' @export
#' @examples
#' head(cohortium_operations())
cohortium_operations <- function() {
  table <- operation_table()
  one <- function(name) vapply(table, function(o) o[[name]], "", USE.NAMES = FALSE)
  data.frame(id = names(table), method = one("method"), path = one("path"), summary = one("summary"))
}

kept <- new.env(parent = emptyenv())

operation_table <- function() {
  if (is.null(kept$operations)) {
    kept$operations <- jsonlite::fromJSON(
      system.file("operations.json", package = "cohortium", mustWork = TRUE), simplifyVector = FALSE
    )
  }
  kept$operations
}

#' Call an operation
#'
#' Calls an operation of the contract by its id; [cohortium_operations()] lists them all.
#'
#' @param client A connection of [cohortium_connect()].
#' @param operation_id Id of the operation.
#' @param ... Parameters of path and query by name. Vectors repeat a name, `NULL` leaves it out.
#' @param body A list, sent as JSON, or a raw vector.
#' @param if_match The `version` of the object that a change is based on.
#' @param simplify Whether arrays of objects become data frames.
#' @return Parsed JSON; a text, or a raw vector, if the operation does not return JSON.
#' @export
#' @examples
#' \dontrun{
#' call_operation(registry, "getHermesUpload", id = "...")
#' }
call_operation <- function(client, operation_id, ..., body = NULL, if_match = NULL, simplify = FALSE) {
  response <- send_operation(client, operation_id, list(...), body, if_match)
  content <- response$body
  if (!length(content)) return(invisible(NULL))
  type <- sub(";.*", "", httr2::resp_header(response, "content-type") %||% "")
  if (grepl("json$", type)) {
    return(jsonlite::fromJSON(rawToChar(content), simplifyVector = simplify, flatten = simplify))
  }
  if (startsWith(type, "text/")) rawToChar(content) else content
}

send_operation <- function(client, operation_id, params, body = NULL, if_match = NULL, headers = list(), path = NULL) {
  operation <- operation_table()[[operation_id]]
  if (is.null(operation)) {
    fail(sprintf("There is no operation %s; cohortium_operations() lists them all.", operation_id))
  }
  params <- params[!vapply(params, is.null, TRUE)]
  address <- operation$path
  for (name in gsub("[{}]", "", regmatches(address, gregexpr("\\{\\w+\\}", address))[[1]])) {
    if (is.null(params[[name]])) fail(sprintf("%s needs %s.", operation_id, name))
    value <- utils::URLencode(as.character(params[[name]]), reserved = TRUE)
    address <- sub(sprintf("{%s}", name), value, address, fixed = TRUE)
    params[[name]] <- NULL
  }
  known <- unlist(operation$query)
  unknown <- setdiff(names(params), known)
  if (length(unknown)) {
    fail(sprintf("%s has no parameter %s; it has %s.", operation_id, paste(unknown, collapse = ", "),
      if (length(known)) paste(known, collapse = ", ") else "none"))
  }
  missing <- setdiff(unlist(operation$required), names(params))
  if (length(missing)) fail(sprintf("%s needs %s.", operation_id, paste(missing, collapse = ", ")))
  if (!is.null(if_match)) headers[["If-Match"]] <- sprintf('"%d"', as.integer(if_match))
  type <- NULL
  if (!is.null(body)) {
    type <- operation$body %||% "application/json"
    if (!is.raw(body)) body <- charToRaw(as.character(to_json(body)))
  }
  send(client, operation$method, paste0(address, query_of(params)), body, type, headers, path)
}

to_json <- function(value) jsonlite::toJSON(value, auto_unbox = TRUE, null = "null", digits = NA)

query_of <- function(params) {
  if (!length(params)) return("")
  written <- function(value) {
    if (is.logical(value)) tolower(as.character(value)) else format_number(value)
  }
  pairs <- lapply(names(params), function(name) {
    paste0(name, "=", vapply(written(params[[name]]), utils::URLencode, "", reserved = TRUE, USE.NAMES = FALSE))
  })
  paste0("?", paste(unlist(pairs), collapse = "&"))
}

format_number <- function(value) {
  if (is.numeric(value)) format(value, scientific = FALSE, trim = TRUE, digits = 15) else as.character(value)
}

# send returns the successful answer of a call. Only reads are repeated, after the wait that the server asks for. With a
# path the body is written to that file.
send <- function(client, method, address, body = NULL, type = NULL, headers = list(), path = NULL) {
  request <- httr2::request(paste0(client$server, address))
  request <- httr2::req_method(request, method)
  request <- httr2::req_user_agent(request, "cohortium-r/0.1.0")
  request <- httr2::req_timeout(request, client$timeout)
  request <- httr2::req_options(request, followlocation = FALSE)
  request <- httr2::req_error(request, is_error = function(response) FALSE)
  if (nzchar(client$token)) request <- httr2::req_auth_bearer_token(request, client$token)
  if (length(headers)) request <- httr2::req_headers(request, !!!headers)
  if (!is.null(body)) request <- httr2::req_body_raw(request, body, type)
  tries <- if (method %in% c("GET", "HEAD")) tries_of_reads else 1L
  for (left in rev(seq_len(tries) - 1L)) {
    response <- tryCatch(httr2::req_perform(request, path = path), error = function(e) e)
    if (inherits(response, "error")) {
      if (left == 0) {
        fail(sprintf("No complete answer of %s. Check your connection and the address. (%s)", client$server,
          conditionMessage(response)), "unreachable")
      }
      Sys.sleep(first_wait)
      next
    }
    status <- httr2::resp_status(response)
    if (status < 300) return(response)
    error <- error_of_response(response, path)
    if (left == 0 || !status %in% retried || error$retry_after > longest_wait) stop(error)
    Sys.sleep(max(error$retry_after, first_wait))
  }
}

error_of_response <- function(response, path = NULL) {
  text <- if (is.null(path)) rawToChar(response$body) else paste(readLines(path, warn = FALSE), collapse = "\n")
  body <- tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(e) NULL)
  after <- suppressWarnings(as.numeric(httr2::resp_header(response, "retry-after") %||% "0"))
  error_of(
    httr2::resp_status(response), body, httr2::resp_header(response, "x-request-id") %||% "",
    if (is.na(after)) 0 else max(after, 0)
  )
}

#' Your account
#'
#' @inheritParams call_operation
#' @return A list of user name, roles, areas and permissions.
#' @export
#' @examples
#' \dontrun{
#' whoami(registry)$user_name
#' }
whoami <- function(client) call_operation(client, "isLoggedIn", simplify = TRUE)

#' All items of a list
#'
#' Follows the pages of a list to the end.
#'
#' @inheritParams call_operation
#' @param ... Filters of the operation, by name.
#' @return A data table with a row for each item; objects within become columns such as `run.verdict`.
#' @export
#' @examples
#' \dontrun{
#' list_all(registry, "listHermesUploads", status = "READY FOR REVIEW")
#' }
list_all <- function(client, operation_id, ...) {
  params <- list(...)
  if (is.null(params$limit) && "limit" %in% unlist(operation_table()[[operation_id]]$query)) params$limit <- 200
  items <- list()
  repeat {
    page <- do.call(call_operation, c(list(client, operation_id), params))
    items <- c(items, page$items)
    if (is.null(page$next_cursor) || !nzchar(page$next_cursor)) break
    params$cursor <- page$next_cursor
  }
  table_of(items)
}

# table_of makes a data table of a list of objects.
table_of <- function(items) {
  if (!length(items)) return(data.table())
  data.table::setDT(jsonlite::fromJSON(as.character(to_json(items)), flatten = TRUE))[]
}
