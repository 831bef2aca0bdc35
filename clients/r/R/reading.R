texts <- c(
  "chromosome", "effect_allele", "other_allele", "variant_id", "rsid", "direction", "reported_alleles"
)
chromosome_names <- c("23" = "X", "24" = "Y", "25" = "MT") # that result files write as numbers

ref_of <- function(result) if (is.character(result)) result[[1]] else as.character(result$ref[[1]])
id_of <- function(thing) if (is.character(thing)) thing[[1]] else as.character(thing$id[[1]])

named_chromosome <- function(codes) {
  codes <- as.character(codes)
  found <- codes %in% names(chromosome_names)
  if (any(found)) codes[found] <- chromosome_names[codes[found]]
  codes
}

# read_rows reads a file of rows; "" for the decompressed text.
read_rows <- function(path) {
  header <- strsplit(sub("^#", "", readLines(path, n = 1L)), "\t", fixed = TRUE)[[1]]
  table <- data.table::fread(
    file = path, sep = "\t", header = TRUE, na.strings = c("NA", "#NA", ""), quote = "", showProgress = FALSE,
    colClasses = list(character = intersect(texts, header))
  )
  # A P below 1e-308 makes fread read the column as text.
  if (is.character(table$p_value)) data.table::set(table, j = "p_value", value = as.numeric(table$p_value))
  if ("chromosome" %in% names(table)) {
    data.table::set(table, j = "chromosome", value = named_chromosome(table$chromosome))
  }
  table[]
}

#' Lists
#'
#' Each function returns all objects that you can see, as a data table. Filters are those of the operation:
#' `listDatasets`, `listHermesUploads`, `listMetaAnalyses`, `listFreezes`, `listIndexes`.
#'
#' @inheritParams call_operation
#' @param ... Filters by name, such as `status = "READY FOR REVIEW"`.
#' @name lists
#' @examples
#' \dontrun{
#' list_datasets(registry, q = "heart")
#' }
NULL

#' @rdname lists
#' @export
list_datasets <- function(client, ...) list_all(client, "listDatasets", ...)
#' @rdname lists
#' @export
list_submissions <- function(client, ...) list_all(client, "listHermesUploads", ...)
#' @rdname lists
#' @export
list_meta_analyses <- function(client, ...) list_all(client, "listMetaAnalyses", ...)
#' @rdname lists
#' @export
list_freezes <- function(client, ...) list_all(client, "listFreezes", ...)
#' @rdname lists
#' @export
list_indexes <- function(client, ...) list_all(client, "listIndexes", ...)

#' Results that you can read
#'
#' @inheritParams call_operation
#' @param words Words of the data set or analysis.
#' @param build Genome build, `GRCh37` or `GRCh38`.
#' @param phenotype Phenotype.
#' @param everything Also results with a caveat, such as those that wait for review.
#' @return A data table; `ref` identifies each result.
#' @export
#' @examples
#' \dontrun{
#' list_results(registry, "heart failure")
#' }
list_results <- function(client, words = NULL, build = NULL, phenotype = NULL, everything = FALSE) {
  table_of(call_operation(
    client, "listBrowseResults", q = words, build = build, phenotype = phenotype, all = if (everything) TRUE
  )$items)
}

#' Search everything
#'
#' @inheritParams call_operation
#' @param words Words that must all occur.
#' @return A data table of kind, title, subtitle and address.
#' @export
#' @examples
#' \dontrun{
#' search_registry(registry, "PITX2")
#' }
search_registry <- function(client, words) {
  table_of(unlist(lapply(call_operation(client, "search", q = words)$groups, `[[`, "hits"), recursive = FALSE))
}

#' Rows of a region
#'
#' Returns all rows of a result in a region with all columns of its file. The server reads them through the tabix index.
#'
#' @inheritParams call_operation
#' @param result Reference of a result, such as `ma:...`, or a row of [list_results()].
#' @param region Region such as `4:110900000-112100000`, 1-based, both ends included; up to a whole chromosome.
#' @return A data table. The attribute `genome_build` is the build. P values below 1e-308 are 0: use
#'   `neg_log_10_p_value`.
#' @export
#' @examples
#' \dontrun{
#' region(registry, "ma:...", "4:110900000-112100000")
#' }
region <- function(client, result, region) {
  path <- tempfile(fileext = ".tsv")
  on.exit(unlink(path))
  response <- send_operation(
    client, "getBrowseRows", list(result = ref_of(result), region = region), path = path
  )
  table <- read_rows(path)
  data.table::setattr(table, "genome_build", httr2::resp_header(response, "genome-build"))
  table
}

#' A region as the page shows it
#'
#' @inheritParams region
#' @param results References of up to six results.
#' @param ... `build`, `ld_to`, `ld_from`, see `getBrowseRegion`.
#' @return A list of tracks with LD, genes, recombination and known loci, for [plot_region()].
#' @export
#' @examples
#' \dontrun{
#' plot_region(region_view(registry, "ma:...", "4:111200000-112200000"))
#' }
region_view <- function(client, results, region, ...) {
  refs <- if (is.character(results)) results else as.character(results$ref)
  call_operation(client, "getBrowseRegion", result = refs, region = region, ...)
}

# pass_of returns the parameters of the address of a result's table, which are valid for 15 minutes.
pass_of <- function(client, result) {
  ref <- ref_of(result)
  all <- list_results(client, everything = TRUE)
  drs <- all$drs_id[match(ref, all$ref)]
  if (!length(drs) || is.na(drs)) {
    fail(sprintf("There is no result %s with a table, or you do not have access to it.", ref), "not_found", 404L)
  }
  url <- httr2::url_parse(call_operation(client, "getDrsAccess", id = drs, access = "https")$url)
  c(list(id = drs, name = utils::URLdecode(basename(url$path))), url$query)
}

#' Download the table of a result
#'
#' @inheritParams region
#' @param to Path of the file, or a folder.
#' @param index Also save the tabix index beside it.
#' @return The path of the table (bgzip), invisibly.
#' @export
#' @examples
#' \dontrun{
#' path <- download_result(registry, "ma:...", tempdir())
#' }
download_result <- function(client, result, to, index = TRUE) {
  where <- pass_of(client, result)
  if (dir.exists(to)) to <- file.path(to, where$name)
  save_to(client, "downloadDrsObject", where, to)
  if (index) {
    where$name <- paste0(where$name, ".tbi")
    save_to(client, "downloadDrsObject", where, paste0(to, ".tbi"))
  }
  invisible(to)
}

save_to <- function(client, operation_id, params, to) {
  part <- paste0(to, ".part")
  send_operation(client, operation_id, params, path = part)
  file.rename(part, to)
}

#' Download a file
#'
#' @inheritParams call_operation
#' @param to Path of the file.
#' @return The path, invisibly. The file has its name only when it is complete.
#' @export
#' @examples
#' \dontrun{
#' download(registry, "downloadMetaFile", "loci.csv", id = "...", name = "top-loci.csv")
#' }
download <- function(client, operation_id, to, ...) {
  save_to(client, operation_id, list(...), to)
  invisible(to)
}

#' All rows of a result
#'
#' @inheritParams region
#' @return A data table. Ten million rows need a few GB of memory: see [region()].
#' @export
#' @examples
#' \dontrun{
#' rows <- read_result(registry, "ma:...")
#' }
read_result <- function(client, result) {
  packed <- tempfile(fileext = ".gz")
  plain <- tempfile(fileext = ".tsv")
  on.exit(unlink(c(packed, plain)))
  send_operation(client, "downloadDrsObject", pass_of(client, result), path = packed)
  unpack(packed, plain)
  read_rows(plain)
}

unpack <- function(packed, plain) {
  from <- gzfile(packed, "rb")
  on.exit(close(from))
  to <- file(plain, "wb")
  on.exit(close(to), add = TRUE)
  while (length(piece <- readBin(from, raw(), 8e6))) writeBin(piece, to)
}

# all_asked returns the parts of an answer about all results, to the end.
all_asked <- function(client, operation_id, params) {
  parts <- list()
  repeat {
    part <- do.call(call_operation, c(list(client, operation_id), params))
    parts <- c(parts, list(part))
    if (is.null(part$asked[["next"]])) return(parts)
    params$from <- part$asked[["next"]]
  }
}

by_strength <- function(table) {
  if ("neg_log_10_p_value" %in% names(table)) data.table::setorderv(table, "neg_log_10_p_value", -1L, na.last = TRUE)
  table[]
}

effect_row <- function(effect) {
  facts <- c("ref", "title", "phenotype", "ancestry", "genome_build", "effect_scale", "n_cases")
  c(effect$result[intersect(facts, names(effect$result))], effect[names(effect) != "result"])
}

#' A gene across results
#'
#' @inheritParams call_operation
#' @param gene Symbol, alias or Ensembl id.
#' @param flank Base pairs on both sides of the gene.
#' @inheritParams list_results
#' @return A data table of the strongest variant of the gene in each result, the strongest first. The attribute `gene`
#'   describes the gene.
#' @export
#' @examples
#' \dontrun{
#' gene(registry, "PITX2")
#' }
gene <- function(client, gene, flank = NULL, build = NULL, everything = FALSE) {
  parts <- all_asked(client, "getBrowseGene", list(
    gene = gene, flank = flank, build = build, all = if (everything) TRUE
  ))
  rows <- lapply(unlist(lapply(parts, `[[`, "hits"), recursive = FALSE), function(hit) {
    variant <- hit$variant
    names(variant)[names(variant) == "id"] <- "variant_id"
    c(effect_row(hit$effect), variant, hit[intersect(c("distance", "i2"), names(hit))], list(n_variants = hit$variants))
  })
  table <- by_strength(table_of(rows))
  for (name in c("gene", "genome_build", "window")) data.table::setattr(table, name, parts[[1]][[name]])
  table
}

#' A variant across results
#'
#' `variant()` returns the effects of a variant in every result and in the studies of meta-analyses; `phewas()` returns
#' one row per result, the strongest first.
#'
#' @inheritParams call_operation
#' @param variant Variant, such as `rs2200733`, `4:111710169` or `4:111710169:C:T`.
#' @param effect_allele Allele that effects refer to.
#' @inheritParams list_results
#' @return A data table; `role` is `meta`, `study` or `result`. Effects refer to the `effect_allele` of the attribute
#'   `variant`. Do not compare effects on different scales.
#' @export
#' @examples
#' \dontrun{
#' phewas(registry, "4:111710169")
#' }
variant <- function(client, variant, build = NULL, effect_allele = NULL, everything = FALSE) {
  parts <- all_asked(client, "getBrowseVariant", list(
    variant = variant, build = build, effect_allele = effect_allele, all = if (everything) TRUE
  ))
  rows <- list()
  for (part in parts) {
    for (combined in part$combined) {
      rows <- c(rows, list(c(list(role = "meta"), effect_row(combined$effect), list(i2 = combined$i2))))
      for (study in combined$studies) {
        if (is.null(study$effect)) next
        of <- combined$effect$result
        rows <- c(rows, list(c(
          list(role = "study", of = of$ref, title = study$name, ancestry = study$ancestry, phenotype = of$phenotype,
            effect_scale = of$effect_scale, weight = study$weight),
          study$effect
        )))
      }
    }
    rows <- c(rows, lapply(part$others, function(effect) c(list(role = "result"), effect_row(effect))))
  }
  table <- table_of(rows)
  for (name in c("variant", "genome_build", "genes")) data.table::setattr(table, name, parts[[1]][[name]])
  table
}

#' @rdname variant
#' @param ... Further arguments of `variant()`.
#' @export
phewas <- function(client, variant, ...) {
  table <- variant(client, variant, ...)
  if (!nrow(table)) return(table)
  rows <- by_strength(table[table$role != "study"])
  for (name in c("variant", "genome_build", "genes")) data.table::setattr(rows, name, attr(table, name))
  rows
}

#' Loci and credible sets of a result
#'
#' @inheritParams region
#' @return `loci()`: a data table of the loci with lead variant and nearest genes, the strongest first.
#'   `credible_sets()`: the variants of their 95 % credible sets; `locus` is the row of `loci()`.
#' @export
#' @examples
#' \dontrun{
#' loci(registry, "ma:...")
#' }
loci <- function(client, result) {
  table <- table_of(lapply(call_operation(client, "listCredibleSets", result = ref_of(result))$sets, function(s) {
    c(s$lead, list(
      nearest_genes = paste(unlist(s$nearest_genes), collapse = ", "), gene_distance = s$gene_distance,
      credible_set_size = s$credible_set$size, start = s$span$start, end = s$span$end
    ))
  }))
  if (nrow(table)) data.table::set(table, j = "chromosome", value = named_chromosome(table$chromosome))
  table[]
}

#' @rdname loci
#' @export
credible_sets <- function(client, result) {
  sets <- call_operation(client, "listCredibleSets", result = ref_of(result))$sets
  parts <- lapply(seq_along(sets), function(i) {
    members <- Filter(length, sets[[i]]$members)
    columns <- lapply(members, function(values) {
      unlist(lapply(values, function(value) if (is.null(value)) NA else value))
    })
    data.table::as.data.table(c(
      list(locus = i, chromosome = named_chromosome(sets[[i]]$lead$chromosome)), columns
    ))
  })
  data.table::rbindlist(parts, fill = TRUE)
}

#' Query an index
#'
#' @inheritParams call_operation
#' @param index Id of the index, or the index.
#' @param ... Values of its keys, then a region or gene, in the order of its schema.
#' @param flank Base pairs on both sides of a region or gene.
#' @param limit Maximum number of rows.
#' @return A data table of all rows; all pages are read.
#' @export
#' @examples
#' \dontrun{
#' query_index(registry, "...", "PITX2", flank = 50000)
#' }
query_index <- function(client, index, ..., flank = NULL, limit = NULL) {
  page <- call_operation(
    client, "queryIndex", id = id_of(index), q = c(...), flank = flank, limit = limit, fmt = "row"
  )
  rows <- list(table_of(page$data))
  while (!is.null(page$continuation)) {
    page <- call_operation(client, "continueIndexQuery", token = page$continuation)
    rows <- c(rows, list(table_of(page$data)))
  }
  table <- data.table::rbindlist(rows, fill = TRUE)
  for (name in c("genome_build", "region")) data.table::setattr(table, name, page[[name]])
  table
}
