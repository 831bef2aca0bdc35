package lies

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
)

var effectHurts = []string{"effect", "se", "p"}

func either(a, b *regexp.Regexp) *regexp.Regexp {
	return regexp.MustCompile(a.String() + "|" + b.String())
}

// tellable reports whether the table has the columns that the lie needs.
func (l *lie) tellable(t *table) bool {
	if l.only != "" && !t.study.binary {
		return false
	}
	for _, need := range strings.Fields(l.can) {
		kinds := []kind{}
		for _, k := range strings.Split(need, "|") {
			kinds = append(kinds, kind(k))
		}
		if t.column(kinds...) < 0 {
			return false
		}
	}
	return true
}

// roll moves the cells of columns by some rows.
func (t *table) roll(by int, kinds ...kind) {
	n := len(t.cells)
	for c, k := range t.kinds {
		for _, wanted := range kinds {
			if k != wanted {
				continue
			}
			old := make([]string, n)
			for i := range old {
				old[i] = t.cells[i][c]
			}
			for i := range old {
				t.cells[(i+by)%n][c] = old[i]
			}
		}
	}
}

// oneChromosome returns a chromosome with at least a dozen rows, which few files lack.
func (t *table) oneChromosome(r *rand.Rand) int {
	rows := map[int]int{}
	for i := range t.rows {
		rows[t.rows[i].chromosome]++
	}
	for {
		if c := 1 + r.IntN(22); rows[c] >= 12 {
			return c
		}
	}
}

// otherUnit writes columns of one chromosome in another unit.
func (t *table) otherUnit(r *rand.Rand, kinds ...kind) bool {
	odd, unit := t.oneChromosome(r), []float64{1 / 12.5, 4.7, 38.67}[r.IntN(3)]
	t.change(func(i int, x float64) float64 {
		if t.rows[i].chromosome == odd {
			return x * unit
		}
		return x
	}, kinds...)
	return !t.has("or")
}

// oddRatios are odds ratios among which are failed fits and missing codes.
func oddRatios(r *rand.Rand, t *table) bool {
	odd := []float64{0, -9, -0.01}[r.IntN(3)]
	rows := map[int]bool{}
	for range 1 + r.IntN(3) {
		rows[r.IntN(len(t.cells))] = true
	}
	t.change(func(i int, b float64) float64 {
		if rows[i] {
			t.gone[i] = true
			return odd
		}
		return math.Exp(b)
	}, "beta")
	return !t.has("or") && !t.has("z")
}

// ratiosAboveOne states each row of the allele that raises the risk.
func ratiosAboveOne(_ *rand.Rand, t *table) bool {
	ea, oa, beta := t.column("ea"), t.column("oa"), t.column("beta")
	for i, cells := range t.cells {
		if value(cells[beta]) < 0 {
			cells[ea], cells[oa] = cells[oa], cells[ea]
			t.effect[i] = t.rows[i].other(t.effect[i])
			for c, k := range t.kinds {
				switch k {
				case "eaf", "fca", "fco":
					cells[c] = text(1 - value(cells[c]))
				case "beta", "z":
					cells[c] = text(-value(cells[c]))
				case "or":
					cells[c] = text(1 / value(cells[c]))
				}
			}
		}
		cells[beta] = text(math.Exp(value(cells[beta])))
	}
	return true
}

// oneSided returns the P values of the alternative that the effect is positive.
func oneSided(_ *rand.Rand, t *table) bool {
	for i := range t.cells {
		beta, _ := t.rows[i].of(t.effect[i])
		p := math.Erfc(beta/t.rows[i].se/math.Sqrt2) / 2
		for c, k := range t.kinds {
			switch k {
			case "p":
				t.cells[i][c] = text(p)
			case "mlp":
				t.cells[i][c] = text(-math.Log10(p))
			}
		}
	}
	return true
}

func oppositeZ(_ *rand.Rand, t *table) bool {
	if !t.has("z") {
		beta, se := t.column("beta"), t.column("se")
		t.add("Z", "z", func(i int) string { return text(value(t.cells[i][beta]) / value(t.cells[i][se])) })
	}
	t.change(func(_ int, z float64) float64 { return -z }, "z")
	return true
}

func oppositeRatio(_ *rand.Rand, t *table) bool {
	if !t.has("or") {
		beta := t.column("beta")
		t.add("OR", "or", func(i int) string { return text(math.Exp(value(t.cells[i][beta]))) })
	}
	t.change(func(_ int, or float64) float64 { return 1 / or }, "or")
	return true
}
