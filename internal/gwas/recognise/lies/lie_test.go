package lies

import (
	"math"
	"math/rand/v2"
	"regexp"
)

// lie is one thing that is wrong with a file.
type lie struct {
	name string
	slot string   // lies of one slot are not used together
	can  string   // kinds that the table needs; a|b is one of them
	only string   // "yes/no" when it is about odds ratios
	hurt []string // what may be wrong in a row that is read as if it were true
	// warned reports that a warning that names the matter suffices: each command must report the
	// matter. Otherwise it must be asked or rejected.
	warned bool
	// contradicts reports that two columns of the file contradict each other in every row: even the
	// right reading must not be chosen silently. An answer that names one of them causes a warning.
	contradicts bool
	matter      *regexp.Regexp // names the matter in a finding
	// tell changes the table; false when the lie does not apply to this table.
	tell func(r *rand.Rand, t *table) bool
}

func named(pattern string) *regexp.Regexp { return regexp.MustCompile("(?i)" + pattern) }

// The names of matters in findings.
var (
	namesFrequency = named(`frequenc|effect_allele_frequency|\bEAF\b|\bMAF\b|FRQ|FREQ|\bAF\b`)
	namesRatio     = named(`odds.ratio|odds_ratio|\bratios?\b|log10|scale`)
	namesError     = named(`standard.error|standard_error|\bSE\b|StdErr|sebeta|varian|P values? do|disagree|follow`)
	namesP         = named(`\bP\b|p_value|P values?|neg_log_10|log_?10p`)
	namesEffect    = named(`effect|beta|\bZ\b|odds|sign`)
	namesPlace     = named(`position|build|GRCh|NCBI36|zero-based|places?`)
	namesAllele    = named(`allele|TRUE`)
	namesSize      = named(`sample.size|\bN\b|n_eff|neff|studies`)
	namesShape     = named(
		`header|number of columns|columns? (change|move|shift)|\bcut\b|damaged|truncated|ends (too early|in)|line \d+|Only [\d,]+ of [\d,]+ values|no column is mapped|row names?`,
	)
)

var lies = []lie{
	{
		name:   "EAF of the other allele",
		slot:   "frequency",
		can:    "eaf|fca",
		hurt:   []string{"eaf"},
		warned: true,
		matter: namesFrequency,
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, f float64) float64 { return 1 - f }, "eaf", "fca", "fco")
			return t.layout.effect != "minor" // which has the frequencies of known variants anyway
		},
	},
	{
		name:   "MAF under EAF",
		slot:   "frequency",
		can:    "eaf|fca",
		hurt:   []string{"eaf"},
		warned: true,
		matter: namesFrequency,
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, f float64) float64 { return min(f, 1-f) }, "eaf", "fca", "fco")
			t.folded = true
			return t.layout.effect != "minor" && t.tellsTurned()
		},
	},
	{
		name:   "frequency in percent",
		slot:   "frequency",
		can:    "eaf|fca",
		hurt:   []string{"eaf", "rows"},
		matter: namesFrequency,
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, f float64) float64 { return 100 * f }, "eaf", "fca", "fco")
			return true
		},
	},
	{name: "MAF in percent", slot: "frequency", can: "eaf|fca", hurt: []string{"eaf", "rows"}, matter: namesFrequency, tell: func(_ *rand.Rand, t *table) bool {
		t.change(func(_ int, f float64) float64 { return 100 * min(f, 1-f) }, "eaf", "fca", "fco")
		t.folded = true
		return t.tellsTurned()
	}},
	{name: "OR under BETA", slot: "effect", can: "beta", only: "yes/no", hurt: effectHurts, matter: namesRatio, tell: func(_ *rand.Rand, t *table) bool {
		t.change(func(_ int, b float64) float64 { return math.Exp(b) }, "beta")
		return true
	}},
	{name: "OR under BETA, a few odd values", slot: "effect", can: "beta", only: "yes/no", hurt: effectHurts, matter: namesRatio, tell: oddRatios},
	{name: "OR under BETA, all above 1", slot: "effect", can: "beta ea oa", only: "yes/no", hurt: effectHurts, matter: namesRatio, tell: ratiosAboveOne},
	{
		name:   "log10 of OR as BETA",
		slot:   "effect",
		can:    "beta se p|mlp",
		only:   "yes/no",
		hurt:   effectHurts,
		warned: true,
		matter: either(namesRatio, namesError),
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, b float64) float64 { return b / math.Ln10 }, "beta")
			return true
		},
	},
	{
		name:   "SE of OR beside ln OR",
		slot:   "effect",
		can:    "beta se p|mlp",
		only:   "yes/no",
		hurt:   effectHurts,
		warned: true,
		matter: namesError,
		tell: func(_ *rand.Rand, t *table) bool {
			beta := t.column("beta")
			t.change(func(i int, se float64) float64 { return se * math.Exp(value(t.cells[i][beta])) }, "se")
			return true
		},
	},
	{
		name:   "variance for SE",
		slot:   "effect",
		can:    "beta|or se p|mlp",
		hurt:   effectHurts,
		warned: true,
		matter: namesError,
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, se float64) float64 { return se * se }, "se")
			return true
		},
	},
	{
		name:   "SE 100,000 times too small",
		slot:   "effect",
		can:    "beta|or se p|mlp",
		hurt:   effectHurts,
		warned: true,
		matter: namesError,
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, se float64) float64 { return se / 1e5 }, "se")
			return true
		},
	},
	{name: "one-sided P", slot: "effect", can: "beta|or|z se|z p|mlp", hurt: effectHurts, warned: true, matter: either(namesP, namesError), tell: oneSided},
	{
		name:   "natural logarithm of P",
		slot:   "effect",
		can:    "mlp beta|or se",
		hurt:   effectHurts,
		matter: either(namesP, namesError),
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, x float64) float64 { return x * math.Ln10 }, "mlp")
			return !t.has("p") && !t.has("chi")
		},
	},
	{
		name:   "natural logarithm of P without an error",
		slot:   "effect",
		can:    "mlp beta|or",
		hurt:   effectHurts,
		matter: namesP,
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, x float64) float64 { return x * math.Ln10 }, "mlp")
			return t.drop("se", "lo", "hi", "blo", "bhi", "z", "chi", "p")
		},
	},
	{
		name:   "interval of another level",
		slot:   "effect",
		can:    "lo hi or p",
		hurt:   effectHurts,
		matter: named(`interval`),
		tell: func(r *rand.Rand, t *table) bool {
			or, wide := t.column("or"), []float64{1.644854 / half95, 2.575829 / half95}[r.IntN(2)]
			t.change(func(i int, limit float64) float64 {
				x := value(t.cells[i][or])
				return x * math.Pow(limit/x, wide)
			}, "lo", "hi")
			return !t.has("se")
		},
	},
	{name: "BETA without its sign", slot: "effect", can: "beta", hurt: effectHurts, matter: namesEffect, tell: func(_ *rand.Rand, t *table) bool {
		t.change(func(_ int, b float64) float64 { return math.Abs(b) }, "beta")
		return !t.has("or")
	}},
	{name: "Z without its sign", slot: "effect", can: "z", hurt: effectHurts, matter: namesEffect, tell: func(_ *rand.Rand, t *table) bool {
		t.change(func(_ int, z float64) float64 { return math.Abs(z) }, "z")
		return !t.has("beta") && !t.has("or")
	}},
	{
		name:   "OR of two decimals beside P alone",
		slot:   "effect",
		can:    "or p",
		hurt:   effectHurts,
		matter: named(`decimal`),
		tell: func(_ *rand.Rand, t *table) bool {
			hidden := 0 // effects of which rounding hides a sixth
			for i := range t.rows {
				hidden += map[bool]int{true: 1}[0.005*6 > math.Abs(t.rows[i].beta)]
			}
			t.change(func(_ int, x float64) float64 { return rounded(x, 2) }, "or")
			return t.drop("se", "lo", "hi", "z", "chi", "beta") && 2*hidden > len(t.rows)
		},
	},
	{
		name:   "P of two decimals",
		slot:   "effect",
		can:    "p beta|or se",
		hurt:   effectHurts,
		warned: true,
		matter: named(`decimal`),
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, x float64) float64 { return rounded(x, 2) }, "p")
			return !t.has("mlp")
		},
	},
	{
		name:   "P of two decimals beside no error",
		slot:   "effect",
		can:    "p beta|or",
		hurt:   append([]string{"stays", "rows"}, effectHurts...),
		matter: named(`decimal`),
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(_ int, x float64) float64 { return rounded(x, 2) }, "p")
			return t.drop("se", "lo", "hi", "blo", "bhi", "z", "chi") && !t.has("mlp")
		},
	},
	{
		name:   "BETA of standardised genotypes",
		slot:   "effect",
		can:    "beta se",
		hurt:   effectHurts,
		matter: named(`standardised`),
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(i int, x float64) float64 { return x * math.Sqrt(2*t.rows[i].freq*(1-t.rows[i].freq)) }, "beta", "se", "blo", "bhi")
			return !t.has("or") && !t.study.nVaries
		},
	},
	{name: "Z under BETA with an SE of 1", slot: "effect", can: "beta se", hurt: effectHurts, matter: named(`\bZ\b`), tell: func(_ *rand.Rand, t *table) bool {
		se := t.column("se")
		t.change(func(i int, x float64) float64 { return x / value(t.cells[i][se]) }, "beta")
		t.change(func(int, float64) float64 { return 1 }, "se")
		t.derived = true
		return !t.has("or") && !t.has("z") && !t.has("blo")
	}},
	{
		name:   "interval of 90 % without P",
		slot:   "effect",
		can:    "or lo hi",
		hurt:   effectHurts,
		matter: named(`interval`),
		tell: func(_ *rand.Rand, t *table) bool {
			for c, k := range t.kinds {
				if k == "lo" || k == "hi" {
					t.header[c] = map[kind]string{"lo": "ci_lower", "hi": "ci_upper"}[k]
				}
			}
			or := t.column("or")
			t.change(func(i int, limit float64) float64 {
				x := value(t.cells[i][or])
				return x * math.Pow(limit/x, 1.644854/half95)
			}, "lo", "hi")
			return t.drop("p", "mlp", "se", "chi", "z") && !t.has("beta")
		},
	},
	{
		name:   "P of one chromosome as -log10",
		slot:   "effect",
		can:    "p beta|or se",
		hurt:   effectHurts,
		matter: either(namesP, namesError),
		tell: func(r *rand.Rand, t *table) bool {
			p, odd := t.column("p"), t.oneChromosome(r)
			for i, cells := range t.cells {
				if t.rows[i].chromosome == odd {
					cells[p] = text(t.rows[i].logP())
				}
			}
			return !t.has("mlp")
		},
	},
	{
		name:   "BETA of one chromosome in another unit",
		slot:   "effect",
		can:    "beta se p|mlp",
		hurt:   effectHurts,
		matter: either(namesP, namesError),
		tell: func(r *rand.Rand, t *table) bool {
			return t.otherUnit(r, "beta")
		},
	},
	{
		name:   "BETA and SE of one chromosome in another unit",
		slot:   "effect",
		can:    "beta se eaf",
		hurt:   effectHurts,
		matter: named(`unit`),
		tell: func(r *rand.Rand, t *table) bool {
			return t.otherUnit(r, "beta", "se", "blo", "bhi")
		},
	},
	{
		name:   "P of another row",
		slot:   "effect",
		can:    "beta|or|z se|lo|z p|mlp",
		hurt:   effectHurts,
		warned: true,
		matter: either(namesP, namesError),
		tell: func(_ *rand.Rand, t *table) bool {
			t.roll(1, "p", "mlp", "chi")
			return true
		},
	},
	{name: "Z = -BETA/SE", slot: "effect", contradicts: true, can: "beta se", hurt: effectHurts, matter: namesEffect, tell: oppositeZ},
	{name: "ln OR = -BETA", slot: "effect", contradicts: true, can: "beta", only: "yes/no", hurt: effectHurts, matter: namesEffect, tell: oppositeRatio},
	{
		name:   "columns of two traits mixed",
		slot:   "effect",
		can:    "beta se p|mlp",
		hurt:   effectHurts,
		warned: true,
		matter: either(namesP, namesError),
		tell: func(r *rand.Rand, t *table) bool {
			se := t.column("se")
			t.change(func(i int, _ float64) float64 { return 1.15 * r.NormFloat64() * value(t.cells[i][se]) }, "beta")
			return !t.has("or") // the other trait has no odds ratio here
		},
	},
	{
		name:   "-9 for a missing BETA",
		slot:   "effect",
		can:    "beta se",
		hurt:   effectHurts,
		warned: true,
		matter: named(`-9|−9|` + namesEffect.String()[4:]),
		tell: func(_ *rand.Rand, t *table) bool {
			t.change(func(i int, b float64) float64 {
				if i%50 == 7 {
					t.gone[i] = true
					return -9
				}
				return b
			}, "beta")
			return !t.has("or") && !t.has("z") // from which the effect can still be had
		},
	},
}
