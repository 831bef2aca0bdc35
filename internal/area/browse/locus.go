package browse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/platform/phrase"
)

// errCrowded reports that a locus has more rows than the limit.
var errCrowded = errors.New("too many rows around the lead variant")

// surroundings are the rows of a result in a region and, as far as they were read, on
// either side of it.
type surroundings struct {
	of     *Opened
	span   genome.Region // region that was read
	rows   []Row         // by position
	before int           // rows in front of those of the region
	most   int           // limit of rows to read
}

// locusRows are the rows that a lead variant represents.
type locusRows struct {
	rows []Row // by position
	from int   // index of the first among the surroundings
	lead int   // index among rows
}

// reach reads the rows between from and to that were not read so far.
func (s *surroundings) reach(ctx context.Context, from, to int32) error {
	if from = max(from, 1); from < s.span.Start {
		rows, err := s.read(ctx, from, s.span.Start-1)
		if err != nil {
			return err
		}
		s.before += len(rows)
		s.rows, s.span.Start = append(rows, s.rows...), from
	}
	if to > s.span.End {
		rows, err := s.read(ctx, s.span.End+1, to)
		if err != nil {
			return err
		}
		s.rows, s.span.End = append(s.rows, rows...), to
	}
	return nil
}

func (s *surroundings) read(ctx context.Context, from, to int32) (rows []Row, err error) {
	for row, err := range s.of.Rows(ctx, genome.Region{Chromosome: s.span.Chromosome, Start: from, End: to}) {
		if err != nil {
			return nil, err
		}
		if len(s.rows)+len(rows) == s.most {
			return nil, errCrowded
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// at returns the index of the first row at a position or beyond.
func (s *surroundings) at(position int64) int {
	i, _ := slices.BinarySearchFunc(s.rows, position, func(r Row, p int64) int { return cmp.Compare(int64(r.Position), p) })
	return i
}

// locusOf finds the lead that represents a variant by the rule of package locus, and the rows of
// that lead. Only variants as strong as v can lead it or decide which of them leads, so rows are
// read outward until no such variant is within reach.
func (s *surroundings) locusOf(ctx context.Context, v Row) (*locusRows, error) {
	first, last := v.Position, v.Position
	for {
		if err := s.reach(ctx, first-locus.Window, last+locus.Window); err != nil {
			return nil, err
		}
		from, to := first, last
		for i := s.at(int64(from) - locus.Window); i < s.at(int64(to)+locus.Window+1); i++ {
			if s.rows[i].NegLog10P >= v.NegLog10P {
				first, last = min(first, s.rows[i].Position), max(last, s.rows[i].Position)
			}
		}
		if from == first && to == last {
			break
		}
	}
	finder := locus.NewFinder[int](math.Nextafter(v.NegLog10P, 0))
	for i := s.at(int64(first)); i < s.at(int64(last)+1); i++ {
		finder.Add(s.rows[i].Chromosome, s.rows[i].Position, s.rows[i].NegLog10P, i)
	}
	for _, found := range finder.Leads() { // the strongest first
		at := s.rows[found.Variant].Position
		if max(at-v.Position, v.Position-at) > locus.Window {
			continue
		}
		from, to := s.at(int64(at)-locus.Window), s.at(int64(at)+locus.Window+1)
		return &locusRows{s.rows[from:to], from, found.Variant - from}, nil
	}
	return nil, fmt.Errorf("no lead speaks for %s", v.ID())
}

// weighLocus finds the credible set of the locus of the strongest variant in view. The set is that
// of the whole locus, whatever part of it is in view.
func (t *Track) weighLocus(ctx context.Context, o *Opened, span genome.Region) error {
	switch {
	case t.Lead < 0:
		t.Credible.Missing = "No variant of this region was measured."
		return nil
	case !(t.Points[t.Lead].NegLog10P > plot.GenomeWide):
		t.Credible.Missing = "No variant in this region has P < 5e-8, so there is no signal to compute a credible set for."
		return nil
	}
	s := surroundings{of: o, span: span, rows: slices.Clone(t.Points), most: len(t.Points) + maxRows}
	l, err := s.locusOf(ctx, t.Points[t.Lead])
	if errors.Is(err, errCrowded) {
		t.Credible.Missing = "More than " + phrase.Thousands(maxRows) + " variants surround the lead variant, so they were not weighed."
		return nil
	}
	if err != nil {
		return err
	}
	set := weigh(o.Scale, l.rows, l.lead)
	t.Credible = set.Credible
	if set.pip == nil {
		return nil
	}
	if lead := &l.rows[l.lead]; !span.Contains(lead.Chromosome, lead.Position) {
		t.Credible.Assumption += " The lead variant, " + cmp.Or(lead.RS(), lead.ID()) + ", is outside this region."
	}
	t.PIP, t.InSet = make([]float64, len(t.Points)), make([]bool, len(t.Points))
	for i := range t.Points {
		t.PIP[i] = math.NaN()
		if at := s.before + i - l.from; at >= 0 && at < len(l.rows) {
			t.PIP[i], t.InSet[i] = set.pip[at], set.in[at]
		}
	}
	return nil
}
