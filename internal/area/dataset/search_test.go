package dataset_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// TestSEC44Searches checks on each database that search words are literal, and that any filter
// value selects among visible data sets or is refused. It never fails and is never part of the
// statement.
func TestSEC44Searches(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		o.dataset(t, o.cora, "Mine 100% of a_b 'quoted' \\ back; --x")
		o.dataset(t, o.cora, "Plain")
		o.dataset(t, o.otto, "Secret")
		for q, total := range map[string]int64{
			"": 2, "100%": 1, "%": 1, "_": 1, "a_b": 1, "aXb": 0, "'": 1, "\\": 1, "--": 1, "' OR '1'='1": 0, "') OR 1=1 --": 0, "secret": 0, "!": 0, "$1": 0, "?": 0,
			"\x00": 0, "\xff": 0,
		} {
			page, err := o.ListDatasets(t.Context(), o.cora, dataset.Filter{Q: q, Limit: 10})
			must(t, err)
			if page.Total != total {
				t.Errorf("%q finds %d, want %d", q, page.Total, total)
			}
		}
		texts := rapid.OneOf(rapid.Just(""), rapid.String(), rapid.SampledFrom([]string{"name", "-updated_at", "name;drop table datasets", "(select 1)",
			"' OR '1'='1", "1) UNION SELECT * FROM users--", "\x00", "\xff\xfe", "mine", "shared", "gwas", "2026-11-21T00:00:00Z", "-1", "1e400"}))
		rapid.Check(t, func(rt *rapid.T) {
			draw := func(name string) string { return texts.Draw(rt, name) }
			f := dataset.Filter{
				Scope: draw("scope"), Q: draw("q"), StudyID: draw("study"), Phenotype: draw("phenotype"), Owner: draw("owner"), Sort: draw("sort"),
				Bin: rapid.Bool().Draw(rt, "bin"), Limit: 10, After: listing.Place{Key: draw("after"), ID: draw("id")},
			}
			if value := draw("type"); value != "" {
				f.DataType, f.Sharing = []string{value}, []dataset.Sharing{dataset.Sharing(value)}
			}
			page, err := o.ListDatasets(t.Context(), o.cora, f)
			switch {
			case err != nil && !errs.Is(err, errs.Invalid) && !errs.Is(err, errs.Rule):
				rt.Fatalf("%+v: %v", f, err)
			case err != nil:
				return
			}
			for _, row := range page.Items {
				if strings.Contains(row.Name, "Secret") {
					rt.Fatalf("%+v shows what is another's", f)
				}
			}
		})
	})
}
