package hermes_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/errs"
	"cohortium/internal/hermes"
)

// elsewhere moves all variants of a file but the first n to places of their own.
func elsewhere(text []byte, n int) []byte {
	var out bytes.Buffer
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if i > n {
			var position int
			_, _ = fmt.Sscan(cells[1], &position)
			cells[1] = fmt.Sprint(position + 7)
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

		found, err := b.SharedVariants(t.Context(), b.reviewer, []string{one, two, near})
		must(t, err)
		if len(found) != 0 {
			t.Errorf("10 %% shared: %+v", found)
		}
		const sentence = "Apart shares 2.0 % of its variants with the others."
		found, err = b.SharedVariants(t.Context(), b.reviewer, []string{one, apart, two})
		must(t, err)
		if len(found) != 1 || found[0].Datasets[0] != apart || !found[0].Exact || found[0].Sentence != sentence {
			t.Errorf("2 %% shared: %+v", found)
		}
		_, err = b.combine(t, "All", one, apart, two)
		var refusal *errs.Error
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != "options.few_shared" ||
			refusal.Fields[0].Message != sentence+" Another build, a targeted array or invented data explain that. Combining them has to be chosen." {
			t.Errorf("combined without a word: %+v", refusal)
		}
		_, err = b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "All", Phenotype: "ALL_HF", Datasets: []string{one, apart, two},
			Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency", FewShared: true}})
		must(t, err)

		// A run from before there were samples, and one of another rule.
		for key := range b.contents(t, "hermes/uploads/"+apart+"/") {
			if strings.HasSuffix(key, "/variants.sketch") {
				_, _, err := b.blobs.Put(t.Context(), key, strings.NewReader("sketch 0"))
				must(t, err)
			}
		}
		for _, what := range []string{"of another rule", "without sample"} {
			found, err = b.SharedVariants(t.Context(), b.reviewer, []string{one, apart, two})
			must(t, err)
			if len(found) != 0 {
				t.Errorf("%s: %+v", what, found)
			}
			must(t, b.blobs.DeletePrefix(t.Context(), "hermes/uploads/"+apart+"/"))
		}
		if _, err := b.SharedVariants(t.Context(), b.uploader, []string{one, "absent"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("an id that is none: %v", err)
		}
	})
}
