package httpapi_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
)

// fits checks a document that is stored as JSON and returned unchanged.
func fits(t *testing.T, schema, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	faults, err := httpapi.DocumentFaults(schema, text)
	must(t, err)
	for _, fault := range faults {
		t.Errorf("%s: not as %s in the contract: %s", filepath.Base(path), schema, fault)
	}
}

// plotSchemas are the contract's names of the plot data.
var plotSchemas = map[string]string{"manhattan": "ManhattanPlot", "qq": "QqPlot", "eaf": "ScatterPlot", "pz": "ScatterPlot", "histograms": "HistogramsPlot"}

// The engine's output matches the contract: for real files that pass, fail with a cause, are
// lifted, or have an unsuitable panel, and for files without a usable row.
func TestReportsAreAsInTheContract(t *testing.T) {
	t.Parallel()
	const respiratory, locus = "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz", "fto_locus_chr16_hg19.tsv.gz"
	way, err := liftover.Inside().Between(genome.GRCh38, genome.GRCh37)
	must(t, err)
	text := func(content string) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }
	}
	const header = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n"
	panel := text("chr\tpos\tref\talt\teur\n1\t5\tA\tG\t0.3\n")
	for name, test := range map[string]struct {
		in   qc.Input
		says string // text that must be in the report
	}{
		"serves":          {qc.Input{Name: locus}, `"cause": null`},
		"fails":           {qc.Input{Name: "ALSvcf.vcf"}, `"remedy": "`},
		"is lifted":       {qc.Input{Name: respiratory, Lift: &qc.Lift{Way: way}}, `"inverted": true`},
		"no row serves":   {qc.Input{Name: "a.tsv", Open: text(header + "1\t5\tA\tG\t0.1\t0\t0.3\t2\t1000\n")}, `"rows_clean": 0`},
		"no row is read":  {qc.Input{Name: "a.tsv", Open: text(header + "nowhere\tx\t?\t?\tx\tx\tx\tx\tx\n")}, `"rows_clean": 0`},
		"panel set aside": {qc.Input{Name: locus, Panel: &qc.Panel{Name: "panel.tsv", Column: "eur", Open: panel}}, `"used": false`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := t.TempDir()
			opt := qc.NewOptions(genome.GRCh37)
			if test.in.Open != nil {
				opt.Mapping, opt.MappingConfirmed = sumstats.Mapping{}, true
				for _, field := range strings.Fields(header) {
					opt.Mapping[sumstats.Field(field)] = field
				}
			} else {
				test.in.Open = func() (io.ReadCloser, error) { return os.Open("../../../testdata/real/" + test.in.Name) }
			}
			_, err := qc.Run(t.Context(), test.in, opt, qc.Dir(out), nil)
			must(t, err)
			text, err := os.ReadFile(filepath.Join(out, qc.FileReport))
			must(t, err)
			if !strings.Contains(string(text), test.says) {
				t.Errorf("the report says nothing of %s", test.says)
			}
			fits(t, "QcReport", filepath.Join(out, qc.FileReport))
			for plot, schema := range plotSchemas {
				if path := filepath.Join(out, plot+".json"); plot != "eaf" { // which needs a suitable panel
					fits(t, schema, path)
				}
			}
		})
	}
}

// The fixtures of the engine's own tests, one of them with a panel.
func TestFixturesAreAsInTheContract(t *testing.T) {
	t.Parallel()
	fits(t, "QcReport", "../../gwas/qc/testdata/report.json")
	for _, plot := range []string{"manhattan", "qq", "eaf", "histograms"} {
		fits(t, plotSchemas[plot], "../../gwas/plot/testdata/"+plot+".json")
	}
}

func TestSummariesOfAllSchemesAreAsInTheContract(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	for _, scheme := range []string{"random", "samplesize"} {
		m, _ := s.combine(t, http.StatusCreated, map[string]any{"scheme": scheme, "output_genomic_control": true}, a, b)
		s.work(t, m.JobID)
		s.want(t, http.StatusOK, request{method: "GET", path: "/api/hermes/meta-analyses/" + m.ID, as: "analyst"}, &m)
		if loci, _ := m.Summary["top_loci"].([]any); len(loci) == 0 {
			t.Errorf("%s: no locus to compare with the contract", scheme)
		}
		s.pass()
	}
}

// A document with one difference is reported.
func TestDocumentFaults(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../gwas/qc/testdata/report.json")
	must(t, err)
	for name, test := range map[string]struct {
		change func(report map[string]any)
		want   string
	}{
		"a field is missing": {func(r map[string]any) { delete(r, "n_max") }, "n_max: Fill this in."},
		"a field is new":     {func(r map[string]any) { r["n_min"] = 1 }, "n_min: Unknown field."},
		"no number":          {func(r map[string]any) { r["rows_in"] = "many" }, "rows_in: A number is expected."},
		"no list":            {func(r map[string]any) { r["steps"] = nil }, "steps: null is not allowed here."},
		"inside":             {func(r map[string]any) { r["panel"].(map[string]any)["rows"] = 1.5 }, "panel.rows: A whole number is expected."},
		"no panel":           {func(r map[string]any) { r["panel"] = nil }, ""},
	} {
		var report map[string]any
		must(t, json.Unmarshal(text, &report))
		test.change(report)
		changed, err := json.Marshal(report)
		must(t, err)
		faults, err := httpapi.DocumentFaults("QcReport", changed)
		must(t, err)
		if got := strings.Join(faults, "; "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
