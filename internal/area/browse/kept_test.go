package browse

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/segment"
	"cohortium/internal/platform/auth"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// keeper keeps the rows of results, by key, and counts how often it was asked.
type keeper struct {
	rows  map[string]held
	asked int
}

func answered[T any](k *keeper, keys []string, of func(rows held) T) map[string]T {
	out := map[string]T{}
	for _, key := range keys {
		if rows, is := k.rows[key]; is {
			k.asked++
			out[key] = of(rows)
		}
	}
	return out
}

func (k *keeper) Has(_ context.Context, keys []string) (map[string]bool, error) {
	return answered(k, keys, func(held) bool { return true }), nil
}

func (k *keeper) Rows(_ context.Context, keys []string, regions []genome.Region) (map[string][]Row, error) {
	return answered(k, keys, func(rows held) (out []Row) {
		for _, region := range regions {
			for _, row := range rows {
				if region.Contains(row.Chromosome, row.Position) {
					out = append(out, row)
				}
			}
		}
		return out
	}), nil
}

func (k *keeper) Best(_ context.Context, keys []string, region genome.Region) (map[string]segment.Best, error) {
	return answered(k, keys, func(rows held) (b segment.Best) {
		for _, row := range rows {
			if region.Contains(row.Chromosome, row.Position) && !math.IsNaN(row.NegLog10P) {
				if b.Variants++; b.Variants == 1 || row.NegLog10P > b.Row.NegLog10P {
					b.Row = row
				}
			}
		}
		return b
	}), nil
}

func (k *keeper) Numbered(_ context.Context, keys []string, rs uint64) (map[string][]Row, error) {
	return answered(k, keys, func(rows held) []Row {
		return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.RSID != rs })
	}), nil
}

// TestKeptRowsAnswerAsFiles draws results of which the rows of some are kept: pages of variants, rs
// numbers and genes are those of a server that keeps none, and rows that are kept of results that the
// caller may not see are in none.
func TestKeptRowsAnswerAsFiles(t *testing.T) {
	references := builtIn()
	rapid.Check(t, func(t *rapid.T) {
		files, metas := &shelf{kind: FileResult}, &shelf{kind: MetaResult}
		kept := &keeper{rows: map[string]held{"file/hidden": {at(place, "C", "T", 9, 9, 0.5, 99)}}}
		for n := range rapid.IntRange(1, 12).Draw(t, "results") {
			var rows held
			for position := int32(place - 1); position <= place+1; position++ {
				for range rapid.IntRange(0, 2).Draw(t, "rows") {
					alleles := rapid.SampledFrom([]string{"CT", "TC", "CG", "GA"}).Draw(t, "alleles")
					row := at(
						position,
						alleles[:1],
						alleles[1:],
						rapid.Float64Range(-1, 1).Draw(t, "beta"),
						0.1,
						0.3,
						float64(rapid.IntRange(0, 9).Draw(t, "p")),
					)
					row.RSID = uint64(position) - place + 5
					rows = append(rows, row)
				}
			}
			id, of, table := string(rune('a'+n)), files, Table(listed{rows})
			if rapid.IntRange(0, 3).Draw(t, "meta") == 0 {
				study := Result{Ref: Ref{UploadResult, "of " + id}, Title: "of " + id, RowsKey: "study/" + id}
				open := func(context.Context) (Table, error) { return rows, nil }
				of, table = metas, combined{listed{rows}, []Study{{Result: study, LambdaApplied: 1, Open: open}}, true}
			}
			of.put(id, genome.GRCh37, table)
			for _, key := range []string{string(of.kind) + "/" + id, "study/" + id} {
				if rapid.Bool().Draw(t, "kept") {
					kept.rows[key] = rows
				}
			}
		}
		sources := []Source{files, metas}
		with := New(Config{Sources: sources, RSNumbers: Numbers{Sources: sources, Kept: kept}, References: references, Kept: kept})
		without := New(Config{Sources: sources, RSNumbers: Numbers{Sources: sources, Kept: keepsNone{}}, References: references})
		same := func(what string, a, b any) {
			ignored := cmp.Options{cmpopts.EquateNaNs(), cmpopts.IgnoreFields(Result{}, "Studies"), cmp.AllowUnexported(Result{})}
			if diff := cmp.Diff(a, b, ignored); diff != "" {
				t.Fatalf("%s (-without +with):\n%s", what, diff)
			}
		}
		for _, text := range []string{"4:111710169", "4:111710169:C:T", "rs5", "rs6"} {
			q := VariantQuery{Text: text}
			a, failedA := without.Variant(context.Background(), nil, q)
			b, failedB := with.Variant(context.Background(), nil, q)
			if (failedA == nil) != (failedB == nil) {
				t.Fatalf("%s: %v, with kept rows %v", text, failedA, failedB)
			}
			same(text, a, b)
		}
		a, err := without.Gene(context.Background(), nil, GeneQuery{Text: "PITX2", Flank: MaxFlank})
		if err != nil {
			t.Fatal(err)
		}
		b, err := with.Gene(context.Background(), nil, GeneQuery{Text: "PITX2", Flank: MaxFlank})
		if err != nil {
			t.Fatal(err)
		}
		same("gene", a, b)
	})
}

// TestManyKeptResultsAreOnePage asks more results in one answer when their rows are kept, and opens
// no more than before.
func TestManyKeptResultsAreOnePage(t *testing.T) {
	files, kept := &shelf{kind: FileResult}, &keeper{rows: map[string]held{}}
	for i := range MaxKept + 3 {
		id := string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		rows := held{at(place, "C", "T", 0.1, 0.1, 0.1, 1)}
		files.put(id, genome.GRCh37, broken{})
		kept.rows["file/"+id] = rows
	}
	s := New(Config{Sources: []Source{files}, References: builtIn(), Kept: kept})
	page := variantOf(t, s, VariantQuery{Text: "4:111710169"})
	if page.Asked.To != MaxKept || len(page.Others) != MaxKept || len(page.Asked.Failures) > 0 {
		t.Errorf("asked %+v, %d have it", page.Asked, len(page.Others))
	}
	for i := range MaxResults + 1 { // of those whose rows are not kept, an answer opens MaxResults
		delete(kept.rows, files.results[i].RowsKey)
	}
	all, err := files.Results(t.Context(), new(auth.Identity), "")
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.reach(t.Context(), listingOf(all, genome.GRCh37, false).Items)
	opened := 0
	for _, r := range listingOf(all, genome.GRCh37, false).Items[:n] {
		if kept.rows[r.RowsKey] == nil {
			opened++
		}
	}
	if err != nil || opened > MaxResults {
		t.Errorf("an answer opens %d results, %v", opened, err)
	}
}
