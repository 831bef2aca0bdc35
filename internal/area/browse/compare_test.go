package browse

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/compare"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// books are a source whose results are kept in memory.
type books map[string]*kept

type kept struct {
	Result
	rows  []Row
	leads Leads
}

func (books) Kind() Kind { return MetaResult }

func (s books) Results(context.Context, *auth.Identity, string) ([]Result, error) { return nil, nil }

func (s books) Open(_ context.Context, _ *auth.Identity, id string) (*Opened, error) {
	k, ok := s[id]
	if !ok {
		return nil, errs.Missing("result")
	}
	return &Opened{k.Result, k}, nil
}

func (s books) Leads(_ context.Context, _ *auth.Identity, id string) (Leads, error) {
	return s[id].leads, nil
}

func (s books) Manhattan(context.Context, *auth.Identity, string) ([]byte, error) {
	return []byte("{}"), nil
}

func (k *kept) Rows(_ context.Context, at genome.Region) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for _, row := range k.rows {
			if at.Contains(row.Chromosome, row.Position) && !yield(row, nil) {
				return
			}
		}
	}
}

func row(c genome.Chromosome, position int32, effect, other string, beta, se, eaf, p float64) Row {
	return Row{Chromosome: c, Position: position, EffectAllele: effect, OtherAllele: other, Beta: beta, SE: se, EAF: eaf, NegLog10P: p, N: 1000}
}

// shelved makes a result of rows; those beyond genome-wide significance are its leads.
func shelved(title string, build genome.Build, scale sumstats.EffectScale, of []Ref, rows ...Row) *kept {
	k := &kept{Result: Result{Title: title, Build: build, Scale: scale}, rows: rows}
	for _, r := range rows {
		if r.NegLog10P > 7.3 {
			k.leads.Variants = append(k.leads.Variants, compare.Variant{Chromosome: r.Chromosome, Position: r.Position, EffectAllele: r.EffectAllele,
				OtherAllele: r.OtherAllele, Beta: r.Beta, SE: r.SE, NegLog10P: r.NegLog10P, EAF: r.EAF, N: r.N})
		}
	}
	k.leads.Total, k.leads.Of = int64(len(k.leads.Variants)), of
	return k
}

func twoResults() books {
	return books{
		"hf": shelved("HF", genome.GRCh37, sumstats.LogOdds, []Ref{{UploadResult, "a"}, {UploadResult, "b"}},
			row(1, 16_340_879, "T", "C", 0.10, 0.01, 0.3, 23),  // shared with 1:16,400,000
			row(2, 179_000_000, "G", "A", 0.20, 0.02, 0.4, 20), // exchanged alleles in the other
			row(3, 50_000_000, "A", "T", 0.30, 0.03, 0.45, 18), // strand unknown
			row(4, 111_000_000, "C", "T", 0.40, 0.04, 0.2, 17), // other alleles
			row(5, 1_000_000, "C", "T", 0.50, 0.05, 0.2, 16),   // absent
			row(6, 7_000_000, "A", "G", 0.05, 0.02, 0.2, 1)),   // no lead here, one in the other
		"dcm": shelved("DCM", genome.GRCh37, sumstats.LogOdds, []Ref{{UploadResult, "b"}},
			row(1, 16_340_879, "T", "C", 0.15, 0.02, 0.3, 12),
			row(1, 16_400_000, "T", "C", 0.16, 0.02, 0.3, 14),
			row(2, 179_000_000, "A", "G", 0.10, 0.04, 0.6, 2),
			row(3, 50_000_000, "A", "T", 0.30, 0.03, 0.2, 3),
			row(4, 111_000_000, "C", "A", 0.30, 0.03, 0.2, 3),
			row(6, 7_000_000, "G", "A", -0.20, 0.02, 0.8, 22)),
	}
}

func asked(up, down string, z bool) ComparisonQuery {
	return ComparisonQuery{Up: Ref{MetaResult, up}, Down: Ref{MetaResult, down}, Z: z}
}

func TestCompare(t *testing.T) {
	s := New(Config{Sources: []Source{twoResults()}, References: builtIn()})
	c, err := s.Compare(t.Context(), nil, asked("hf", "dcm", false))
	if err != nil {
		t.Fatal(err)
	}
	var points []compare.Point
	var missing []compare.Reason
	shared := 0
	for _, l := range c.Loci {
		if l.Shared() {
			shared++
		}
		if l.Point != nil {
			points = append(points, *l.Point)
		} else {
			missing = append(missing, l.Missing)
		}
	}
	want := []compare.Point{{X: 0.10, SX: 0.01, Y: 0.15, SY: 0.02}, {X: 0.20, SX: 0.02, Y: -0.10, SY: 0.04}, {X: -0.05, SX: 0.02, Y: -0.20, SY: 0.02}}
	if diff := cmp.Diff(want, points); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]compare.Reason{compare.Strand, compare.Alleles, compare.Absent}, missing); diff != "" {
		t.Error(diff)
	}
	if len(c.Loci) != 6 || shared != 1 || c.Line.N != 3 || c.Line.Opposite != 1 || c.NoLine != "" {
		t.Errorf("%d loci, %d shared, line %+v, %q", len(c.Loci), shared, c.Line, c.NoLine)
	}
	var sentences []string
	for _, u := range c.Unmatched {
		sentences = append(sentences, u.Sentence())
	}
	if diff := cmp.Diff([]string{
		"1 lead variant is not in the other result.", "1 lead variant has other alleles in the other result.",
		"1 lead variant is A/T or C/G, and its strand cannot be determined from frequencies.",
	}, sentences); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(
		[]string{"1 submission is in both results, so their effects are not independent: they agree better than those of two samples would."},
		c.Notes,
	); diff != "" {
		t.Error(diff)
	}
}

func TestCompareZ(t *testing.T) {
	results := twoResults()
	results["dcm"].Scale = sumstats.LinearUnits
	s := New(Config{Sources: []Source{results}, References: builtIn()})
	c, err := s.Compare(t.Context(), nil, asked("hf", "dcm", true))
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Loci[0].Point; p == nil || math.Abs(p.X-10) > 1e-12 || math.Abs(p.Y-7.5) > 1e-12 || p.SX != 1 || p.SY != 1 {
		t.Errorf("point %+v", p)
	}
}

func TestCompareExchanged(t *testing.T) {
	s := New(Config{Sources: []Source{twoResults()}, References: builtIn()})
	a, errA := s.Compare(t.Context(), nil, asked("hf", "dcm", false))
	b, errB := s.Compare(t.Context(), nil, asked("dcm", "hf", false))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if math.Abs(a.Line.Slope*b.Line.Slope-1) > 1e-9 || len(a.Loci) != len(b.Loci) {
		t.Errorf("slopes %g and %g of %d and %d loci", a.Line.Slope, b.Line.Slope, len(a.Loci), len(b.Loci))
	}
}

func TestCompareRefuses(t *testing.T) {
	results := twoResults()
	results["new"] = shelved("New build", genome.GRCh38, sumstats.LogOdds, nil)
	results["linear"] = shelved("Height", genome.GRCh37, sumstats.LinearUnits, nil)
	results["unknown"] = shelved("Unknown", genome.GRCh37, sumstats.ScaleUnknown, nil)
	results["unknown too"] = shelved("Unknown too", genome.GRCh37, sumstats.ScaleUnknown, nil)
	results["few"] = shelved("Few", genome.GRCh37, sumstats.LogOdds, nil)
	results["many"] = shelved("Many", genome.GRCh37, sumstats.LogOdds, nil)
	results["many"].leads.Total = 1212
	s := New(Config{Sources: []Source{results}, References: builtIn()})
	for _, c := range []struct{ up, down, code, sentence string }{
		{"hf", "hf", "same_result", "These are the same result twice. Choose another one to compare it with."},
		{"hf", "new", "builds_differ", "HF is on GRCh37 (hg19) and New build on GRCh38 (hg38). Results of two genome builds cannot be compared: their positions mean different places."},
		{"hf", "linear", "scales_differ", "The effects of HF are on log odds, those of Height on the units of the trait. Effects on two scales cannot be compared, Z against Z can."},
		{"unknown", "unknown too", "scales_differ", "It is not known on which scale the effects of Unknown are, so they cannot be compared. Z against Z can."},
		{"hf", "absent", "not_found", ""},
	} {
		_, err := s.Compare(t.Context(), nil, asked(c.up, c.down, false))
		var e *errs.Error
		if !errors.As(err, &e) || e.Code != c.code || c.sentence != "" && e.Detail != c.sentence {
			t.Errorf("%s and %s: %v", c.up, c.down, err)
		}
	}
	few, err := s.Compare(t.Context(), nil, asked("few", "many", false))
	if err != nil || few.NoLine != "A slope needs 3 independent lead variants that both results have; here it is 0." {
		t.Errorf("%+v, %v", few, err)
	}
	if !slices.Contains(few.Notes, "Many has 1,212 loci; the strongest 0 are compared.") {
		t.Errorf("notes %q", few.Notes)
	}
}
