#' Client of the Cohortium registry
#'
#' Start with [cohortium_connect()]. [call_operation()] reaches every operation of the server; the other functions are
#' for the main jobs. Failed calls are conditions of class `cohortium_error`, see [cohortium_error].
#'
#' @importFrom data.table as.data.table data.table fread rbindlist set setattr setcolorder setDT setorderv :=
#' @importFrom grDevices adjustcolor
#' @importFrom graphics abline axis mtext par points polygon rect segments text title
#' @keywords internal
"_PACKAGE"

utils::globalVariables(c("neg_log_10_p_value"))
