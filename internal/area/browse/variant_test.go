package browse

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"

	"pgregory.net/rapid"
)

// shelf is a source of results in memory.
type shelf struct {
	kind    Kind
	results []Result
	tables  map[string]Table
}

func (s *shelf) Kind() Kind { return s.kind }

func (s *shelf) Results(context.Context, *auth.Identity, string) ([]Result, error) {
	return slices.Clone(s.results), nil
}

func (s *shelf) Open(_ context.Context, _ *auth.Identity, id string) (*Opened, error) {
	for _, r := range s.results {
		if r.Ref.ID == id {
			return &Opened{Result: r, Table: s.tables[id]}, nil
		}
	}
	return nil, errs.Missing("result")
}

func (s *shelf) put(id string, build genome.Build, t Table) {
	r := Result{Ref: Ref{s.kind, id}, Title: id, Build: build, Scale: sumstats.LogOdds, RowsKey: string(s.kind) + "/" + id}
	if c, is := t.(combined); is {
		r.Studies = c.Studies
	}
	s.results = append(s.results, r)
	if s.tables == nil {
		s.tables = map[string]Table{}
	}
	s.tables[id] = t
}

// held is a table in memory.
type held []Row

func (t held) Rows(_ context.Context, r genome.Region) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for _, row := range t {
			if r.Contains(row.Chromosome, row.Position) && !yield(row, nil) {
				return
			}
		}
	}
}

// listed is a table whose rs numbers can be found; all stretches are whole chromosomes.
type listed struct{ held }

func (t listed) Stretches(_ context.Context, rs uint64, n int) ([]genome.Region, error) {
	for _, row := range t.held {
		if row.RSID == rs {
			return []genome.Region{{Chromosome: row.Chromosome, Start: 1, End: math.MaxInt32}}, nil
		}
	}
	return nil, nil
}

// broken is a table that cannot be read.
type broken struct{}

var errBroken = errors.New("the disk is gone")

func (broken) Rows(context.Context, genome.Region) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) { yield(Row{}, errBroken) }
}

// combined is a table of a meta-analysis.
type combined struct {
	listed
	studies []Study
	inverse bool
}

func (c combined) Studies(context.Context) ([]Study, bool, error) {
	return c.studies, c.inverse, nil
}

func at(position int32, other, effect string, beta, se, eaf, p float64) Row {
	nan := math.NaN()
	return Row{
		Chromosome:   4,
		Position:     position,
		EffectAllele: effect,
		OtherAllele:  other,
		Beta:         beta,
		SE:           se,
		EAF:          eaf,
		NegLog10P:    p,
		N:            nan,
		NStudies:     nan,
		I2:           nan,
		HetP:         nan,
	}
}

// place is a position next to PITX2 on GRCh37.
const place = 111_710_169

// builtIn returns the reference data of a server on which none is installed.
func builtIn() References { return Installed(reference.Open("no such folder", time.Now).Registry) }

func service(sources ...Source) *Service {
	return New(Config{Sources: sources, RSNumbers: Numbers{Sources: sources, Kept: keepsNone{}}, References: builtIn()})
}

func variantOf(t testing.TB, s *Service, q VariantQuery) *VariantPage {
	t.Helper()
	page, err := s.Variant(t.Context(), nil, q)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func titles[T any](all []T, of func(T) Result) string {
	var names []string
	for _, x := range all {
		names = append(names, of(x).Title)
	}
	return strings.Join(names, " ")
}

func effectResult(e Effect) Result { return e.Result }
func absentResult(a Absent) Result { return a.Result }

func TestVariantReportsOneAllele(t *testing.T) {
	files := &shelf{kind: FileResult}
	files.put("same", genome.GRCh37, held{at(place, "C", "T", 0.2, 0.02, 0.11, 20)})
	files.put("turned", genome.GRCh37, held{at(place, "T", "C", -0.3, 0.04, 0.9, 12)})
	files.put("more", genome.GRCh37, held{at(place, "C", "T", 0.1, 0.05, 0.2, 2)})
	files.put("strand", genome.GRCh37, held{at(place, "G", "A", 0.2, 0.02, 0.1, 9)})
	files.put("other", genome.GRCh37, held{at(place, "C", "G", 0.2, 0.02, 0.1, 9)})
	files.put("lacks", genome.GRCh37, held{at(place+1, "C", "T", 0.2, 0.02, 0.1, 9)})
	files.put("gone", genome.GRCh37, broken{})
	files.put("new", genome.GRCh38, held{at(place, "C", "T", 0.2, 0.02, 0.1, 9)})
	s := service(files)
	page := variantOf(t, s, VariantQuery{Text: "4:111710169", Build: genome.GRCh37})
	if got := page.Variant.ID(); got != "4:111710169:C:T" {
		t.Errorf("told of %s", got)
	}
	if got := titles(page.Others, effectResult); got != "same turned more" {
		t.Errorf("the order of effects is %s", got)
	}
	if e := page.Others[1].Row; e.Beta != 0.3 || e.EAF != 0.1 || e.EffectAllele != "T" || e.OtherAllele != "C" || e.SE != 0.04 {
		t.Errorf("turned: %+v", e)
	}
	why := map[string]string{}
	for _, a := range page.Absent {
		why[a.Result.Title] = a.Why
	}
	for name, part := range map[string]string{"strand": "other strand", "other": "others: C/G", "lacks": "not in the file", "gone": "could not be read"} {
		if !strings.Contains(why[name], part) {
			t.Errorf("%s is absent because %q", name, why[name])
		}
	}
	if len(page.Absent) != 4 || len(page.Asked.Failures) != 1 || page.Asked.Total != 7 || len(page.Asked.OtherBuilds) != 1 {
		t.Errorf("absent %s, asked %+v", titles(page.Absent, absentResult), page.Asked)
	}
	if len(page.Found) != 3 || page.Found[0].Results != 3 {
		t.Errorf("variants at the place: %+v", page.Found)
	}

	other := variantOf(t, s, VariantQuery{Text: "4:111710169", Build: genome.GRCh37, EffectAllele: "c"})
	if e := other.Others[0].Row; e.Beta != -0.2 || e.EAF != 0.89 || other.Variant.ID() != "4:111710169:T:C" {
		t.Errorf("of the other allele: %+v", e)
	}
	if _, err := s.Variant(t.Context(), nil, VariantQuery{Text: "4:111710169", Build: genome.GRCh37, EffectAllele: "G"}); !errs.Is(err, errs.Rule) {
		t.Errorf("an allele that it does not have: %v", err)
	}
	asked := variantOf(t, s, VariantQuery{Text: "4:111710169:G:C", Build: genome.GRCh37})
	if got := asked.Variant.ID(); got != "4:111710169:G:C" || titles(asked.Others, effectResult) != "other" || asked.Others[0].Row.Beta != -0.2 {
		t.Errorf("asked for the rarer variant, told of %s: %+v", got, asked.Others)
	}
	none := variantOf(t, s, VariantQuery{Text: "4:111710169:A:AT", Build: genome.GRCh37})
	if got := none.Variant.ID(); got != "4:111710169:A:AT" || len(none.Others) != 0 || len(none.Found) != 4 {
		t.Errorf("a variant that no result has: %s, %+v", got, none.Found)
	}
}

func TestVariantSurroundings(t *testing.T) {
	files := &shelf{kind: FileResult}
	files.put("a", genome.GRCh37, held{at(place, "A", "T", 0.2, 0.02, 0.11, 20)})
	page := variantOf(t, service(files), VariantQuery{Text: "4:111710169"})
	// PITX2 ends at 111,563,279 of GRCh37 (Ensembl 75), 146,890 bases before the position.
	near := slices.IndexFunc(page.Genes, func(g GeneNear) bool { return g.Symbol == "PITX2" })
	if near < 0 || page.Genes[near].Distance != 146_890 {
		t.Errorf("genes %+v", page.Genes)
	}
	// rs2200733 is at 4:110,789,013 of GRCh38 (dbSNP).
	if e := page.Elsewhere; e.Build != genome.GRCh38 || e.Chromosome != 4 || e.Position != 110_789_013 || e.Reverse || e.Missing != "" {
		t.Errorf("elsewhere %+v", e)
	}
	if !page.Palindromic {
		t.Error("A and T read the same on both strands")
	}
}

// TestVariantByNumber: the place of a number is searched in sources that have it.
func TestVariantByNumber(t *testing.T) {
	named := at(place, "C", "T", 0.2, 0.02, 0.11, 20)
	named.RSID = 2200733
	two := at(place, "C", "G", 0.1, 0.02, 0.11, 3)
	files := &shelf{kind: FileResult}
	files.put("old", genome.GRCh37, held{at(place, "C", "T", 0.1, 0.02, 0.11, 3), two})
	files.put("old 2", genome.GRCh37, held{two})
	s := service(files)
	_, err := s.Variant(t.Context(), nil, VariantQuery{Text: "rs2200733", Build: genome.GRCh37})
	if !errs.Is(err, errs.NotFound) || !strings.Contains(err.Error(), "2 results were made before") {
		t.Errorf("nobody knows the number: %v", err)
	}
	files.put("new", genome.GRCh37, listed{held{named}})
	page := variantOf(t, s, VariantQuery{Text: "RS2200733", Build: genome.GRCh37})
	if page.Variant.ID() != "4:111710169:C:T" || page.Variant.RSID != 2200733 || titles(page.Others, effectResult) != "new old" || len(page.Found) != 2 {
		t.Errorf("by its number: %+v of %+v", page.Variant, page.Found)
	}
	if _, err := s.Variant(t.Context(), nil, VariantQuery{Text: "PITX2", Build: genome.GRCh37}); !errs.Is(err, errs.NotFound) {
		t.Errorf("a gene is a variant: %v", err)
	}
}

// TestCombination uses the vector of CONV-8: three studies of which the estimate, Q and
// I² are known.
func TestCombination(t *testing.T) {
	study := func(name string, lambda float64, rows ...Row) Study {
		return Study{Result: Result{Ref: Ref{UploadResult, name}, Title: name}, LambdaApplied: lambda,
			Open: func(context.Context) (Table, error) { return held(rows), nil }}
	}
	whole := at(place, "C", "T", 0.09091413, 0.01578947, 0.11, 8.069716)
	whole.NStudies = 3
	metas := &shelf{kind: MetaResult}
	metas.put("all", genome.GRCh37, combined{listed{held{whole}}, []Study{
		study("b", 1, at(place, "T", "C", -0.06, 0.03, 0.9, 1)), study("lacks", 1),
		study("a", 4, at(place, "C", "T", 0.10, 0.01, 0.1, 20)), study("c", 1, at(place, "C", "T", 0.12, 0.05, 0.1, 1)),
	}, true})
	metas.put("by size", genome.GRCh37, combined{listed{held{whole}}, []Study{study("a", 1, at(place, "C", "T", 0.1, 0.02, 0.1, 6))}, false})
	uploads := &shelf{kind: UploadResult}
	uploads.put("a", genome.GRCh37, held{at(place, "C", "T", 0.10, 0.01, 0.1, 20)})
	uploads.put("alone", genome.GRCh37, held{at(place, "C", "T", 0.3, 0.1, 0.1, 2)})
	page := variantOf(t, service(metas, uploads), VariantQuery{Text: "4:111710169:C:T", Build: genome.GRCh37})
	if got := titles(page.Others, effectResult); got != "alone" {
		t.Errorf("results beside the studies: %s", got)
	}
	if len(page.Combined) != 2 {
		t.Fatalf("%d combinations", len(page.Combined))
	}
	c := page.Combined[0]
	// Weights are 2500, 1111.1 and 400 of 4011.1.
	want := []struct {
		name        string
		beta, se, p float64
		weight      float64
		why         string
	}{ // λ of a is 4: P 1e-20 has z = 9.33604, and half of it P 10^-5.51697
		{"a", 0.10, 0.02, 5.51697, 0.623269, ""}, {"b", 0.06, 0.03, 1, 0.277008, ""}, {"c", 0.12, 0.05, 1, 0.099723, ""},
		{name: "lacks", weight: math.NaN(), why: "not in the file"},
	}
	for i, w := range want {
		e := c.Studies[i]
		if e.Result.Title != w.name || math.Abs(e.Row.Beta-w.beta) > 1e-12 || math.Abs(e.Row.SE-w.se) > 1e-12 || math.Abs(e.Row.NegLog10P-w.p) > 1e-4 ||
			math.Abs(e.Weight-w.weight) > 1e-6 ||
			!strings.Contains(e.Why, w.why) {
			t.Errorf("study %d: %+v, want %+v", i, e, w)
		}
	}
	if f := c.Fixed; f == nil || math.Abs(f.Beta-0.09091413) > 1e-8 || math.Abs(f.SE-0.01578947) > 1e-8 || math.Abs(f.NegLog10P-8.069716) > 1e-6 ||
		*c.Random != *f {
		t.Errorf("fixed %+v", f)
	}
	if s := page.Combined[1]; s.Fixed != nil || !math.IsNaN(s.Studies[0].Weight) {
		t.Errorf("weights of a combination by sample size: %+v", s)
	}
}

// TestSwappingTheAllele: with the other allele, every effect changes its sign, every frequency is
// that of the other allele, and nothing else changes; twice restores everything.
func TestSwappingTheAllele(t *testing.T) {
	alleles := rapid.SampledFrom([]string{"A", "C", "G", "T", "AT", "CCG"})
	rapid.Check(t, func(t *rapid.T) {
		a := alleles.Draw(t, "a")
		b := alleles.Filter(func(x string) bool { return x != a }).Draw(t, "b")
		row := at(place, a, b, rapid.Float64Range(-5, 5).Draw(t, "beta"), 0.1, float64(rapid.IntRange(0, 1000).Draw(t, "eaf"))/1000, 3)
		same, ok := Align(row, b, a)
		if !ok || same.Beta != row.Beta || same.EAF != row.EAF {
			t.Fatalf("as it is: %+v", same)
		}
		turned, ok := Align(row, a, b)
		if !ok || turned.Beta != -row.Beta || math.Abs(turned.EAF+row.EAF-1) > 1e-12 || turned.SE != row.SE || turned.NegLog10P != row.NegLog10P {
			t.Fatalf("turned: %+v of %+v", turned, row)
		}
		if back, ok := Align(turned, b, a); !ok || back.Beta != row.Beta || math.Abs(back.EAF-row.EAF) > 1e-12 {
			t.Fatalf("turned twice: %+v of %+v", back, row)
		}
		if _, ok := Align(row, a+"A", b); ok {
			t.Fatal("other alleles were aligned")
		}
	})
}

// TestOrderOfResultsDoesNotMatter shuffles the results behind an answer.
func TestOrderOfResultsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []Row
		for i := range rapid.IntRange(1, 12).Draw(t, "results") {
			pair := rapid.SampledFrom([][2]string{{"C", "T"}, {"T", "C"}, {"C", "G"}, {"A", "AT"}}).Draw(t, "alleles")
			rows = append(rows, at(place, pair[0], pair[1], float64(i), 1, 0.3, float64(rapid.IntRange(0, 3).Draw(t, "p"))))
		}
		answer := func(order []int) (string, string) {
			files := &shelf{kind: FileResult}
			for _, i := range order {
				files.put(string(rune('a'+i)), genome.GRCh37, held{rows[i]})
			}
			page, err := service(files).Variant(context.Background(), nil, VariantQuery{Text: "4:111710169", Build: genome.GRCh37})
			if err != nil {
				t.Fatal(err)
			}
			return page.Variant.ID(), titles(page.Others, effectResult) + " | " + titles(page.Absent, absentResult)
		}
		order := make([]int, len(rows))
		for i := range order {
			order[i] = i
		}
		id, text := answer(order)
		shuffled := rapid.Permutation(order).Draw(t, "order")
		if id2, text2 := answer(shuffled); id2 != id || text2 != text {
			t.Fatalf("%s %s became %s %s", id, text, id2, text2)
		}
	})
}

func TestManyResultsArePaged(t *testing.T) {
	files := &shelf{kind: FileResult}
	for i := range MaxResults + 3 {
		files.put(string(rune('a'+i%26))+strings.Repeat("x", i/26), genome.GRCh37, held{at(place, "C", "T", 0.1, 0.1, 0.1, 1)})
	}
	s := service(files)
	first := variantOf(t, s, VariantQuery{Text: "4:111710169"})
	rest := variantOf(t, s, VariantQuery{Text: "4:111710169", From: first.Asked.To})
	if first.Asked.To != MaxResults || len(first.Others) != MaxResults || len(rest.Others) != 3 || rest.Asked.To != MaxResults+3 {
		t.Errorf("%d of the first page, %d of the rest; asked %+v, %+v", len(first.Others), len(rest.Others), first.Asked, rest.Asked)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Variant(stopped, nil, VariantQuery{Text: "4:111710169"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that was given up: %v", err)
	}
}
