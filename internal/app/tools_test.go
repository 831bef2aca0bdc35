package app

import (
	"net/http"
	"os"
	"testing"

	"cohortium/internal/area/toolrun"
)

// dieInTools kills the server at each step of a run of each tool.
func (s *site) dieInTools(t *testing.T) {
	content, err := os.ReadFile("../../testdata/real/fto_locus_chr16_hg19.tsv.gz")
	must(t, err)
	file := s.contributor.upload(t, "fto.tsv.gz", content)
	made := map[string]string{"check": "report.json", "convert": toolrun.FileTable, "look": "clean.tsv.gz"}
	for _, task := range []string{"check", "convert", "look"} {
		for _, point := range []string{"begun", "computed", "stored", "done"} {
			var r subject
			s.dieAt(t, toolrun.KindRun+":"+point, func() {
				s.contributor.want(t, http.StatusCreated, http.MethodPost, "/api/tools/runs", map[string]any{
					"upload_id": file, "task": task, "answers": map[string]string{"genome_build": "GRCh37"},
				}, &r)
			})
			path := "/api/tools/runs/" + r.ID
			s.contributor.await(t, path, takenOver, "done")
			if got := s.contributor.call(t, http.MethodGet, path+"/files/"+made[task], nil, nil); got.status != http.StatusOK || len(got.body) == 0 {
				t.Errorf("%s killed when %s: %d %.100s", task, point, got.status, got.body)
			}
		}
	}
}
