package hermes_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
)

// alikeBut moves the frequencies of every other line up by d.
func alikeBut(d float64) func([]byte) []byte {
	return func(text []byte) []byte {
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		column := slices.Index(strings.Split(lines[0], "\t"), "effect_allele_frequency")
		for i := 1; i < len(lines); i += 2 {
			cells := strings.Split(lines[i], "\t")
			if f, err := strconv.ParseFloat(cells[column], 64); err == nil && f+d < 1 {
				cells[column] = strconv.FormatFloat(f+d, 'g', 6, 64)
			}
			lines[i] = strings.Join(cells, "\t")
		}
		return []byte(strings.Join(lines, "\n") + "\n")
	}
}

// A meta-regression needs four studies; the result contains each study's position on the axes.
func TestMetaRegressionOfStudies(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.change = alikeBut(0)
		ids := []string{b.approve(t, "One", 1), b.approve(t, "Two", 2), b.approve(t, "Three", 3)}
		alike := append(slices.Clone(ids), b.approve(t, "Alike", 4))
		b.change = alikeBut(0.03)
		ids = append(ids, b.approve(t, "Four", 5))
		start := func(ids []string) (*hermes.MetaView, error) {
			return b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Regression", Phenotype: "ALL_HF", Datasets: ids,
				Options: hermes.MetaOptions{Scheme: "metaregression", MinStudies: 2, Palindromic: "frequency"}})
		}
		_, err := start(ids[:3])
		var refusal *errs.Error
		const says = "Meta-regression on 1 axis of genetic variation needs 4 studies or more, and there are 3: choose more studies or another scheme."
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != "options.scheme" || refusal.Fields[0].Message != says {
			t.Fatalf("three studies: %+v", refusal)
		}
		m, err := start(alike)
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		failed, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		if failed.Status != hermes.MetaFailed ||
			failed.Error != "The frequencies of the studies do not differ along 1 axis: choose fewer axes, or another scheme" {
			t.Fatalf("frequencies alike: %s %q", failed.Status, failed.Error)
		}
		m, err = start(ids)
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		done, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		var s meta.Summary
		must(t, json.Unmarshal(done.Summary, &s))
		if done.Status != hermes.MetaCompleted || s.Axes == nil || len(s.Axes.Studies) != 4 || len(s.Axes.Studies[0].Places) != 1 ||
			s.Settings.MinStudies != 4 ||
			s.NVariants == 0 {
			t.Fatalf("%s: %s, axes %+v", done.Status, done.Error, s.Axes)
		}
	})
}
