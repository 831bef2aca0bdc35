package httpapi_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
)

// ownGenes has two genes that no other list contains: one with the lead variant of the synthetic
// studies, and one 154 bases after rs72805611, the lead variant of BMI at FTO.
const ownGenes = "# genome_build: GRCh37\n" +
	"OWNONE\tENSG90000000001\t12\t1000000\t1100000\t+\t\t0+10\n" +
	"OWNTWO\tENSG90000000002\t16\t53831508\t53831600\t-\t\t0+10\n"

// install adds a file of reference data as an operator does.
func (s *site) install(t *testing.T, name, text string, n reference.Note) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	_, err := s.references.Add(t.Context(), reference.FileAt(path, ""), n, "ada")
	must(t, err)
}

// geneList is the gene list in a report or a summary.
type geneList struct {
	Genes *struct {
		Name, Version, SHA256, Licence string
		Inside                         bool
	}
	LeadVariants []nearGenes `json:"lead_variants"`
	TopLoci      []nearGenes `json:"top_loci"`
}

type nearGenes struct {
	Near     []string `json:"nearest_genes"`
	Distance int      `json:"gene_distance"`
}

func (g *geneList) check(t *testing.T, what string, leads []nearGenes, gene string, distance int) {
	t.Helper()
	if g.Genes == nil || g.Genes.Name != "own" || g.Genes.Version != "3" || g.Genes.Licence != "CC0" || g.Genes.Inside ||
		g.Genes.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte(ownGenes))) {
		t.Errorf("%s names the genes %+v", what, g.Genes)
	}
	if len(leads) == 0 || strings.Join(leads[0].Near, " ") != gene || leads[0].Distance != distance {
		t.Errorf("%s: the first lead is near %+v, want %s at %d", what, leads, gene, distance)
	}
}

// An installed list replaces the built-in one everywhere as soon as it is installed, and every
// report names its list.
func TestInstalledGenesAreUsedEverywhere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var before struct{ Run struct{ Report geneList } }
	old := s.ready(t, "uploader", "Before", "Cohort Z", 3)
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads/" + old.ID + "/qc-runs/" + old.Run.ID, as: "uploader"}, &before.Run)
	if g := before.Run.Report.Genes; g == nil || !g.Inside || !strings.HasPrefix(g.Name, "Ensembl 110") || len(g.SHA256) != 64 {
		t.Errorf("without an installed list a report names %+v", g)
	}
	s.install(t, "own.txt", ownGenes, reference.Note{Type: reference.Genes, Version: "3", Licence: "CC0"})

	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	var run struct{ Report geneList }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads/" + a.ID + "/qc-runs/" + a.Run.ID, as: "uploader"}, &run)
	run.Report.check(t, "a QC run", run.Report.LeadVariants, "OWNONE", 0)
	m, _ := s.combine(t, 201, nil, a, b)
	s.work(t, m.JobID)
	var ma struct{ Summary geneList }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/meta-analyses/" + m.ID, as: "analyst"}, &ma)
	ma.Summary.check(t, "a meta-analysis", ma.Summary.TopLoci, "OWNONE", 0)

	bmi, id := s.checkedResult(t, "contributor", "BMI")
	var checks struct{ Items []struct{ Report geneList } }
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + id + "/files/" + strings.TrimPrefix(bmi, "file:") + "/checks", as: "contributor"}, &checks)
	checks.Items[0].Report.check(t, "a check of the registry", checks.Items[0].Report.LeadVariants, "OWNTWO", 154)
	s.browseNamesOwnGenes(t, a.ID, m.ID, bmi)

	x := s.newIndex(
		t,
		"uploader",
		"own.tsv",
		"chr\tpos\tv\n16\t53831550\tin\n16\t53831700\tout\n",
		map[string]any{"schema": "chr:pos", "genome_build": "GRCh37"},
	)
	var rows struct{ Data []map[string]any }
	s.want(t, 200, request{method: "GET", path: "/api/bio/query/" + x.ID + "?q=OWNTWO", as: "uploader"}, &rows)
	if len(rows.Data) != 1 || rows.Data[0]["v"] != "in" {
		t.Errorf("an index asked for a gene of the list: %v", rows.Data)
	}

	s.genesChangeBetweenPages(t)
	type listed struct {
		Name     string
		InUse    bool  `json:"in_use"`
		UsedBy   int64 `json:"used_by"`
		Analyses int64 `json:"used_by_analyses"`
		Kept     bool
	}
	var list struct{ Items []listed }
	s.want(t, 200, request{method: "GET", path: "/api/reference", as: "admin"}, &list)
	at := slices.IndexFunc(list.Items, func(f listed) bool { return f.Name == "own" })
	if own := list.Items[at]; !own.InUse || own.UsedBy != 3 || own.Analyses != 1 || own.Kept {
		t.Errorf("the list is used by %+v", own)
	}
	at = slices.IndexFunc(list.Items, func(f listed) bool { return f.Name == "Genes of "+genome.GRCh37.Label() })
	if inside := list.Items[at]; inside.InUse || inside.UsedBy != 1 || inside.Analyses != 0 || inside.Kept {
		t.Errorf("the list inside the program, of the report before, is used by %+v", inside)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/reference/own", as: "admin"}, nil)
}

// browseNamesOwnGenes calls region, variant, gene, comparison and search.
func (s *site) browseNamesOwnGenes(t *testing.T, upload, meta, bmi string) {
	t.Helper()
	ask := func(as, path string, want ...string) {
		t.Helper()
		s.pass()
		w := s.do(t, request{method: "GET", path: path, as: as})
		for _, text := range want {
			if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s has no %s: %d %.600s", path, text, w.Code, w.Body)
			}
		}
	}
	const named = `"own 3"`
	ask("contributor", "/api/browse/region?region=16:53800000-53850000&result="+bmi, `"OWNTWO"`, `"source":`+named)
	ask("contributor", "/api/browse/variant/16:53831354", `"OWNTWO"`, `"distance":154`, `"gene_source":`+named)
	ask("contributor", "/api/browse/gene/OWNTWO", `"ENSG90000000002"`, `"source":`+named)
	ask("contributor", "/api/browse/resolve?q=OWNTWO", `"OWNTWO"`)
	ask("analyst", "/api/browse/compare?up=ma:"+meta+"&down=upload:"+upload, `"OWNONE"`, `"gene_source":`+named)
}

// The pages of one answer use one gene list.
func (s *site) genesChangeBetweenPages(t *testing.T) {
	t.Helper()
	x := s.newIndex(t, "uploader", "pages.tsv", aTable(), map[string]any{"schema": "chr:pos", "genome_build": "GRCh38"})
	first := func(q string) request {
		var a answered
		s.pass()
		s.want(t, 200, request{method: "GET", path: ask(x.ID, q) + "&bytes=100", as: "uploader"}, &a)
		return request{method: "GET", path: "/api/bio/cont?token=" + url.QueryEscape(*a.Continuation), as: "uploader"}
	}
	s.install(t, "gene38.txt", "# genome_build: GRCh38\nOWN\tENSG9\t2\t1\t2000000\t+\t\t\n", reference.Note{Type: reference.Genes})
	gene, place := first("OWN"), first("2:1-2000001")
	s.install(t, "moved38.txt", "# genome_build: GRCh38\nOWN\tENSG9\t2\t1\t1000000\t+\t\t\n", reference.Note{Type: reference.Genes})
	s.refusedIndex(t, 409, "genes_changed", gene)
	s.want(t, 200, place, nil)
}
