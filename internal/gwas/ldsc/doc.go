// Package ldsc separates polygenic signal from confounding by LD score regression (Bulik-Sullivan
// et al. 2015, Nat Genet 47:291–295) and estimates what two studies share (Bulik-Sullivan et al.
// 2015, Nat Genet 47:1236–1241). It owns the regression, its weights and the block jack-knife. It
// imports the standard library only, and knows nothing of files, builds or alleles: its input is
// variants in genome order.
//
// Under a polygenic model the expected χ² of variant j is
//
//	E[χ²ⱼ] = N·h²·ℓⱼ/M + 1 + N·a
//
// with ℓⱼ its LD score, M the number of variants the scores were summed over, h² the
// heritability on the observed scale and N·a what confounding adds to every variant.
// The slope of χ² on N·ℓ/M is h², the constant is the intercept.
package ldsc
