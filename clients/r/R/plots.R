# Colours by their name on the pages (web/src/theme/tokens.css).
colours <- list(
  light = c(
    "surface" = "#ffffff", "line" = "#e3e6eb", "text" = "#16202c", "muted" = "#5b6776", "plot-1" = "#2f4bd8",
    "plot-2" = "#8590a6", "plot-hit" = "#d1495b", "ld-1" = "#8b93ad", "ld-2" = "#1f6cb3", "ld-3" = "#12a184",
    "ld-4" = "#b26a03", "ld-5" = "#6b2a00", "plot-recombination" = "#8193ae", "plot-gene" = "#34465e"
  ),
  dark = c(
    "surface" = "#161d26", "line" = "#26303c", "text" = "#e8edf3", "muted" = "#a3afbd", "plot-1" = "#8da2ff",
    "plot-2" = "#65728a", "plot-hit" = "#ff8796", "ld-1" = "#626c85", "ld-2" = "#3f8ff2", "ld-3" = "#5fd9bd",
    "ld-4" = "#d3a11f", "ld-5" = "#ffe9b0", "plot-recombination" = "#5d708c", "plot-gene" = "#a9b8cc"
  )
)

genome_wide <- -log10(5e-8)
# Formulas, because the fonts of pdf() lack the signs.
minus_log10_p <- expression(-log[10] ~ italic(P))

numbers <- function(values) {
  vapply(values, function(value) if (is.null(value)) NA_real_ else as.numeric(value), 0, USE.NAMES = FALSE)
}

# canvas begins a plot with a grid and quiet axes, and returns the colours.
canvas <- function(xlim, ylim, xlab, ylab, main, dark, grid = "y") {
  look <- colours[[if (dark) "dark" else "light"]]
  par(bg = look[["surface"]], fg = look[["muted"]], las = 1, tcl = 0, mgp = c(2.2, 0.5, 0), cex = 0.85)
  graphics::plot.new()
  graphics::plot.window(xlim, ylim, xaxs = "i", yaxs = "i")
  if (grid == "y") abline(h = graphics::axTicks(2), col = look[["line"]])
  if (grid == "x") abline(v = graphics::axTicks(1), col = look[["line"]])
  title(xlab = xlab, ylab = ylab, col.lab = look[["muted"]])
  mtext(main, side = 3, adj = 0, line = 0.6, font = 2, col = look[["text"]])
  look
}

# room_for returns the lines of margin for names, at most 0.6 of the device.
room_for <- function(names) {
  min(1.5 + 0.46 * max(nchar(names)), 0.6 * graphics::par("din")[1] / graphics::par("csi"))
}

draw_axis <- function(side, look, ...) axis(side, lwd = 0, col.axis = look[["muted"]], ...)

#' Plots in the colours of the pages
#'
#' `plot_manhattan()` and `plot_qq()` draw a result, `plot_region()` the answer of [region_view()], `plot_forest()` the
#' effects of [variant()], and `plot_phewas()` those of [phewas()]. They use base graphics.
#'
#' @inheritParams region
#' @param main Title.
#' @param dark Draw on a dark ground.
#' @return The data, invisibly.
#' @name plots
#' @examples
#' \dontrun{
#' plot_manhattan(registry, "ma:...")
#' }
NULL

#' @rdname plots
#' @export
plot_manhattan <- function(client, result, main = "", dark = FALSE) {
  data <- call_operation(client, "getBrowseManhattan", result = ref_of(result), simplify = TRUE)
  genome <- data$chromosomes
  at <- match(data$cells$chromosome, genome$code)
  top <- max(data$max_y, data$genome_wide * 1.15) * 1.05
  look <- canvas(c(0, genome$total), c(0, top), "Chromosome", minus_log10_p, main, dark)
  shade <- ifelse(seq_along(genome$code) %% 2 == 1, look[["plot-1"]], look[["plot-2"]])
  left <- genome$offset[at] + data$cells$bin * data$bin_width
  right <- genome$offset[at] + pmin((data$cells$bin + 1) * data$bin_width, genome$length[at])
  rect(left, data$cells$from * data$y_step, right, (data$cells$to + 1) * data$y_step, col = shade[at], border = NA)
  at <- match(data$points$chromosome, genome$code)
  points(genome$offset[at] + data$points$position, data$points$y, pch = 15, cex = 0.35, col = shade[at])
  hit <- data$top$y >= data$genome_wide
  at <- match(data$top$chromosome[hit], genome$code)
  points(genome$offset[at] + data$top$position[hit], data$top$y[hit], pch = 16, cex = 0.6, col = look[["plot-hit"]])
  abline(h = data$genome_wide, lty = 2, col = look[["plot-hit"]])
  abline(h = data$suggestive, lty = 3, col = look[["muted"]])
  shown <- !genome$code %in% c(17, 19, 21)
  draw_axis(1, look, at = (genome$offset + genome$length / 2)[shown], labels = genome$name[shown])
  draw_axis(2, look)
  invisible(data)
}

# qq_data reads the reduced QQ plot of a result.
qq_data <- function(client, result) {
  ref <- ref_of(result)
  kind <- sub(":.*", "", ref)
  key <- sub("^[^:]*:", "", ref)
  read <- function(...) call_operation(client, ..., name = "qq")
  if (kind == "ma") return(read("getMetaPlot", id = key))
  if (kind == "tool") return(read("getToolPlot", id = key))
  if (kind == "upload") {
    return(read("getQcPlot", id = key, run = call_operation(client, "getHermesUpload", id = key)$run$id))
  }
  all <- list_results(client, everything = TRUE)
  address <- all$address[match(ref, all$ref)]
  id <- sub(".*datasets/([^/?#]+).*", "\\1", address)
  operation <- if (startsWith(address, "/p/")) "getPublicDatasetPlot" else "getDatasetPlot"
  read(operation, id = id, fid = key)
}

#' @rdname plots
#' @export
plot_qq <- function(client, result, main = NULL, dark = FALSE) {
  data <- qq_data(client, result)
  expected <- numbers(data$series[[1]]$expected)
  observed <- numbers(data$series[[1]]$observed)
  if (is.null(main)) main <- if (is.null(data$lambda_gc)) "" else bquote(lambda == .(sprintf("%.3f", data$lambda_gc)))
  look <- canvas(
    c(0, max(expected) * 1.04), c(0, max(observed, expected) * 1.04), expression(Expected ~ -log[10] ~ italic(P)),
    expression(Observed ~ -log[10] ~ italic(P)), main, dark
  )
  band <- lapply(data$band[c("expected", "lower", "upper")], numbers)
  polygon(c(band$expected, rev(band$expected)), c(band$lower, rev(band$upper)), col = look[["line"]], border = NA)
  segments(0, 0, max(expected), max(expected), lty = 2, col = look[["muted"]])
  points(expected, observed, pch = 16, cex = 0.6, col = look[["plot-1"]])
  draw_axis(1, look)
  draw_axis(2, look)
  invisible(data)
}

#' @rdname plots
#' @param view Answer of [region_view()].
#' @export
plot_region <- function(view, dark = FALSE) {
  old <- par(no.readonly = TRUE)
  on.exit(par(old))
  n <- length(view$tracks)
  graphics::layout(matrix(seq_len(n + 1)), heights = c(rep(3, n), 1.4))
  for (track in view$tracks) draw_track(track, view, dark)
  draw_genes(view, dark)
  invisible(view)
}

draw_track <- function(track, view, dark) {
  position <- numbers(track$points$position)
  y <- numbers(track$points$neg_log_10_p_value)
  par(mar = c(0.6, 4, 2.2, 4))
  top <- max(y, genome_wide, na.rm = TRUE) * 1.1
  look <- canvas(c(view$region$start, view$region$end), c(0, top), "", minus_log10_p, track$result$title, dark)
  rates <- numbers(view$recombination$rate)
  if (length(rates)) {
    most <- max(rates, 1) / 0.6
    graphics::lines(numbers(view$recombination$position), rates / most * top, type = "s", col = look[["plot-recombination"]])
    ticks <- pretty(c(0, most), 4)
    draw_axis(4, look, at = ticks / most * top, labels = ticks)
    mtext("cM/Mb", 4, line = 2.2, las = 0, cex = 0.7, col = look[["muted"]])
  }
  if (is.null(track$points$r2)) {
    points(position, y, pch = 16, cex = 0.7, col = adjustcolor(look[["plot-1"]], 0.75))
  } else {
    r2 <- numbers(track$points$r2)
    step <- ifelse(is.na(r2), 1, pmin(floor(r2 / 0.2), 4) + 1)
    order <- order(r2, na.last = FALSE)
    points(position[order], y[order], pch = 16, cex = 0.75, col = look[paste0("ld-", step[order])])
  }
  if (!is.null(track$lead)) {
    lead <- track$lead + 1 # the answer counts from 0
    name <- track$points$rsid[[lead]]
    if (!nzchar(name)) name <- paste0(view$region$chromosome, ":", position[lead])
    points(position[lead], y[lead], pch = 18, cex = 1.7, col = look[["plot-hit"]])
    text(position[lead], y[lead], name, pos = 4, col = look[["text"]])
  }
  abline(h = genome_wide, lty = 2, col = look[["plot-hit"]])
  draw_axis(2, look)
}

draw_genes <- function(view, dark) {
  par(mar = c(3.4, 4, 0, 4))
  span <- c(view$region$start, view$region$end)
  label <- sprintf("Chromosome %s (Mb, %s)", view$region$chromosome, view$genome_build)
  look <- canvas(span, c(-3.6, 0.9), label, "", "", dark, grid = "")
  free <- rep(-Inf, 4)
  room <- diff(span) * 0.012
  genes <- view$genes$items
  for (gene in genes[order(numbers(lapply(genes, `[[`, "start")))]) {
    lane <- which(free < gene$start)[1]
    if (is.na(lane)) next
    free[lane] <- max(gene$end, gene$start + room * nchar(gene$symbol)) + room
    y <- 1 - lane
    segments(gene$start, y, gene$end, y, col = look[["plot-gene"]])
    for (exon in gene$exons) rect(exon[[1]], y - 0.18, exon[[2]], y + 0.18, col = look[["plot-gene"]], border = NA)
    name <- if (gene$strand == "+") paste(gene$symbol, ">") else paste("<", gene$symbol)
    text(max(gene$start, span[1]), y + 0.5, name, adj = 0, font = 3, cex = 0.8, col = look[["plot-gene"]])
  }
  ticks <- pretty(span, 5)
  ticks <- ticks[ticks >= span[1] & ticks <= span[2]]
  draw_axis(1, look, at = ticks, labels = format(ticks / 1e6))
}

#' @rdname plots
#' @param table Data table of [variant()] or [phewas()].
#' @export
plot_forest <- function(table, main = "", dark = FALSE) {
  rows <- table[!is.na(table$beta) & !is.na(table$standard_error), ]
  if (!nrow(rows)) fail("There is no effect to plot.")
  scales <- setdiff(unique(rows$effect_scale), c(NA, ""))
  if (length(scales) > 1) {
    fail(sprintf("Effects on different scales cannot share an axis: %s. Select one.", paste(sort(scales), collapse = ", ")))
  }
  old <- par(mar = c(3.6, room_for(rows$title), 2.2, 1))
  on.exit(par(old))
  low <- rows$beta - 1.96 * rows$standard_error
  high <- rows$beta + 1.96 * rows$standard_error
  y <- -seq_len(nrow(rows))
  span <- range(0, low, high)
  look <- canvas(span + c(-0.04, 0.04) * diff(span), c(min(y) - 0.6, -0.4), "Effect (95 % interval)", "", main, dark, "x")
  abline(v = 0, col = look[["muted"]])
  whole <- rows$role == "meta"
  colour <- ifelse(whole, look[["plot-hit"]], look[["plot-1"]])
  segments(low, y, high, y, col = colour, lwd = 1.4)
  points(rows$beta, y, pch = ifelse(whole, 18, 15), cex = ifelse(whole, 1.6, 1), col = colour)
  draw_axis(1, look)
  draw_axis(2, look, at = y, labels = rows$title)
  invisible(rows)
}

#' @rdname plots
#' @export
plot_phewas <- function(table, main = "", dark = FALSE) {
  if (!nrow(table)) fail("There is no effect to plot.")
  names <- paste(table$phenotype, "\u00b7", table$title)
  old <- par(mar = c(3.6, room_for(names), 2.2, 1))
  on.exit(par(old))
  y <- -seq_len(nrow(table))
  strength <- table$neg_log_10_p_value
  look <- canvas(c(0, max(strength, genome_wide) * 1.06), c(min(y) - 0.6, -0.4), minus_log10_p, "", main, dark, "x")
  abline(v = genome_wide, lty = 2, col = look[["plot-hit"]])
  colour <- ifelse(strength >= genome_wide, look[["plot-hit"]], look[["plot-1"]])
  points(strength, y, pch = ifelse(table$beta >= 0, 24, 25), col = colour, bg = colour)
  draw_axis(1, look)
  draw_axis(2, look, at = y, labels = names)
  invisible(table)
}
