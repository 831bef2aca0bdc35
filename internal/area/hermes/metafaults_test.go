package hermes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
)

// Every option of a meta-analysis reaches the computation, in each scheme.
func TestRequestedResultsAreComputed(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		for _, options := range []hermes.MetaOptions{
			{Scheme: "ivw", MinStudies: 1, MAF: 0.06, Info: 0.3, Palindromic: "keep"},
			{Scheme: "random", MinStudies: 2, MAF: 0.02, Info: 0.7, Palindromic: "drop", GenomicControl: true, OutputGenomicControl: true},
			{Scheme: "random", MinStudies: 2, Palindromic: "frequency", RandomModel: meta.RandomModel{Tau2: meta.REML, Interval: meta.HartungKnapp}},
			{Scheme: "samplesize", MinStudies: 2, Palindromic: "frequency", Overlaps: []hermes.MetaOverlap{{A: one, B: two, Correlation: 0.25}},
				XCoding: map[string]meta.XCoding{two: meta.XMales02}},
		} {
			m, err := b.CreateMeta(
				t.Context(),
				b.reviewer,
				hermes.NewMeta{Name: options.Scheme, Phenotype: "ALL_HF", Datasets: []string{one, two}, Options: options},
			)
			must(t, err)
			must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
			files := byName(b.contents(t, "hermes/ma/"+m.ID+"/"))
			var s meta.Summary
			must(t, json.Unmarshal([]byte(files["summary.json"]), &s))
			got, want := s.Settings, meta.DefaultOptions()
			want.Scheme, want.MinStudies, want.MAF, want.Info = meta.Scheme(options.Scheme), options.MinStudies, options.MAF, options.Info
			want.Palindromic = meta.Palindromic(options.Palindromic)
			want.GenomicControl, want.OutputGenomicControl = options.GenomicControl, options.OutputGenomicControl
			if len(options.Overlaps) > 0 {
				want.Overlaps = []meta.Overlap{{A: "One", B: "Two", Correlation: 0.25}}
				want.XCoding = map[string]meta.XCoding{"Two": meta.XMales02}
			}
			want.RandomModel = options.RandomModel
			same := got.Scheme == want.Scheme && got.MinStudies == want.MinStudies && got.MAF == want.MAF && got.Info == want.Info &&
				got.Palindromic == want.Palindromic && got.GenomicControl == want.GenomicControl
			if !same || got.OutputGenomicControl != want.OutputGenomicControl || got.RandomModel != want.RandomModel ||
				!cmp.Equal(got.Overlaps, want.Overlaps) || !cmp.Equal(got.XCoding, want.XCoding) {
				t.Errorf("asked for %+v, computed with %+v", options, got)
			}
			figuresShowTheResult(t, files, &s)
		}
	})
}

// figuresShowTheResult checks that figures and numbers belong to the rows of the same result, with
// the line at 5e-8 and, in the QQ figure, λ and the confidence band under the null.
func figuresShowTheResult(t *testing.T, files map[string]string, s *meta.Summary) {
	t.Helper()
	var manhattan struct {
		N          int64
		GenomeWide float64 `json:"genome_wide"`
	}
	must(t, json.Unmarshal([]byte(files["manhattan.json"]), &manhattan))
	if manhattan.N != s.NVariants || s.NVariants == 0 || fmt.Sprintf("%.5f", manhattan.GenomeWide) != "7.30103" {
		t.Errorf("Manhattan of %d variants with a line at %v; the result has %d", manhattan.N, manhattan.GenomeWide, s.NVariants)
	}
	var qq struct {
		N      int64
		Lambda *float64 `json:"lambda_gc"`
		Band   struct{ Expected, Lower, Upper []float64 }
	}
	must(t, json.Unmarshal([]byte(files["qq.json"]), &qq))
	if qq.N != s.NVariants || qq.Lambda == nil || len(qq.Band.Expected) == 0 || len(qq.Band.Lower) != len(qq.Band.Expected) ||
		len(qq.Band.Upper) != len(qq.Band.Expected) {
		t.Errorf("QQ of %d variants, λ %v, band of %d", qq.N, qq.Lambda, len(qq.Band.Expected))
	}
}

// Creating a meta-analysis copies and removes no files, whatever the name of a submission. A worker
// computes it from the frozen run, and ignores other files next to it.
func TestStartingAMetaAnalysisTouchesNoFile(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "variants", 1), b.approve(t, "ma", 2)
		before := b.contents(t, "hermes/")
		m, err := b.combine(t, "uploads", one, two)
		must(t, err)
		if diff := cmp.Diff(before, b.contents(t, "hermes/")); diff != "" || m.Status != hermes.MetaSubmitted {
			t.Fatalf("%s; files changed:\n%.500s", m.Status, diff)
		}
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		want := b.result(t, m.ID)

		// A later run of one submission, and unrelated files next to those of the run.
		_, err = b.rerun(t, two, hermes.PanelNone)
		must(t, err)
		stray, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		for key, content := range b.contents(t, "hermes/uploads/"+one+"/") {
			_, _, err := b.blobs.Put(t.Context(), key+".old", strings.NewReader(content))
			must(t, err)
		}
		_, err = b.Review(t.Context(), b.reviewer, two, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		again, err := b.combine(t, "uploads again", stray.Inputs[0].UploadID, stray.Inputs[1].UploadID)
		must(t, err)
		must(t, b.RunJob(t.Context(), again.JobID, b.claim(t, again.JobID)))
		if b.result(t, again.ID) != want {
			t.Error("files beside those of the runs changed the result")
		}
		after := b.contents(t, "hermes/")
		for key := range before {
			if _, there := after[key]; !there {
				t.Errorf("%s is gone", key)
			}
		}
	})
}

// Commas or tabs give the same rows, and the result depends on the data, not on the database or the
// machine.
func TestTheSameDataGivesTheSameResultEverywhere(t *testing.T) {
	var mu sync.Mutex
	results := map[string]string{}
	t.Run("at", func(t *testing.T) {
		onEach(t, func(t *testing.T, b *bench) {
			for _, separator := range []string{"\t", ","} {
				b.change = func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\t"), []byte(separator)) }
				one, two := b.approve(t, "One"+separator, 1), b.approve(t, "Two"+separator, 2)
				m, err := b.combine(t, "Both", one, two)
				must(t, err)
				must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
				mu.Lock()
				results[fmt.Sprintf("%s %q", t.Name(), separator)] = b.result(t, m.ID)
				mu.Unlock()
			}
		})
	})
	t.Cleanup(func() {
		different := map[string]bool{}
		for r := range maps.Values(results) {
			different[r] = true
		}
		if len(results) != 4 || len(different) != 1 {
			t.Errorf("%d runs gave %d results", len(results), len(different))
		}
	})
}

// Forty submissions, whose names have commas and more, are listed each by its name.
func TestManyDataSetsOfAnyName(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one := b.approve(t, "One", 1)
		m := &hermes.Meta{ID: "many", Name: "Many, of all", Phenotype: "ALL_HF", Status: hermes.MetaSubmitted, Options: hermes.MetaOptions{Scheme: "ivw"},
			JobID: "none", CreatedBy: "reviewer", CreatorID: "reviewer", CreatedAt: b.now()}
		for i := range 40 {
			name := fmt.Sprintf("Cohort %d, both sexes; “all”, %s", i, strings.Repeat("long ", 10))
			m.Inputs = append(m.Inputs, hermes.MetaInput{UploadID: one, RunID: "r", DatasetName: name, Cohort: name, Ancestry: "EU", NTotal: 1})
		}
		must(t, b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error { return tx.CreateMeta(t.Context(), m) }))
		page, err := b.Metas(t.Context(), b.reviewer, hermes.MetaFilter{Sort: "-created_at", Limit: 10})
		must(t, err)
		if diff := cmp.Diff(m.Inputs, page.Items[0].Inputs); diff != "" {
			t.Errorf("listed (-want +got):\n%s", diff)
		}
	})
}

// A phenotype that the consortium defined itself is combined like any other.
func TestAPhenotypeOfTheirOwnIsCombined(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		_, err := b.CreatePhenotype(t.Context(), b.reviewer, hermes.PhenotypeInput{Code: "OUR_OWN", Description: "Nobody else's", Dichotomous: true})
		must(t, err)
		var ids []string
		for i, name := range []string{"One", "Two"} {
			in := b.registration(t, name, uint64(i+1))
			in.Metadata = bytes.Replace(in.Metadata, []byte(`"ALL_HF"`), []byte(`"OUR_OWN"`), 1)
			u, err := b.Register(t.Context(), b.uploader, in)
			must(t, err)
			b.run(t, u)
			_, err = b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
			must(t, err)
			ids = append(ids, u.ID)
		}
		m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Own", Phenotype: "OUR_OWN", Datasets: ids,
			Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency"}})
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		if b.result(t, m.ID) == "" {
			t.Error("no result")
		}
	})
}

// A choice of fewer than two submissions is refused and not stored.
func TestFewerThanTwoAreNotCombined(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		for _, c := range []struct {
			choice []string
			want   string
		}{
			{nil, "datasets: A meta-analysis needs at least two submissions."},
			{[]string{one}, "datasets: A meta-analysis needs at least two submissions."},
			{[]string{one, one}, "datasets[1]: This submission is chosen twice."},
			{[]string{one, two}, ""},
		} {
			_, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Few", Phenotype: "ALL_HF", Datasets: c.choice,
				Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 1, Palindromic: "frequency"}})
			var got string
			if refusal := new(errs.Error); errors.As(err, &refusal) && len(refusal.Fields) > 0 {
				got = refusal.Fields[0].Field + ": " + refusal.Fields[0].Message
			}
			if got != c.want {
				t.Errorf("a choice of %d: %q, %v", len(c.choice), got, err)
			}
		}
		list, err := b.Metas(t.Context(), b.reviewer, hermes.MetaFilter{Limit: 10})
		must(t, err)
		if len(list.Items) != 1 {
			t.Errorf("%d meta-analyses are kept", len(list.Items))
		}
	})
}
