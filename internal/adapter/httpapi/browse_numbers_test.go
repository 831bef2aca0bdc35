package httpapi_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/area/reference"
)

// checkedText creates a data set from a table on GRCh37 with a finished check.
func (s *site) checkedText(t *testing.T, as, name, text string) (ref string) {
	t.Helper()
	var d, with shelf
	body := datasetBody(name, s.newStudy(t, as, "Study of "+name), map[string]any{"genome_build": "hg19"})
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: as, body: body}, &d)
	with = s.addTrait(t, as, d, name+".tsv", []byte(text))
	id := with.Phenotypes[0].File.ID
	checks := s.checksOf(t, as, "/api/datasets/"+d.ID+"/files/"+id)
	s.runCheck(t, checks[0])
	return "file:" + id
}

func near(x *float64, want, within float64) bool { return x != nil && math.Abs(*x-want) <= within }

// The line of the file: 16 53831354 rs72805611 T C 0.3954 0.0555 0.0072 1.17e-14, with the
// frequency of T. The other numbers come from installed data.
func TestVariantOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	s.install(t, "eur.tsv", "CHR POS REF ALT AF\n16 53831354 C T 0.42\n", reference.Note{Type: reference.Panel, Ancestry: "EUR", Build: "hg19", Version: "5"})
	s.install(t, "afr.tsv", "CHR POS REF ALT AF\n16 53831354 C G 0.1\n", reference.Note{Type: reference.Panel, Ancestry: "AFR", Build: "hg19"})
	ask := func(query string) (page openapi.BrowseVariantPage) {
		t.Helper()
		s.pass()
		s.want(t, 200, request{method: "GET", path: "/api/browse/variant/16:53831354:C:T" + query, as: "contributor"}, &page)
		return page
	}
	for query, want := range map[string]struct {
		allele                 string
		beta, frequency, other float64
	}{"": {"T", 0.0555, 0.3954, 0.42}, "?effect_allele=C": {"C", -0.0555, 0.6046, 0.58}} {
		page := ask(query)
		if len(page.Others) != 1 || *page.Variant.EffectAllele != want.allele || *page.Variant.Rsid != "rs72805611" {
			t.Fatalf("%q: %+v", query, page)
		}
		e := page.Others[0]
		if e.Result.Ref != ref || !near(e.Beta, want.beta, 1e-12) || !near(e.StandardError, 0.0072, 1e-12) ||
			!near(e.EffectAlleleFrequency, want.frequency, 1e-12) ||
			!near(e.NegLog10PValue, 13.931814, 1e-6) {
			t.Errorf("%q: %+v", query, e)
		}
		panels := *page.Panels
		if len(panels) != 2 || panels[0].Name != "afr" || panels[0].Frequency != nil ||
			panels[1].Name != "eur" || *panels[1].Version != "5" || panels[1].Ancestry != "EUR" || !near(panels[1].Frequency, want.other, 1e-12) {
			t.Errorf("%q: panels %+v", query, panels)
		}
		if g := page.Genes[0]; g.Gene.Symbol != "FTO" || g.Distance != 0 {
			t.Errorf("the nearest gene is %+v", g)
		}
		// rs1421085, 30 kb before, is at 53,800,954 on GRCh37 and at 53,767,042 on GRCh38.
		if at := page.Elsewhere; *at.Position != 53_831_354-(53_800_954-53_767_042) || *at.Chain != "GRCh37_to_GRCh38.chain.gz (Ensembl)" {
			t.Errorf("on GRCh38: %+v", at)
		}
	}
	// One block with an offset of 1,000 bases.
	s.install(
		t,
		"own.chain",
		"chain 1 chr16 90354753 + 53000000 54000000 chr16 90338345 + 53001000 54001000 1\n1000000\n\n",
		reference.Note{Type: reference.Chain},
	)
	if at := ask("").Elsewhere; *at.Position != 53_832_354 || *at.Chain != "own" {
		t.Errorf("by an installed chain file: %+v", at)
	}
	s.want(t, 422, request{method: "GET", path: "/api/browse/variant/16:53831354:C:T?effect_allele=G", as: "contributor"}, nil)
}

// A result without a variant reports why: excluded by QC, other alleles, or missing.
func TestWhyAVariantIsAbsent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	rows := string(hermestest.Sumstats(4400, 1)) +
		"22\t50000000\tA\tG\t0.1\t0.1\t0.0001\t0.3173\trs1\t10000\n" + // 2 × 10,000 × 0.0001 = 2 alleles
		"22\t50001000\tC\tT\t0.1\t0.1\t0.3\t0.3173\trs2\t10000\n"
	d := s.register(t, "uploader", "One", "Cohort A", []byte(rows))
	s.work(t, d.Run.JobID)
	for variant, want := range map[string]string{
		"22:50000000:G:A": "QC left it out of this result. The minor allele was seen at most 6 times (2 × N × MAF).",
		"22:50000000:A:G": "QC left it out of this result. The minor allele was seen at most 6 times (2 × N × MAF).",
		"22:50000000:A:C": "No row of its file that could be read has the variant.",
		"22:50001000:T:G": "Its alleles here are others: T/C.",
		"22:50002000:A:G": "No row of its file that could be read has the variant.",
	} {
		var page openapi.BrowseVariantPage
		s.pass()
		s.want(t, 200, request{method: "GET", path: "/api/browse/variant/" + variant + "?all=true", as: "uploader"}, &page)
		if len(page.Absent) != 1 || page.Absent[0].Why != want {
			t.Errorf("%s: %+v, want %q", variant, page.Absent, want)
		}
	}
}

// The strongest variant of the file within FTO is rs72805611 again. 442 lines of the file are in
// FTO, three of which repeat a variant.
func TestGeneOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	var page openapi.BrowseGenePage
	s.want(t, 200, request{method: "GET", path: "/api/browse/gene/kiaa1752?flank=0", as: "contributor"}, &page)
	if page.Gene.Symbol != "FTO" || page.Gene.EnsemblId != "ENSG00000140718" || page.Window.Start != 53_735_604 || page.Window.End != 54_192_424 ||
		page.Elsewhere == nil {
		t.Errorf("%+v", page)
	}
	if len(page.Hits) != 1 {
		t.Fatalf("%+v", page.Hits)
	}
	h := page.Hits[0]
	if h.Effect.Result.Ref != ref || h.Variant.Position != 53_831_354 || h.Distance != 0 || !near(h.Effect.Beta, 0.0555, 1e-12) ||
		!near(h.Effect.NegLog10PValue, 13.931814, 1e-6) {
		t.Errorf("%+v", h)
	}
	if h.Variants != 439 {
		t.Errorf("%d variants, want 439", h.Variants)
	}
	s.want(t, 200, request{method: "GET", path: "/api/browse/gene/PCSK9?flank=500000", as: "contributor"}, &page)
	if len(page.Hits) != 0 || len(page.Absent) != 1 || page.Absent[0].Why != "It has no variant here." {
		t.Errorf("%+v", page)
	}
	s.want(t, 404, request{method: "GET", path: "/api/browse/gene/NOGENE", as: "contributor"}, nil)
	s.want(t, 422, request{method: "GET", path: "/api/browse/gene/FTO?flank=500001", as: "contributor"}, nil)
}

// comparable returns a table of the first five chromosomes with an effect each, and enough variants
// without one. In the other table the effects are half as large, and every second one refers to the
// other allele.
func comparable(half bool) string {
	var out strings.Builder
	out.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n")
	row := func(c, position int, a, b string, beta, se, eaf float64) {
		p := math.Erfc(math.Abs(beta/se) / math.Sqrt2)
		fmt.Fprintf(&out, "%d\t%d\t%s\t%s\t%g\t%g\t%g\t%g\t1000\n", c, position, a, b, beta, se, eaf, p)
	}
	for c := 1; c <= 5; c++ {
		for i := 1; i <= 40; i++ {
			row(c, i*100_000, "A", "G", 0.001*float64(i%3-1), 0.05, 0.3)
		}
		beta := 0.1 * float64(c+4)
		switch {
		case !half:
			row(c, 5_000_000, "A", "C", beta, 0.05, 0.25)
		case c%2 == 0:
			row(c, 5_000_000, "C", "A", -beta/2, 0.03, 0.75)
		default:
			row(c, 5_000_000, "A", "C", beta/2, 0.03, 0.25)
		}
	}
	return out.String()
}

func TestCompareOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	up, down := s.checkedText(t, "contributor", "Whole", comparable(false)), s.checkedText(t, "contributor", "Half", comparable(true))
	other, _ := s.checkedResult(t, "contributor", "BMI")
	var c openapi.BrowseComparison
	ask := func(status int, up, down string, out any) {
		t.Helper()
		s.pass()
		s.want(t, status, request{method: "GET", path: "/api/browse/compare?up=" + up + "&down=" + down, as: "contributor"}, out)
	}
	ask(200, up, down, &c)
	if c.NShared != 5 || c.NUp != 0 || c.NDown != 0 || len(c.Loci) != 5 || len(c.Unmatched) != 0 || *c.GeneSource == "" {
		t.Errorf("%+v", c)
	}
	// All effects of the second are half of the first, whatever the weights.
	if l := c.Line; l.Slope == nil || !near(l.Slope, 0.5, 1e-9) || l.N != 5 {
		t.Errorf("the line: %+v", l)
	}
	type effects struct{ Up, Down float64 }
	var got, want []effects
	for i, l := range c.Loci {
		got = append(got, effects{l.Point.X, l.Point.Y})
		want = append(want, effects{0.1 * float64(i+5), 0.05 * float64(i+5)})
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("effects of the loci (-want +got):\n%s", diff)
	}
	ask(200, up, other, &c)
	if c.NShared != 0 || c.NUp != 5 || c.NDown != 1 || c.Line.Slope != nil || c.Line.Missing == nil {
		t.Errorf("without a locus in common: %+v", c)
	}
	var p problem
	if ask(422, up, up, &p); p.Code != "same_result" {
		t.Errorf("%+v", p)
	}
	ask(404, up, "file:absent", nil)
}

// A region is coloured by the chosen LD data, and marks the strongest published association of each
// position, lifted to its genome build.
func TestRegionByChosenLDWithKnownLoci(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	pairs := func(r2 string) string {
		return "CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n16 53827179 rs9931494 16 53831354 rs72805611 " + r2 + "\n"
	}
	ask := func(query string) (r openapi.BrowseRegion) {
		t.Helper()
		s.pass()
		s.want(t, 200, request{method: "GET", path: "/api/browse/region?region=16:53800000-53850000&result=" + ref + query, as: "contributor"}, &r)
		return r
	}
	if r := ask(""); len(r.Ld.Sources) != 0 || r.Ld.Name != nil || r.Known.Missing == nil || len(r.Known.Items) != 0 {
		t.Errorf("nothing is installed: %+v, %+v", r.Ld, r.Known)
	}
	s.install(t, "one.ld", pairs("0.75"), reference.Note{Type: reference.LD, Ancestry: "EUR", Build: "hg19", Version: "1"})
	s.install(t, "two.ld", pairs("0.25"), reference.Note{Type: reference.LD, Ancestry: "AFR", Build: "hg19"})
	s.install(t, "catalog.tsv", "PUBMEDID\tDISEASE/TRAIT\tCHR_ID\tCHR_POS\tSNPS\tP-VALUE\n"+
		"17434869\tBody mass index\t16\t53767042\trs1421085\t1E-20\n"+ // 53,800,954 on GRCh37
		"5\tHeight\t16\t53767042\trs1421085\t2E-9\n"+
		"6\tHeight\t16\t53900000\trs5\t2E-9\n", reference.Note{Type: reference.Loci, Version: "2026"})
	for name, want := range map[string]float64{"one": 0.75, "two": 0.25} {
		r := ask("&ld_from=" + name)
		if len(r.Ld.Sources) != 2 || r.Ld.Sources[0].Name != "one" || *r.Ld.Sources[0].Version != "1" || r.Ld.Sources[1].Ancestry != "AFR" ||
			*r.Ld.Name != name {
			t.Fatalf("%s: %+v", name, r.Ld)
		}
		points := r.Tracks[0].Points
		at := slices.Index(points.Position, 53_827_179)
		if got := (*points.R2)[at]; !near(got, want, 1e-12) {
			t.Errorf("%s: r² %v, want %g", name, got, want)
		}
		want := []openapi.BrowseKnownLocus{
			{Position: 53_800_954, Variant: "rs1421085", Trait: "Body mass index", NegLog10PValue: 20, PubmedId: "17434869", More: 1},
		}
		if diff := cmp.Diff(want, r.Known.Items, cmpopts.EquateApprox(0, 1e-9)); diff != "" || r.Known.Source != "catalog 2026" || r.Known.Total != 1 {
			t.Errorf("known loci %+v (-want +got):\n%s", r.Known, diff)
		}
	}
	if r := ask("&ld_from=three"); r.Ld.Name != nil || r.Ld.Missing == nil || *r.Ld.Missing != "No LD data named three for GRCh37 (hg19) is installed." {
		t.Errorf("data that is not there: %+v", r.Ld)
	}
}

// A client with the rows can request the LD alone, with or without an account: installed data are
// not secret.
func TestLDOfARegionWithoutResults(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ask := func(as, query string) (r openapi.BrowseRegion) {
		t.Helper()
		s.pass()
		s.want(t, 200, request{method: "GET", path: "/api/browse/region?region=16:53800000-53850000&build=GRCh37" + query, as: as}, &r)
		return r
	}
	if r := ask("", "&ld_to=16:53831354"); r.Ld.Linked != nil || r.Ld.Missing == nil || *r.Ld.Missing != "No LD data for GRCh37 (hg19) is installed." {
		t.Errorf("nothing is installed: %+v", r.Ld)
	}
	pairs := "CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n16 53827179 rs9931494 16 53831354 rs72805611 0.75\n16 53831354 rs72805611 16 53840000 rs3 0.5\n"
	s.install(t, "one.ld", pairs, reference.Note{Type: reference.LD, Ancestry: "EUR", Build: "hg19", Version: "1"})
	for _, as := range []string{"", "contributor"} {
		r := ask(as, "&ld_to=16:53831354")
		want := &openapi.BrowseLinked{
			Total: 3, Position: []int32{53_827_179, 53_831_354, 53_840_000}, Id: []string{"rs9931494", "rs72805611", "rs3"},
			AlleleA: []string{"", "", ""}, AlleleB: []string{"", "", ""}, R2: []float64{0.75, 1, 0.5},
		}
		if diff := cmp.Diff(want, r.Ld.Linked, cmpopts.EquateApprox(0, 1e-6)); diff != "" || r.Ld.Source != "one 1" {
			t.Errorf("%q: %s, %s", as, r.Ld.Source, diff)
		}
		if r := ask(as, ""); r.Ld.Linked != nil || r.Ld.Missing == nil {
			t.Errorf("%q, to nothing: %+v", as, r.Ld)
		}
		if r := ask(as, "&ld_to=16:53831355"); r.Ld.Linked != nil || r.Ld.Missing == nil {
			t.Errorf("%q, to what the data does not have: %+v", as, r.Ld)
		}
	}
}
