package httpapi_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/search"
)

// atSize are calls to search and lists, the words as people type them.
var atSize = []struct{ name, as, path string }{
	{"search, words in every kind", "admin", "/api/search?limit=5&q=north"},
	{"search, two words", "admin", "/api/search?limit=5&q=north+17"},
	{"search, part of a word", "admin", "/api/search?limit=5&q=ort"},
	{"search, one letter", "admin", "/api/search?limit=5&q=n"},
	{"search, nothing", "admin", "/api/search?limit=5&q=xylophone"},
	{"search, rs number", "admin", "/api/search?limit=5&q=rs123"},
	{"search, reviewer", "reviewer", "/api/search?limit=5&q=north"},
	{"search, contributor", "contributor", "/api/search?limit=5&q=north"},
	{"search, account", "admin", "/api/search?limit=5&q=p0099"},
	{"public search", "", "/api/public/search?limit=5&q=north"},
	{"dashboard", "reviewer", "/api/hermes/dashboard"},
	{"data sets", "admin", "/api/datasets?limit=50"},
	{"data sets of a contributor", "contributor", "/api/datasets?limit=50"},
	{"data sets by words", "admin", "/api/datasets?limit=50&q=trait+17"},
	{"submissions", "reviewer", "/api/hermes/uploads?limit=50"},
	{"meta-analyses", "reviewer", "/api/hermes/meta-analyses?limit=50"},
	{"results", "reviewer", "/api/browse/results"},
	{"results of words", "reviewer", "/api/browse/results?q=north"},
	{"results of the registry", "curator", "/api/browse/results"},
	{"phenotypes of the registry", "admin", "/api/phenotypes?q=heart"},
	{"studies", "admin", "/api/studies?limit=50"},
	{"accounts", "admin", "/api/areas/all/users?limit=50"},
	{"accounts by words", "admin", "/api/areas/all/users?limit=50&q=ng17"},
	{"cohorts", "sgc-reviewer", "/api/sgc/cohorts?limit=50"},
	{"sums of cohorts", "sgc-reviewer", "/api/sgc/phenotype-case-counts-by-sex"},
	{"pages", "admin", "/api/configurations?limit=50"},
	{"indexes", "admin", "/api/indexes?limit=50"},
	{"audit trail", "admin", "/api/audit?limit=50"},
	{"overview", "admin", "/api/overview"},
	{"public data sets", "", "/api/public/datasets?limit=50"},
}

// BenchmarkAtSize requests search and lists of a consortium of storetest.FullSize on both databases, as distinct callers would:
// no answer is kept from the last. It reports the time that 95 of 100 calls need.
func BenchmarkAtSize(b *testing.B) {
	report, err := os.ReadFile(filepath.FromSlash("../../gwas/qc/testdata/report.json"))
	must(b, err)
	for name, on := range map[string]func() storage{
		"sqlite":   func() storage { return storage{} },
		"postgres": func() storage { return storage{database: cluster.Database(b)} },
	} {
		b.Run(name, func(b *testing.B) {
			s := newSite(b, on(), func(d *httpapi.Deps) {
				d.Revisions = nil // answers of lists are kept by their revision
				d.Search = search.New(d.Log, search.Genome(d.Browse), search.Hermes(d.Hermes), search.SGC(d.SGC), search.Datasets(d.Datasets),
					search.Pages(d.Built), search.People(d.Auth))
			})
			storetest.FillToSize(b, s.store, storetest.FullSize, report)
			for _, c := range atSize {
				b.Run(c.name, func(b *testing.B) { s.measure(b, request{method: "GET", path: c.path, as: c.as}) })
			}
		})
	}
}

// measure makes one call repeatedly.
func (s *site) measure(b *testing.B, call request) {
	var times []time.Duration
	before := cpu(b)
	for b.Loop() {
		s.pass()
		start := time.Now()
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, s.request(b.Context(), call))
		times = append(times, time.Since(start))
		if w.Code != 200 {
			b.Fatal(w.Code, w.Body)
		}
	}
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(len(times)), "cpu-ms/op")
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}
