package qc

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

const (
	leadDistance = 500_000 // base pairs to either side that a lead speaks for
	maxLeads     = 500     // listed in the report
)

// Lead is the strongest variant within 500,000 base pairs to either side.
type Lead struct {
	VariantID    string `json:"variant_id"` // chromosome_position_other_effect, with the code of the chromosome
	RSID         string `json:"rsid,omitempty"`
	Chromosome   int    `json:"chromosome"`
	Position     int32  `json:"base_pair_location"` // 1-based
	EffectAllele string `json:"effect_allele"`
	OtherAllele  string `json:"other_allele"`
	Beta         Number `json:"beta"`
	SE           Number `json:"standard_error"`
	EAF          Number `json:"effect_allele_frequency"`
	P            string `json:"p_value"` // text, below 1e-308 too
	NegLog10P    Number `json:"neg_log_10_p_value"`
	N            Number `json:"n"`
	// Support counts the other variants of the locus with P below 1e-5; a lead
	// without any is suspect.
	Support int64 `json:"support"`
}

// leadFinder picks lead variants from rows in genome order. Memory holds one
// stretch of suggestive variants without a gap of 500,000 base pairs.
type leadFinder struct {
	dict       *variant.Dict
	stretch    []sumstats.Row
	best       []Lead
	leads      int64
	alone      int64
	genomeWide int64
}

func (f *leadFinder) add(r *sumstats.Row) {
	if !(r.NegLog10P >= plot.Suggestive) {
		return
	}
	if r.NegLog10P > plot.GenomeWide {
		f.genomeWide++
	}
	if n := len(f.stretch); n > 0 && apart(&f.stretch[n-1], r) {
		f.flush()
	}
	f.stretch = append(f.stretch, *r)
}

func apart(a, b *sumstats.Row) bool {
	return a.Chromosome != b.Chromosome || b.Position-a.Position > leadDistance || a.Position-b.Position > leadDistance
}

// flush takes the leads of a stretch: the strongest first, then the strongest
// that is not within reach of one already taken.
func (f *leadFinder) flush() {
	rows := f.stretch
	f.stretch = f.stretch[:0]
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(rows[b].NegLog10P, rows[a].NegLog10P), cmp.Compare(a, b))
	})
	var taken []int32 // positions, ascending
	for _, i := range order {
		r := &rows[i]
		if r.NegLog10P <= plot.GenomeWide {
			break
		}
		at, _ := slices.BinarySearch(taken, r.Position)
		if at > 0 && r.Position-taken[at-1] <= leadDistance || at < len(taken) && taken[at]-r.Position <= leadDistance {
			continue
		}
		taken = slices.Insert(taken, at, r.Position)
		lead := newLead(r, f.dict)
		lead.Support = support(rows, r.Position) - 1
		f.leads++
		if lead.Support == 0 {
			f.alone++
		}
		f.keep(lead)
	}
}

// support counts the rows of a stretch, which are in order, around a position.
func support(rows []sumstats.Row, position int32) int64 {
	byPosition := func(r sumstats.Row, p int64) int { return cmp.Compare(int64(r.Position), p) }
	from, _ := slices.BinarySearchFunc(rows, int64(position)-leadDistance, byPosition)
	to, _ := slices.BinarySearchFunc(rows, int64(position)+leadDistance+1, byPosition)
	return int64(to - from)
}

func newLead(r *sumstats.Row, d *variant.Dict) Lead {
	l := Lead{
		Chromosome: int(r.Chromosome), Position: r.Position,
		EffectAllele: string(d.Append(nil, r.EA)), OtherAllele: string(d.Append(nil, r.OA)),
		Beta: Number(r.Beta), SE: Number(r.SE), EAF: Number(r.EAF), N: Number(r.N),
		P: string(sumstats.AppendP(nil, r.NegLog10P)), NegLog10P: Number(r.NegLog10P),
	}
	l.VariantID = strings.Join([]string{strconv.Itoa(l.Chromosome), strconv.Itoa(int(l.Position)), l.OtherAllele, l.EffectAllele}, "_")
	if r.RSID > 0 {
		l.RSID = "rs" + strconv.FormatUint(r.RSID, 10)
	}
	return l
}

// keep holds the strongest leads.
func (f *leadFinder) keep(l Lead) {
	f.best = append(f.best, l)
	if len(f.best) >= 2*maxLeads {
		f.trim()
	}
}

func (f *leadFinder) trim() {
	slices.SortFunc(f.best, func(a, b Lead) int {
		return cmp.Or(cmp.Compare(b.NegLog10P, a.NegLog10P), cmp.Compare(a.Chromosome, b.Chromosome),
			cmp.Compare(a.Position, b.Position))
	})
	f.best = f.best[:min(len(f.best), maxLeads)]
}

// result returns the leads, strongest first.
func (f *leadFinder) result() []Lead {
	f.flush()
	f.trim()
	if f.best == nil {
		f.best = []Lead{}
	}
	return f.best
}
