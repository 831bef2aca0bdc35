package browse

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// leastTyped is the number of characters from which genes that begin with them are suggested.
const leastTyped = 2

// Suggest returns up to n things that a text names or, as a gene, begins to name, on the genome
// builds of the results that the caller may see; none is not an error. A gene is returned once, on
// the build of most results.
func (s *Service) Suggest(ctx context.Context, by *auth.Identity, text string, n int) (_ []Meaning, err error) {
	defer errs.Wrap(&err, "browse.Suggest(%q)", text)
	words, flank, err := cutFlank(strings.TrimSpace(text))
	if err != nil {
		return nil, nil // half typed
	}
	if might, err := s.mightMean(ctx, words); err != nil || !might {
		return nil, err // most words are of other searches, and need no list of results
	}
	ctx = listOnce(ctx)
	results, err := s.gather(ctx, by, "")
	if err != nil {
		return nil, err
	}
	var found []Meaning
	most := buildOfMost(results)
	for _, build := range buildsOf(results, most) {
		some, err := s.meanings(ctx, by, words, flank, build)
		if err != nil && !errs.Is(err, errs.Rule) && !errs.Is(err, errs.NotFound) {
			return nil, err
		}
		for _, m := range some {
			if m.Kind != GeneMeaning || build == most {
				found = append(found, m)
			}
		}
	}
	if len(words) >= leastTyped {
		more, err := s.beginning(ctx, words, flank, most, n, found)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found[:min(n, len(found))], nil
}

// mightMean reports whether a text is a variant or region, or a gene's name or beginning, on any build.
func (s *Service) mightMean(ctx context.Context, text string) (bool, error) {
	if _, ok := parseRS(text); ok || strings.ContainsAny(text, ":_-") {
		return true, nil
	}
	for _, build := range []genome.Build{genome.GRCh37, genome.GRCh38} {
		list, missing, err := s.references.Genes(ctx, build)
		if err != nil {
			return false, err
		}
		if missing == "" && (len(list.Find(text)) > 0 || len(text) >= leastTyped && len(list.Suggest(text, 1)) > 0) {
			return true, nil
		}
	}
	return false, nil
}

// buildsOf returns the genome builds of results, the most frequent first.
func buildsOf(results []Result, most genome.Build) []genome.Build {
	for _, r := range results {
		if r.Build == otherBuild(most) {
			return []genome.Build{most, r.Build}
		}
	}
	return []genome.Build{most}
}

// beginning returns genes whose name begins with a text and that were not found yet.
func (s *Service) beginning(ctx context.Context, text string, flank int32, build genome.Build, n int, found []Meaning) (out []Meaning, err error) {
	list, missing, err := s.references.Genes(ctx, build)
	if err != nil || missing != "" {
		return nil, err
	}
	seen := map[string]bool{}
	for _, m := range found {
		seen[m.Label] = true
	}
	for _, g := range list.Suggest(text, n) {
		if !seen[g.Symbol] {
			out = append(out, Meaning{Kind: GeneMeaning, Label: g.Symbol, Build: build, Gene: g, Region: around(g.Body, flankOr(flank), build)})
		}
	}
	return out, nil
}

// Words returns a title of the meaning, details that distinguish it from others, and its name in
// the address of its page.
func (m *Meaning) Words() (title, details, what string) {
	switch m.Kind {
	case GeneMeaning:
		return m.Label, detail("Gene", placeWords(m.Gene.Body), m.Build.Label()), m.Gene.Ensembl
	case VariantMeaning:
		if m.Variant.RSID > 0 {
			return m.Label, detail("Variant", m.Variant.ID(), m.Build.Label()), m.Label
		}
		return m.Label, detail("Variant", m.Build.Label()), m.Variant.ID()
	}
	return placeWords(m.Region), detail("Region", lengthWords(m.Region), m.Build.Label()), m.Region.String()
}

// placeWords returns a region as displayed: 4:111,538,579–111,563,279.
func placeWords(r genome.Region) string {
	return fmt.Sprintf("%s:%s–%s", r.Chromosome, phrase.Thousands(int64(r.Start)), phrase.Thousands(int64(r.End)))
}

// lengthWords returns how long a region is.
func lengthWords(r genome.Region) string {
	n := int64(r.End) - int64(r.Start) + 1
	if n < 1000 {
		return phrase.Counted(n, "base", "bases")
	}
	return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kb"
}
