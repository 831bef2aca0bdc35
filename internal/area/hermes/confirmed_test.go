package hermes_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/errs"
)

// A choice with cautions starts once each is confirmed. The confirmations are stored with the
// meta-analysis and in its inputs.json, and stay unchanged.
func TestCautionsAreConfirmedAndKept(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.scores = scores{"EUR": scoresOf(t, hermestest.Sumstats(4400, 1))}
		one, two := b.approve(t, "One", 1), b.approve(t, "Twin", 1) // of the same people
		start := func(options hermes.MetaOptions) (*hermes.MetaView, error) {
			options.MinStudies, options.Palindromic = 2, "frequency"
			return b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Both", Phenotype: "ALL_HF", Datasets: []string{one, two}, Options: options})
		}
		refused := func(options hermes.MetaOptions) string {
			_, err := start(options)
			var refusal *errs.Error
			if !errors.As(err, &refusal) {
				return ""
			}
			var fields []string
			for _, f := range refusal.Fields {
				fields = append(fields, f.Field)
			}
			return strings.Join(fields, " ")
		}
		if got := refused(hermes.MetaOptions{Scheme: "ivw"}); got != "options.shared_people" {
			t.Errorf("without a word: %q", got)
		}
		if got := refused(hermes.MetaOptions{Scheme: "ivw", SameCohort: true}); got != "options.shared_people" {
			t.Errorf("with another word: %q", got)
		}
		stated, err := start(hermes.MetaOptions{Scheme: "samplesize", Overlaps: []hermes.MetaOverlap{{A: two, B: one, Correlation: 0.9}}})
		must(t, err)
		if len(stated.Cautions) != 0 {
			t.Errorf("an overlap that is stated: %+v", stated.Cautions)
		}
		m, err := start(hermes.MetaOptions{Scheme: "ivw", SharedPeople: true})
		must(t, err)
		if len(m.Cautions) != 1 || m.Cautions[0].Code != hermes.CautionPeople || !strings.Contains(m.Cautions[0].Findings[0].Sentence, "One and Twin") {
			t.Fatalf("kept: %+v", m.Cautions)
		}
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		done, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		var inputs struct{ Cautions []hermes.Caution }
		must(t, json.Unmarshal([]byte(byName(b.contents(t, "hermes/ma/"+m.ID+"/"))["inputs.json"]), &inputs))
		if diff := cmp.Diff(m.Cautions, done.Cautions) + cmp.Diff(m.Cautions, inputs.Cautions); diff != "" {
			t.Errorf("it changed:\n%s", diff)
		}
		if w := done.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0], "Submissions seem to share people. One and Twin are the same study: ") {
			t.Errorf("it reads %q", w)
		}
	})
}

// The consortium's bound also applies to submissions accepted before it was set.
func TestCautionsGoByTheBoundsOfTheConsortium(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		figures, err := b.Upload(t.Context(), b.reviewer, one)
		must(t, err)
		lambda := *figures.Run.LambdaGC
		for _, c := range []struct {
			bound   float64
			notices bool
		}{{lambda + 1e-6, false}, {lambda - 1e-6, true}} {
			stored, err := b.store.Hermes().ConsortiumSettings(t.Context())
			must(t, err)
			must(t, b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error {
				return tx.AddSettings(t.Context(), &hermes.StoredSettings{
					Version: stored.Version + 1,
					SetAt:   b.now(),
					SetBy:   "admin",
					Settings: hermes.Settings{
						Reviewers: 1,
						QC:        hermes.QCPolicy{Thresholds: []hermes.ChosenThreshold{{Key: "lambda_below", Value: c.bound, Reason: "ours"}}},
					},
				})
			}))
			notices := false
			for _, f := range b.cautionOf(t, hermes.CautionInflation, one, two) {
				notices = notices || f.Datasets[0] == one
			}
			if notices == c.notices {
				t.Errorf("λ %v, bound from below %v: told %v", lambda, c.bound, notices)
			}
		}
	})
}
