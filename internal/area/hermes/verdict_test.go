package hermes_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// rewritten changes the cells of every row: chromosome, position, effect and other
// allele, beta, standard error, frequency, P, rs number, N.
func rewritten(change func(cells []string)) func([]byte) []byte {
	return func(text []byte) []byte {
		var out bytes.Buffer
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			cells := strings.Split(line, "\t")
			if i > 0 {
				change(cells)
			}
			out.WriteString(strings.Join(cells, "\t") + "\n")
		}
		return out.Bytes()
	}
}

// cell changes one cell as a number.
func cell(text *string, change func(x float64) float64) {
	var x float64
	_, _ = fmt.Sscan(*text, &x)
	*text = fmt.Sprintf("%.10g", change(x))
}

// Submissions are compared before they are combined, by the rules of the command line. Runs without a
// stored sample are compared during the meta-analysis.
func TestDataSetsJudgeEachOther(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one := b.approve(t, "One", 1)
		approve := func(name string, seed uint64, change func(cells []string)) string {
			b.change = rewritten(change)
			defer func() { b.change = nil }()
			return b.approve(t, name, seed)
		}
		milligrams := approve("Milligrams", 2, func(cells []string) {
			cell(&cells[4], func(x float64) float64 { return 38.67 * x })
			cell(&cells[5], func(x float64) float64 { return 38.67 * x })
		})
		minor := approve("Minor", 3, func(cells []string) { cell(&cells[6], func(f float64) float64 { return min(f, 1-f) }) })
		other := approve("Other", 4, func(cells []string) { cell(&cells[6], func(f float64) float64 { return 1 - f }) })
		build := approve("Build", 5, func(cells []string) { cell(&cells[1], func(x float64) float64 { return x + 7 }) })
		start := func(with string, options hermes.MetaOptions) (*hermes.MetaView, string) {
			options.MinStudies = 2
			m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Both", Phenotype: "ALL_HF", Datasets: []string{one, with}, Options: options})
			var refusal *errs.Error
			if !errors.As(err, &refusal) {
				return m, ""
			}
			var text []string
			for _, f := range refusal.Fields {
				text = append(text, f.Field+": "+f.Message)
			}
			return nil, strings.Join(text, "\n")
		}
		ivw := hermes.MetaOptions{Scheme: "ivw", Palindromic: "frequency", FewShared: true, Inflated: true}
		drop := ivw
		drop.Palindromic = "drop"
		for _, c := range []struct {
			with     string
			options  hermes.MetaOptions
			field    string
			sentence string
		}{
			{milligrams, ivw, "options.doubtful_size: ", "ratio is 38.7 (cholesterol in mmol/L and mg/dL)"},
			{minor, ivw, "options.palindromic: ", "The frequencies of Minor are those of the minor allele"},
			{minor, drop, "", ""},
			{other, drop, "datasets: ", "The allele frequencies of One and Other mirror each other"},
			{build, ivw, "datasets: ", "its positions are of another genome build"},
		} {
			if _, says := start(c.with, c.options); !strings.Contains(says, c.field) || !strings.Contains(says, c.sentence) || c.field == "" && says != "" {
				t.Errorf("with %s: %s", c.with, says)
			}
		}

		for key := range b.contents(t, "hermes/uploads/"+minor+"/") {
			if strings.HasSuffix(key, "/studies.sample") {
				_, _, err := b.blobs.Put(t.Context(), key, strings.NewReader("studies0"))
				must(t, err)
			}
		}
		m, says := start(minor, ivw)
		if m == nil {
			t.Fatal(says)
		}
		_ = b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID))
		seen, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		if seen.Status != hermes.MetaFailed || !strings.HasPrefix(seen.Error, "The frequencies of Minor are those of the minor allele") {
			t.Errorf("%s: %s", seen.Status, seen.Error)
		}
	})
}
