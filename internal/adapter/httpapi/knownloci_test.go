package httpapi_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/reference"

	"github.com/google/go-cmp/cmp"
)

// Two associations of the GWAS Catalog on GRCh38, and two people. On GRCh37 rs2200733 is at
// 111,710,169 (dbSNP).
const (
	associations = "PUBMEDID\tDISEASE/TRAIT\tCHR_ID\tCHR_POS\tSNPS\tP-VALUE\tMAPPED_TRAIT\tMAPPED_TRAIT_URI\n" +
		"17603472\tAtrial fibrillation\t4\t110789013\trs2200733\t3E-41\tatrial fibrillation\thttp://www.ebi.ac.uk/efo/EFO_0000275\n" +
		"5\tHeart failure\t4\t110889013\trs5\t1E-9\theart failure\thttp://www.ebi.ac.uk/efo/EFO_0003144\n"
	twoPeople = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\n" +
		"4\t111710169\trs2200733\tC\tT\t.\t.\t.\tGT\t0|1\t1|0\n4\t111720000\trs7\tA\tG\t.\t.\t.\tGT\t0|1\t0|0\n"
)

func TestKnownLoci(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	lead := func(position int, alleles ...string) map[string]any {
		out := map[string]any{"chromosome": 4, "base_pair_location": position}
		if len(alleles) == 2 {
			out["effect_allele"], out["other_allele"] = alleles[0], alleles[1]
		}
		return out
	}
	ask := func(phenotype, ancestry string, leads ...any) (answer openapi.KnownLoci) {
		t.Helper()
		body := map[string]any{"genome_build": "hg19", "leads": leads, "phenotype": phenotype, "ancestry": ancestry}
		s.want(t, 200, request{method: "POST", path: "/api/known-loci", as: "uploader", body: body}, &answer)
		return answer
	}
	if got := ask("", "EU", lead(111710169)); len(got.Items) != 0 || got.List != nil {
		t.Errorf("nothing is installed: %+v", got)
	}
	install := func(name, text string, n reference.Note) {
		t.Helper()
		path := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := s.references.Add(t.Context(), reference.FileAt(path, ""), n, "ada")
		must(t, err)
	}
	install("catalog.tsv", associations, reference.Note{Type: reference.Loci, Version: "2026-10"})
	got := ask("heart failure", "EU", lead(111710169), lead(111720000, "G", "A"), lead(112310170), lead(112310169), lead(50))
	if len(got.Items) != 5 || got.List.Name != "catalog" || *got.List.Version != "2026-10" || got.List.GenomeBuild != "GRCh38" || got.Ld != nil {
		t.Fatalf("%+v", got)
	}
	type told struct {
		known    bool
		nearest  int32 // bases; −1 without
		same     int32
		measured bool
	}
	brief := func(items []openapi.KnownLocus) (all []told) {
		for _, k := range items {
			one := told{known: k.Known, nearest: -1, same: -1, measured: k.R2 != nil}
			if k.Nearest != nil {
				one.nearest = k.Nearest.Distance
			}
			if k.SameTrait != nil {
				one.same = k.SameTrait.Distance
			}
			all = append(all, one)
		}
		return all
	}
	want := []told{{true, 0, 100000, false}, {true, 9831, 90169, false}, {false, -1, -1, false}, {true, 500000, 500000, false}, {false, -1, -1, false}}
	if diff := cmp.Diff(want, brief(got.Items), cmp.AllowUnexported(told{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if near := got.Items[0].Nearest; near.PubmedId != "17603472" || near.Trait != "Atrial fibrillation" || math.Abs(near.NegLog10PValue-40.5229) > 1e-4 {
		t.Errorf("%+v", near)
	}
	if got := ask("EFO:0003144", "", lead(111710169)); got.Items[0].SameTrait == nil || got.Items[0].SameTrait.Variant != "rs5" {
		t.Errorf("by the id of a term: %+v", got.Items[0])
	}

	install("people.vcf", twoPeople, reference.Note{Type: reference.LD, Ancestry: "EUR", Build: "hg19"})
	got = ask("", "EU", lead(111710169, "T", "C"), lead(111720000, "G", "A"), lead(111720000, "G", "C"))
	if got.Ld == nil || got.Ld.Name != "people" {
		t.Fatalf("%+v", got.Ld)
	}
	// rs7 is on haplotype 2 of 4, rs2200733 on 2 and 3: (4·1 − 1·2)² / (1·3 · 2·2).
	for i, want := range []float64{1, 4. / 12, -1} {
		k := got.Items[i]
		if want < 0 != (k.R2 == nil) || want > 0 && (math.Abs(*k.R2-want) > 1e-12 || k.Linked.Variant != "rs2200733" || *k.Compared != 1) {
			t.Errorf("lead %d: %+v", i, k)
		}
	}
	if got := ask("", "EA", lead(111710169, "T", "C")); got.Ld != nil || got.Items[0].R2 != nil {
		t.Errorf("LD of other people: %+v", got)
	}
	s.want(t, 422, request{method: "POST", path: "/api/known-loci", as: "uploader", body: map[string]any{"genome_build": "mm10", "leads": []any{}}}, nil)
}
