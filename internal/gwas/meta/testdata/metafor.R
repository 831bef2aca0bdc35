# Writes metafor.tsv and metafor-sex.tsv with Debian's r-cran-metafor (3.8-1):
#   Rscript metafor.R
# metafor.tsv: per line a method (FE or DL), five effects and their standard errors, and from
# leave1out() effect, standard error and P without each.
# metafor-sex.tsv: effects of females and males with their standard errors, and from a fixed-effect
# model with the sex as moderator the difference, its standard error and P, and Q of both.
suppressMessages(library(metafor))
set.seed(64)
text <- function(x) paste(format(x, digits = 15, trim = TRUE), collapse = "\t")
lines <- c()
for (i in 1:100) for (method in c("FE", "DL")) {
  se <- signif(runif(5, 0.01, 0.09), 4)
  beta <- signif(rnorm(5, 0.05, sqrt(se^2 + (i %% 3) * 0.002)), 5)
  left <- leave1out(rma(yi = beta, sei = se, method = method))
  lines <- c(lines, paste(method, text(beta), text(se), text(left$estimate), text(left$se), text(left$pval), sep = "\t"))
}
writeLines(lines, "metafor.tsv")
lines <- c()
for (i in 1:1000) {
  se <- signif(runif(2, 0.01, 0.09), 4)
  beta <- signif(rnorm(2, c(0.05, 0.05 + (i %% 4) * 0.05), se), 5)
  by <- rma(yi = beta, sei = se, mods = c(0, 1), method = "FE")
  all <- rma(yi = beta, sei = se, method = "FE")
  lines <- c(lines, text(c(beta, se, -by$beta[2], by$se[2], by$pval[2], all$QE)))
}
writeLines(lines, "metafor-sex.tsv")
