package httpapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/parquetfile/parquettest"
)

// Parquet files with false lengths are refused by preview and job, without much memory. The test
// does not run in parallel, because it counts allocations.
func TestSEC39LengthsThatAParquetFileDeclares(t *testing.T) {
	attacks := parquettest.Attacks()
	s, at := fetching(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(attacks[strings.TrimPrefix(r.URL.Path, "/")])
	})
	defer memtest.Bound(t, 256<<20)()
	for _, name := range []string{"footer of 4 GiB", "two billion row groups", "20,000 columns", "two billion missing values", "a page of two gigabytes"} {
		body := at("/" + url.PathEscape(name))
		s.refusedIndex(t, 422, "unreadable_file", request{method: "POST", path: "/api/tables/preview", as: "uploader", body: body})
		if x := s.makeTable(t, "uploader", body); x.State != "failed" || !strings.Contains(x.Error, "Parquet") && !strings.Contains(x.Error, "20000 columns") {
			t.Errorf("%s: %+v", name, x)
		}
	}
}
