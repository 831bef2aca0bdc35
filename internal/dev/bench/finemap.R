# Fits one locus by susieR: arguments are path, variants and N. Writes seconds and PIP as doubles.
suppressMessages(library(susieR))
at <- commandArgs(TRUE)
p <- as.integer(at[2])
bytes <- readBin(paste0(at[1], ".haplotypes"), "integer", file.size(paste0(at[1], ".haplotypes")), size = 1)
x <- matrix(as.numeric(bytes), ncol = p)
z <- readBin(paste0(at[1], ".z"), "double", p, endian = "little")
took <- system.time(fit <- suppressWarnings(suppressMessages(susie_rss(z, cor(x), n = as.numeric(at[3])))))
writeBin(c(took[["elapsed"]], fit$pip), paste0(at[1], ".out"), endian = "little")
