package browse

import (
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
)

// The body of PITX2 on GRCh37 is 4:111,538,579–111,563,279, on GRCh38
// 4:110,617,423–110,642,123 (Ensembl 75 and 115).
func TestGeneWindow(t *testing.T) {
	const start, end = 111_538_579, 111_563_279
	row := func(position int32, p float64) Row { return at(position, "C", "T", 0.1, 0.02, 0.1, p) }
	files := &shelf{kind: FileResult}
	files.put("within", genome.GRCh37, held{row(start-1, 99), row(start, 3), row(end, 5), row(end+1, 99)})
	files.put("edge", genome.GRCh37, held{row(start-50_001, 99), row(start-50_000, 7), row(end+50_000, 6), row(end+50_001, 99)})
	files.put("unknown", genome.GRCh37, held{row(start, math.NaN())})
	files.put("gone", genome.GRCh37, broken{})
	s := service(files)
	for _, c := range []struct {
		flank    int32
		hits     string
		distance []int32
		p        []float64
	}{
		{0, "within", []int32{0}, []float64{5}},
		{50_000, "within edge", []int32{1, 50_000}, []float64{99, 7}},
		{500_000, "edge within", []int32{50_001, 1}, []float64{99, 99}},
	} {
		page, err := s.Gene(t.Context(), nil, GeneQuery{Text: "pitx2", Build: genome.GRCh37, Flank: c.flank})
		if err != nil {
			t.Fatal(err)
		}
		if got := titles(page.Hits, func(h Hit) Result { return h.Result }); got != c.hits {
			t.Errorf("flank %d: %s", c.flank, got)
			continue
		}
		for i, h := range page.Hits {
			if h.Distance != c.distance[i] || h.Row.NegLog10P != c.p[i] {
				t.Errorf("flank %d: %s is %d away with %g", c.flank, h.Result.Title, h.Distance, h.Row.NegLog10P)
			}
		}
		if len(page.Hits)+len(page.Absent) != 4 || len(page.Asked.Failures) != 1 {
			t.Errorf("flank %d: %d hits, absent %+v", c.flank, len(page.Hits), page.Absent)
		}
		if page.Gene.Ensembl != "ENSG00000164093" || page.Elsewhere == nil || page.Elsewhere.Symbol != "PITX2" || page.Elsewhere.Body.Chromosome != 4 {
			t.Errorf("the gene is %+v, elsewhere %+v", page.Gene, page.Elsewhere)
		}
	}
}

func TestGeneNames(t *testing.T) {
	s := service(&shelf{kind: FileResult})
	byID, err := s.Gene(t.Context(), nil, GeneQuery{Text: "ENSG00000164093.9"})
	if err != nil || byID.Gene.Symbol != "PITX2" || byID.Build != genome.GRCh37 {
		t.Errorf("by Ensembl id: %+v, %v", byID, err)
	}
	if _, err := s.Gene(t.Context(), nil, GeneQuery{Text: "PITX22"}); !errs.Is(err, errs.NotFound) || !strings.Contains(err.Error(), "PITX2") {
		t.Errorf("a name that is nearly one: %v", err)
	}
	if _, err := s.Gene(t.Context(), nil, GeneQuery{Text: "PITX2", Flank: MaxFlank + 1}); !errs.Is(err, errs.Rule) {
		t.Errorf("a flank that is too long: %v", err)
	}
}
