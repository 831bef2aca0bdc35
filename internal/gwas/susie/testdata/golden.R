# Writes golden.json: loci simulated on the haplotypes of testdata/real, fitted by susieR 0.12.
# Rscript golden.R, in this folder. Debian: r-cran-susier.
suppressMessages(library(susieR))
set.seed(46)
text <- readLines(gzfile("../../../../testdata/reference/1kg_eas_chr7_common.vcf.gz"))
rows <- strsplit(text[!startsWith(text, "#")], "\t")
haplotypes <- sapply(rows, function(f) as.numeric(unlist(strsplit(f[-(1:9)], "|", fixed = TRUE))))
num <- function(x) paste0("[", paste(sprintf("%.12g", x), collapse = ","), "]")
case <- function(name, from, size, n, effects, residual = FALSE, known = TRUE, wrong = 0) {
  x <- scale(haplotypes[, from + 0:(size - 1)])
  r <- cor(x)
  b <- rep(0, size)
  b[effects$at] <- effects$z
  z <- as.vector(r %*% b + t(x) %*% rnorm(nrow(x)) / sqrt(nrow(x) - 1))
  if (wrong > 0) { at <- sample(size, wrong); z[at] <- -z[at] }
  z <- as.numeric(sprintf("%.6f", z))
  s <- if (known) estimate_s_rss(z, r, n) else estimate_s_rss(z, r)
  fit <- tryCatch(
    if (known) susie_rss(z, r, n = n, estimate_residual_variance = residual) else susie_rss(z, r),
    error = function(e) conditionMessage(e))
  start <- sprintf('{"name":"%s","from":%d,"n":%s,"residual":%s,"z":%s,"s":%.12g', name, from - 1, if (known) n else "null",
    if (residual) "true" else "false", num(z), s)
  if (is.character(fit)) return(sprintf('%s,"error":"%s"}', start, substr(fit, 1, 60)))
  sets <- sapply(seq_along(fit$sets$cs), function(i) num(fit$sets$cs[[i]] - 1))
  lbf <- sapply(fit$sets$cs_index, function(l) num(fit$lbf_variable[l, ]))
  sprintf('%s,"pip":%s,"rounds":%d,"sigma2":%.12g,"elbo":%.12g,"sets":[%s],"purity":%s,"lbf":[%s]}', start, num(fit$pip), fit$niter,
    fit$sigma2, fit$elbo[fit$niter], paste(sets, collapse = ","), num(fit$sets$purity$min.abs.corr), paste(lbf, collapse = ","))
}
one <- function(at, z) list(at = at, z = z)
out <- suppressWarnings(c(
  case("nothing", 1, 120, 50000, one(1, 0)),
  case("one signal", 151, 120, 50000, one(60, 9)),
  case("one weak signal", 301, 120, 20000, one(30, 5)),
  case("two signals", 401, 150, 100000, one(c(20, 130), c(12, -9))),
  case("three signals", 601, 150, 300000, one(c(10, 70, 140), c(20, 15, -11))),
  case("five signals", 801, 200, 500000, one(c(5, 50, 90, 140, 190), c(15, -12, 18, 10, 25))),
  case("small sample", 1001, 120, 800, one(c(30, 100), c(8, 6))),
  case("residual", 201, 150, 5000, one(c(40, 110), c(10, 14)), residual = TRUE),
  case("no sample size", 501, 120, 0, one(60, 11), known = FALSE),
  case("wrong alleles", 701, 120, 100000, one(60, 9), wrong = 6)))
writeLines(c("[", paste(out, collapse = ",\n"), "]"), "golden.json")
