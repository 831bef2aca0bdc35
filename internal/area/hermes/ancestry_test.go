package hermes_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
)

// A meta-analysis of two ancestries has download files for the ancestry with two studies, but not
// the server's plot data.
func TestMetaAnalysisByAncestry(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.ancestry = "EA"
		ids := []string{b.approve(t, "Kyoto", 1)}
		b.ancestry = "EU"
		ids = append(ids, b.approve(t, "Oslo", 2), b.approve(t, "Turin", 3))
		m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "All", Phenotype: "ALL_HF", Datasets: ids,
			Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency", MultiAncestry: true}})
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		done, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		var s meta.Summary
		must(t, json.Unmarshal(done.Summary, &s))
		if len(s.Ancestries) != 1 || s.Ancestries[0].Name != "EU" || !slices.Equal(s.Ancestries[0].Studies, []string{"Oslo", "Turin"}) ||
			s.Ancestries[0].NVariants < 4000 {
			t.Fatalf("%s: %s, ancestries %+v", done.Status, done.Error, s.Ancestries)
		}
		var names []string
		for _, f := range done.Downloads() {
			names = append(names, f.Name)
			if d, err := b.MetaFile(t.Context(), b.reviewer, m.ID, f.Name); err != nil || d.Size != f.Size {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
		slices.Sort(names)
		if want := "fine-mapping.tsv.gz fine-mapping.tsv.gz.tbi inputs.json results-gwas-ssf.tsv.gz results-gwas-ssf.tsv.gz-meta.yaml results.EU.tsv.gz results.EU.tsv.gz.tbi results.tsv.gz results.tsv.gz.tbi summary.json"; strings.Join(
			names,
			" ",
		) != want {
			t.Errorf("downloads %v", names)
		}
		for _, name := range []string{"results.rsindex", "qq.json", "results.EA.tsv.gz", "../inputs.json"} {
			if _, err := b.MetaFile(t.Context(), b.reviewer, m.ID, name); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !strings.Contains(done.Command, "--ancestry Oslo.clean.tsv.gz=EU") {
			t.Errorf("command %q", done.Command)
		}
	})
}
