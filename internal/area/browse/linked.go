package browse

import (
	"cmp"
	"slices"

	"cohortium/internal/gwas/ld"
)

// MaxLinked limits the variants in an answer about LD without results.
const MaxLinked = 50_000

// Linked are variants with their r² to another one, for callers who have the rows and need only the
// LD.
type Linked struct {
	Variants []ld.Linked // by position; the strongest where there are more than MaxLinked
	Total    int
}

// strongest returns at most limit of the variants, in order of their positions.
func strongest(known []ld.Linked, limit int) Linked {
	out := Linked{Variants: slices.Clone(known), Total: len(known)}
	if len(known) > limit {
		slices.SortStableFunc(out.Variants, func(a, b ld.Linked) int { return cmp.Compare(b.R2, a.R2) })
		out.Variants = out.Variants[:limit]
	}
	slices.SortStableFunc(out.Variants, func(a, b ld.Linked) int { return cmp.Compare(a.Position, b.Position) })
	return out
}
