package app

import (
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
)

// sampledRows hands on the rows of a study and samples its variants on the way.
type sampledRows struct {
	sumstats.RowReader
	sample *sketch.Sketch
	key    meta.Key
}

// ReadRows implements sumstats.RowReader.
func (s sampledRows) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := s.RowReader.ReadRows(dst)
	for i := range dst[:n] {
		r := &dst[i]
		place := r.RSID
		if s.key != meta.ByRSID {
			place = sketch.Place(r.Chromosome, r.Position)
		}
		if place != 0 {
			s.sample.Add(place, r.EA, r.OA)
		}
	}
	return n, err
}

// sayApart names the files that share few variants with the others. The files are
// read once, while they are combined, so it is said with the result.
func (j *metaJob) sayApart() {
	names, samples := make([]string, len(j.inputs)), make([]*sketch.Sketch, len(j.inputs))
	for i, in := range j.inputs {
		names[i], samples[i] = in.name, in.sample
	}
	for _, g := range sketch.Apart(samples) {
		j.bar.say("%s %s", g.Sentence(names), sketch.Why)
	}
}
