package qc

import (
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// tally watches the rows of the study on their way to the sorter, so that the
// later passes know the largest N and which optional columns hold anything.
type tally struct {
	src sumstats.RowReader

	rows     int64
	nMax     float64
	byChrom  [genome.MaxChromosome + 1]int64
	beyond37 int64 // past the end of the chromosome on GRCh37
	beyond38 int64
	has      struct{ rsid, eaf, n, cases, controls, nEff, info bool }
	sampling bool // for a panel
	samples  samples
	calls    calls
}

func newTally(o *Options, sampling bool) *tally {
	return &tally{nMax: math.NaN(), sampling: sampling, samples: newSamples(), calls: newCalls(&o.Limits)}
}

// ReadRows passes rows through.
func (t *tally) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := t.src.ReadRows(dst)
	t.rows += int64(n)
	for i := range dst[:n] {
		r := &dst[i]
		t.byChrom[r.Chromosome]++
		if r.Position > r.Chromosome.Length(genome.GRCh37) {
			t.beyond37++
		}
		if r.Position > r.Chromosome.Length(genome.GRCh38) {
			t.beyond38++
		}
		t.nMax = larger(t.nMax, r.N)
		t.has.rsid = t.has.rsid || r.RSID > 0
		t.has.eaf = t.has.eaf || !math.IsNaN(r.EAF)
		t.has.n = t.has.n || !math.IsNaN(r.N)
		t.has.cases = t.has.cases || !math.IsNaN(r.NCases)
		t.has.controls = t.has.controls || !math.IsNaN(r.NControls)
		t.has.nEff = t.has.nEff || !math.IsNaN(float64(r.NEff))
		t.has.info = t.has.info || !math.IsNaN(r.Info)
		if t.sampling {
			t.samples.add(r)
		}
	}
	return n, err
}

// move counts a row that got its place only now.
func (t *tally) move(r *sumstats.Row) {
	t.byChrom[genome.Unknown]--
	t.byChrom[r.Chromosome]++
}

// share returns the part of the rows that are within their chromosomes.
func (t *tally) share(beyond int64) float64 {
	if t.rows == 0 {
		return math.NaN()
	}
	return 1 - float64(beyond)/float64(t.rows)
}
