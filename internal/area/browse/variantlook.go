package browse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
)

// atOnce is how many results are read at a time.
const atOnce = 8

// look is the content of one result at a place.
type look struct {
	result        Result
	table         Table // nil when the rows are kept, or could not be read
	rows          []Row
	err           error  // why it could not be read
	left          string // why QC left the variant out, as a sentence; "" when it is not known to have
	excludedKnown bool   // whether the excluded rows are known
}

// Explainer is a Table that has the rows that were left out of it.
type Explainer interface {
	// LeftOut returns the rows left out at a position; resultfile.ErrNoLeftOut or errs.NotFound
	// where that is not kept.
	LeftOut(ctx context.Context, c genome.Chromosome, position int32) ([]resultfile.LeftOut, error)
}

// explained limits the results that are opened only to find out why they lack a variant.
const explained = 40

// explain finds out why results lack a variant, of those whose rows are kept the first.
func (s *Service) explain(ctx context.Context, by *auth.Identity, looks []look, v Variant) error {
	var lacking []*look
	opened := 0
	for i := range looks {
		l := &looks[i]
		if _, has := l.aligned(v); has || l.err != nil {
			continue
		}
		if l.table == nil {
			if opened == explained || l.result.Studies != nil { // a meta-analysis leaves no rows out
				continue
			}
			opened++
		}
		lacking = append(lacking, l)
	}
	return eachOf(ctx, len(lacking), func(ctx context.Context, i int) error {
		l := lacking[i]
		if l.table == nil {
			opened, err := s.Open(ctx, by, l.result.Ref)
			if err == nil {
				l.table = opened.Table
			}
			l.err = err
		}
		if l.err == nil {
			l.explain(ctx, v)
		}
		return nil
	})
}

func (l *look) explain(ctx context.Context, v Variant) {
	table, knows := l.table.(Explainer)
	if !knows {
		return
	}
	rows, err := table.LeftOut(ctx, v.Chromosome, v.Position)
	if errors.Is(err, resultfile.ErrNoLeftOut) || errs.Is(err, errs.NotFound) {
		return
	}
	l.excludedKnown, l.err = err == nil, err
	for _, row := range rows {
		if _, is := Align(Row{EffectAllele: row.EffectAllele, OtherAllele: row.OtherAllele}, v.EffectAllele, v.OtherAllele); is {
			l.left = row.Why
		}
	}
}

// lookUp reads the rows of results at the places of variants. A result that cannot be
// read hides no other; the context ends all.
func (s *Service) lookUp(ctx context.Context, by *auth.Identity, results []Result, wanted []Variant) ([]look, error) {
	kept, err := s.kept.Rows(ctx, keysOf(results), placesOf(wanted))
	if err != nil {
		return nil, err
	}
	looks := make([]look, len(results))
	err = eachOf(ctx, len(results), func(ctx context.Context, i int) error {
		l := &looks[i]
		l.result = results[i]
		if rows, is := kept[l.result.RowsKey]; is {
			l.rows = rows
			return nil
		}
		opened, err := s.Open(ctx, by, l.result.Ref)
		if err == nil {
			l.table = opened.Table
			l.rows, err = rowsAt(ctx, opened.Table, wanted)
		}
		l.err = err
		return nil
	})
	return looks, err
}

// eachOf calls f for each of n, some at a time, and stops when the context is done.
func eachOf(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(atOnce)
	for i := range n {
		group.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if err := f(ctx, i); err != nil {
				return err
			}
			return context.Cause(ctx)
		})
	}
	return group.Wait()
}

// wanted returns the variants that a text names on a genome build; errs.NotFound when it names
// none.
func (s *Service) wanted(ctx context.Context, by *auth.Identity, text string, build genome.Build) ([]Variant, error) {
	meanings, err := s.Resolve(ctx, by, text, build)
	if err != nil {
		return nil, err
	}
	var wanted []Variant
	for _, m := range meanings {
		if m.Kind == VariantMeaning {
			wanted = append(wanted, *m.Variant)
		}
	}
	if len(wanted) == 0 {
		return nil, errs.New(
			errs.NotFound,
			"no_variant",
			"“%s” is not a variant. Enter an rs number, or a variant such as 4:111710169 or 4:111710169:C:T.",
			errs.Shortened(text, 60),
		)
	}
	return wanted, nil
}

// placesOf returns the places of variants, each once.
func placesOf(wanted []Variant) (places []genome.Region) {
	for _, v := range wanted {
		place := genome.Region{Chromosome: v.Chromosome, Start: v.Position, End: v.Position}
		if !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places
}

// rowsAt returns the rows at the places of variants.
func rowsAt(ctx context.Context, table Table, wanted []Variant) ([]Row, error) {
	var rows []Row
	for _, place := range placesOf(wanted) {
		for row, err := range table.Rows(ctx, place) {
			if err != nil {
				return nil, err
			}
			if row.Position == place.Start { // an indel extends beyond its position
				rows = append(rows, row)
			}
		}
	}
	return rows, nil
}

// aligned returns the row of a variant, on its effect allele.
func (l *look) aligned(v Variant) (Row, bool) {
	for _, row := range l.rows {
		if row.Chromosome != v.Chromosome || row.Position != v.Position {
			continue
		}
		if row, ok := Align(row, v.EffectAllele, v.OtherAllele); ok {
			return row, true
		}
	}
	return Row{}, false
}

// why explains why a result does not have a variant.
func (l *look) why(v Variant) string {
	var known *errs.Error
	switch {
	case errors.As(l.err, &known) && known.Kind != errs.Internal:
		return known.Detail
	case l.err != nil:
		return "It could not be read just now."
	}
	if l.left != "" {
		return "QC left it out of this result. " + l.left
	}
	var others []string
	for _, row := range l.rows {
		if row.Chromosome != v.Chromosome || row.Position != v.Position {
			continue
		}
		text := row.OtherAllele + "/" + row.EffectAllele
		if otherStrand(row, v) {
			return fmt.Sprintf("Its alleles here are %s. It may be the same variant on the other strand.", text)
		}
		others = append(others, text)
	}
	if len(others) > 0 {
		return fmt.Sprintf("Its alleles here are others: %s.", strings.Join(others, ", "))
	}
	if l.result.Ref.Kind == MetaResult {
		return "The variant is not among its results: too few studies have it, or it did not pass the filters."
	}
	if l.excludedKnown {
		return "No row of its file that could be read has the variant."
	}
	return "The variant is not in the file, or was left out by QC."
}

var complement = strings.NewReplacer("A", "T", "C", "G", "G", "C", "T", "A")

// otherStrand reports whether a row has the complements of the alleles of a variant.
func otherStrand(row Row, v Variant) bool {
	turn := func(allele string) string { // read from the other end
		bases := []byte(complement.Replace(allele))
		slices.Reverse(bases)
		return string(bases)
	}
	_, ok := Align(Row{EffectAllele: turn(row.EffectAllele), OtherAllele: turn(row.OtherAllele)}, v.EffectAllele, v.OtherAllele)
	return ok
}

// foundIn lists the variants of results at the requested places, the one to answer first: of those
// with the requested alleles and rs number, the one in most results. It returns at least one, as
// requested.
func foundIn(looks []look, wanted []Variant, build genome.Build) []FoundVariant {
	byKey := map[string]*tally{}
	for i := range looks {
		for j := range looks[i].rows {
			row := &looks[i].rows[j]
			v := Variant{
				Build:        build,
				Chromosome:   row.Chromosome,
				Position:     row.Position,
				EffectAllele: row.EffectAllele,
				OtherAllele:  row.OtherAllele,
				RSID:         row.RSID,
			}
			t := byKey[key(v)]
			if t == nil {
				t = &tally{effect: map[string]int{}}
				byKey[key(v)] = t
			}
			t.add(v)
		}
	}
	var found []FoundVariant
	for _, t := range byKey {
		found = append(found, t.variant())
	}
	for i := range found {
		found[i].named(wanted)
	}
	slices.SortFunc(found, func(a, b FoundVariant) int {
		return cmp.Or(cmp.Compare(fit(b.Variant, wanted), fit(a.Variant, wanted)), cmp.Compare(b.Results, a.Results), cmp.Compare(a.ID(), b.ID()))
	})
	if len(found) == 0 || fit(found[0].Variant, wanted) < allelesFit && wanted[0].EffectAllele != "" {
		found = slices.Insert(found, 0, FoundVariant{Variant: wanted[0]})
	}
	return found
}

// How well a variant matches the request.
const (
	placeFits = iota
	numberFits
	allelesFit
)

func fit(v Variant, wanted []Variant) int {
	best := placeFits
	for _, w := range wanted {
		switch {
		case w.EffectAllele != "" && key(w) == key(v):
			return allelesFit
		case w.RSID != 0 && w.RSID == v.RSID && w.EffectAllele == "":
			best = numberFits
		}
	}
	return best
}

// named sets the requested effect allele.
func (f *FoundVariant) named(wanted []Variant) {
	for _, w := range wanted {
		if w.EffectAllele != "" && key(w) == key(f.Variant) {
			f.EffectAllele, f.OtherAllele = w.EffectAllele, w.OtherAllele
			if f.RSID == 0 {
				f.RSID = w.RSID
			}
			return
		}
	}
}

// key returns the same key for a variant whichever of its alleles is the effect allele.
func key(v Variant) string {
	if v.EffectAllele > v.OtherAllele {
		v.EffectAllele, v.OtherAllele = v.OtherAllele, v.EffectAllele
	}
	return v.ID()
}

// tally counts the results that have one variant.
type tally struct {
	first   Variant
	results int
	effect  map[string]int // results by effect allele
}

func (t *tally) add(v Variant) {
	if t.results == 0 {
		t.first = v
	}
	if v.RSID != 0 && (t.first.RSID == 0 || v.RSID < t.first.RSID) {
		t.first.RSID = v.RSID // of merged numbers the lower one stays
	}
	t.results++
	t.effect[v.EffectAllele]++
}

// variant returns the variant with the effect allele of most results.
func (t *tally) variant() FoundVariant {
	v := t.first
	a, b := min(v.EffectAllele, v.OtherAllele), max(v.EffectAllele, v.OtherAllele)
	if t.effect[a] > t.effect[b] {
		a, b = b, a
	}
	v.EffectAllele, v.OtherAllele = b, a
	return FoundVariant{v, t.results}
}
