package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
)

// Ten thousand genes at once are refused with a short message, and never answered with no rows.
func TestTenThousandGenesAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), byPosition())
	genes := make([]string, 10_000)
	for i := range genes {
		genes[i] = fmt.Sprintf("GENE%d", i)
	}
	genes[0] = "SLC30A8"
	for name, path := range map[string]string{
		"one by one": ask(x.ID, genes...), "as one text": ask(x.ID, strings.Join(genes, ",")), "with choices": ask(x.ID, strings.Join(genes, "|")),
	} {
		s.pass()
		w := s.do(t, request{method: "GET", path: path, as: "uploader"})
		if w.Code != 422 || w.Body.Len() > 5000 {
			t.Errorf("%s: %d with %d bytes: %.300s", name, w.Code, w.Body.Len(), w.Body)
		}
	}
}
