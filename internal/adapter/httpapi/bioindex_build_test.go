package httpapi_test

import (
	"os"
	"strings"
	"testing"
)

// The build of a new index is suggested from known variants, as for a HERMES file, and another one
// is refused before anything is built.
func TestANewIndexKnowsItsGenomeBuild(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, want := range map[string]string{
		"pmid29559693.tsv.gz": "GRCh37", "crohns_finngen_p1e-3_hg38.tsv.gz": "GRCh38", "": "", // one whose positions do not show it
	} {
		content := []byte(aTable())
		if name != "" {
			var err error
			if content, err = os.ReadFile("../../../testdata/real/" + name); err != nil {
				t.Fatal(err)
			}
		}
		source := map[string]any{
			"kind": "upload",
			"id":   s.addFile(t, "uploader", "table.tsv"+strings.TrimPrefix(name, strings.TrimSuffix(name, ".gz")), content),
		}
		var p struct {
			GenomeBuild string `json:"genome_build"`
			Schemas     []string
		}
		s.want(t, 200, request{method: "POST", path: "/api/indexes/preview", as: "uploader", body: map[string]any{"source": source}}, &p)
		if p.GenomeBuild != want || len(p.Schemas) == 0 {
			t.Errorf("%s: proposed %q by %q, want %q", name, p.GenomeBuild, p.Schemas, want)
			continue
		}
		for _, build := range []string{"GRCh37", "GRCh38"} {
			body := map[string]any{"name": build, "source": source, "schema": p.Schemas[0], "genome_build": build}
			s.pass()
			if want == "" || build == want {
				s.want(t, 201, request{method: "POST", path: "/api/indexes", as: "uploader", body: body}, nil)
				continue
			}
			var refused struct {
				Code   string
				Fields []struct{ Field, Message string }
			}
			s.want(t, 422, request{method: "POST", path: "/api/indexes", as: "uploader", body: body}, &refused)
			if refused.Code != "contradicted" || len(refused.Fields) != 1 || refused.Fields[0].Field != "genome_build" ||
				!strings.Contains(refused.Fields[0].Message, want) {
				t.Errorf("%s as %s: %+v", name, build, refused)
			}
		}
	}
}
