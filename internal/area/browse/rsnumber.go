package browse

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// Numbered is a table whose rows can be found by rs number.
type Numbered interface {
	Table
	// Stretches returns up to n stretches of the table in which a row has an rs number. It fails
	// for a result that was made before rs numbers were kept.
	Stretches(ctx context.Context, rs uint64, n int) ([]genome.Region, error)
}

// Numbers finds the positions of rs numbers in the results themselves.
type Numbers struct {
	Sources []Source
	Kept    Kept
}

var _ RSNumbers = Numbers{}

// mostStretches is how many places of a result are searched for an rs number: it has one, unless a
// file repeats it.
const mostStretches = 4

// Place implements RSNumbers. Results whose rows are kept are searched first, at once, then the others
// some at a time, until one has the number: it has one position on a genome build. Where none has it and some could not be searched, the error is
// errs.NotFound and names them.
func (n Numbers) Place(ctx context.Context, by *auth.Identity, rs uint64, build genome.Build) (_ []Variant, err error) {
	defer errs.Wrap(&err, "browse.Place(rs%d, %s)", rs, build)
	all := make([][]Result, len(n.Sources))
	for i, source := range n.Sources {
		if all[i], err = resultsOf(ctx, source, by, ""); err != nil {
			return nil, err
		}
		all[i], _ = onBuild(all[i], build, func(r Result) genome.Build { return r.Build })
	}
	kept, err := n.Kept.Numbered(ctx, keysOf(slices.Concat(all...)), rs)
	if err != nil {
		return nil, err
	}
	if found := variantsIn(slices.Concat(slices.Collect(maps.Values(kept))...), build); len(found) > 0 {
		return found, nil
	}
	without := 0
	for i, source := range n.Sources {
		rest := slices.DeleteFunc(all[i], func(r Result) bool { _, is := kept[r.RowsKey]; return is })
		for some := range slices.Chunk(rest, atOnce) {
			found, unasked, err := placeIn(ctx, by, source, some, rs)
			if err != nil || len(found) > 0 {
				return found, err
			}
			without += unasked
		}
	}
	if without > 0 {
		return nil, errs.New(errs.NotFound, "rs_number_unknown",
			"No result that could be asked has rs%d. %s made before rs numbers were kept: ask for chromosome:position, or run QC again.", rs, wasMade(without))
	}
	return nil, nil
}

func wasMade(n int) string {
	if n == 1 {
		return "1 result was"
	}
	return phrase.Counted(int64(n), "result", "results") + " were"
}

// placeIn searches some results in parallel, and counts those that have no index of numbers or
// cannot be read.
func placeIn(ctx context.Context, by *auth.Identity, source Source, results []Result, rs uint64) (found []Variant, unasked int, err error) {
	each := make([][]Variant, len(results))
	asked := make([]bool, len(results))
	err = eachOf(ctx, len(results), func(ctx context.Context, i int) error {
		opened, failed := source.Open(ctx, by, results[i].Ref.ID)
		if failed == nil {
			each[i], failed = numbered(ctx, opened.Table, results[i].Build, rs)
		}
		asked[i] = failed == nil // when not, another result may have it
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	for i := range results {
		if !asked[i] {
			unasked++
		}
		for _, v := range each[i] {
			if !slices.Contains(found, v) {
				found = append(found, v)
			}
		}
	}
	return found, unasked, nil
}

// numbered returns the variants of a table that have an rs number.
func numbered(ctx context.Context, rows Table, build genome.Build, rs uint64) ([]Variant, error) {
	table, ok := rows.(Numbered)
	if !ok {
		return nil, resultfile.ErrNoNumbers
	}
	stretches, err := table.Stretches(ctx, rs, mostStretches)
	if err != nil {
		return nil, err
	}
	var found []Row
	for _, stretch := range stretches {
		for row, err := range table.Rows(ctx, stretch) {
			if err != nil {
				return nil, err
			}
			if row.RSID == rs {
				found = append(found, row)
			}
		}
	}
	return variantsIn(found, build), nil
}

// variantsIn returns the positions of rows with an rs number, each once, in genome order.
func variantsIn(rows []Row, build genome.Build) (found []Variant) {
	for _, row := range rows {
		v := Variant{Build: build, Chromosome: row.Chromosome, Position: row.Position, RSID: row.RSID}
		if !slices.Contains(found, v) {
			found = append(found, v)
		}
	}
	slices.SortFunc(found, func(a, b Variant) int {
		return cmp.Or(cmp.Compare(a.Chromosome, b.Chromosome), cmp.Compare(a.Position, b.Position))
	})
	return found
}
