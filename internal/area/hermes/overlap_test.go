package hermes_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// elsewhere moves all variants of a file except the first n to unique positions and rs numbers.
func elsewhere(text []byte, n int) []byte {
	var out bytes.Buffer
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if i > n {
			var position int
			_, _ = fmt.Sscan(cells[1], &position)
			cells[1] = fmt.Sprint(position + 7)
			cells[8] = fmt.Sprint("rs", 900_000+i)
		}
		out.WriteString(strings.Join(cells, "\t") + "\n")
	}
	return out.Bytes()
}

func TestFewSharedVariantsAreNamed(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		b.change = func(text []byte) []byte { return elsewhere(text, 88) } // 88 of 4,400 are 2 %
		apart := b.approve(t, "Apart", 3)
		b.change = func(text []byte) []byte { return elsewhere(text, 440) }
		near := b.approve(t, "Near", 4)
		b.change = nil

		if found := b.cautionOf(t, hermes.CautionShared, one, two, near); found != nil {
			t.Errorf("10 %% shared: %+v", found)
		}
		const sentence = "Apart shares 2.0 % of its variants with the others."
		found := b.cautionOf(t, hermes.CautionShared, one, apart, two)
		if len(found) != 1 || !slices.Equal(found[0].Datasets, []string{apart}) || found[0].Sentence != sentence {
			t.Errorf("2 %% shared: %+v", found)
		}
		_, err := b.combine(t, "All", one, apart, two)
		var refusal *errs.Error
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != "options.few_shared" ||
			refusal.Fields[0].Message != "Few variants in common. "+sentence+" Another build, a targeted array or invented data explain that. Confirm it to combine them." {
			t.Errorf("combined without a word: %+v", refusal)
		}
		_, err = b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "All", Phenotype: "ALL_HF", Datasets: []string{one, apart, two},
			Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency", FewShared: true}})
		must(t, err)

		// A run from before there were samples, and one of another rule.
		for key := range b.contents(t, "hermes/uploads/"+apart+"/") {
			if strings.HasSuffix(key, "/studies.sample") {
				_, _, err := b.blobs.Put(t.Context(), key, strings.NewReader("studies0"))
				must(t, err)
			}
		}
		if found := b.cautionOf(t, hermes.CautionShared, one, apart, two); len(found) != 1 || found[0].Sentence != sentence {
			t.Errorf("of a run that kept its variants only: %+v", found)
		}
		for key := range b.contents(t, "hermes/uploads/"+apart+"/") {
			if strings.HasSuffix(key, "/variants.sketch") {
				_, _, err := b.blobs.Put(t.Context(), key, strings.NewReader("sketch 0"))
				must(t, err)
			}
		}
		for _, what := range []string{"of another rule", "without sample"} {
			if found := b.cautionOf(t, hermes.CautionShared, one, apart, two); found != nil {
				t.Errorf("%s: %+v", what, found)
			}
			must(t, b.blobs.DeletePrefix(t.Context(), "hermes/uploads/"+apart+"/"))
		}
		if _, err := b.MetaCautions(t.Context(), b.uploader, []string{one, "absent"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("an id that is none: %v", err)
		}
	})
}

// cautionOf returns the caution of a choice with one code; nil for none.
func (b *bench) cautionOf(t *testing.T, code hermes.CautionCode, ids ...string) []hermes.CautionFinding {
	t.Helper()
	cautions, err := b.MetaCautions(t.Context(), b.reviewer, ids)
	must(t, err)
	for _, c := range cautions {
		if c.Code == code {
			return c.Findings
		}
	}
	return nil
}

func TestStudiesThatSharePeople(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		start := func(name, scheme string, pairs ...hermes.MetaOverlap) (*hermes.MetaView, error) {
			return b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: name, Phenotype: "ALL_HF", Datasets: []string{one, two},
				Options: hermes.MetaOptions{Scheme: scheme, MinStudies: 2, Palindromic: "frequency", Overlaps: pairs}})
		}
		pair := hermes.MetaOverlap{A: two, B: one, Correlation: 0.5}
		for name, c := range map[string]struct {
			scheme string
			pair   hermes.MetaOverlap
			says   string
		}{
			"another scheme":  {"ivw", pair, "Only the sample-size scheme takes account of people that studies share: choose samplesize."},
			"another study":   {"samplesize", hermes.MetaOverlap{A: one, B: "absent", Correlation: 0.5}, "The overlap of One and absent names a study that is not combined."},
			"no correlation":  {"samplesize", hermes.MetaOverlap{A: one, B: two, Correlation: 1}, "The correlation of One and Two is 1 and has to lie between -1 and 1."},
			"one study twice": {"samplesize", hermes.MetaOverlap{A: one, B: one, Correlation: 0.5}, "One cannot overlap with itself."},
		} {
			_, err := start(name, c.scheme, c.pair)
			var refusal *errs.Error
			if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != "options.overlaps" || refusal.Fields[0].Message != c.says {
				t.Errorf("%s: %v", name, err)
			}
		}
		apart, err := start("Independent", "samplesize")
		must(t, err)
		shared, err := start("Shared", "samplesize", pair)
		must(t, err)
		lambda := func(m *hermes.MetaView) float64 {
			must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
			seen, err := b.Meta(t.Context(), b.reviewer, m.ID)
			must(t, err)
			return *seen.LambdaGC
		}
		// Both of one size: z² falls to 1/(1 + 0.5).
		if ratio := lambda(shared) / lambda(apart); math.Abs(ratio-1/1.5) > 1e-3 {
			t.Errorf("λ of studies that share people is %v of that of independent ones", ratio)
		}
	})
}
