package httpapi_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/reference"
)

// locusZoom makes calls as the adapters of LocusZoom 0.14 do: the addresses are built as in its
// AssociationLZ, GeneLZ, RecombLZ and LDServer, and answers are read as in its BaseUMAdapter.
type locusZoom struct {
	site *site
	base string // of all adapters
	ask  func(request) *httptest.ResponseRecorder
}

// rows converts columns to records; columns of different lengths are refused, as LocusZoom does.
func (z locusZoom) rows(t *testing.T, address string) []map[string]any {
	t.Helper()
	z.site.pass()
	at, query, _ := strings.Cut(address, "?")
	w := z.ask(request{method: "GET", path: at + "?" + strings.ReplaceAll(query, " ", "%20"), as: "contributor"})
	if w.Code != 200 {
		t.Fatalf("%s: %d %s", address, w.Code, w.Body)
	}
	var answer struct {
		Data json.RawMessage
		Next *string
	}
	must(t, json.Unmarshal(w.Body.Bytes(), &answer))
	if answer.Next != nil {
		t.Errorf("%s: there is a next page", address)
	}
	var records []map[string]any
	if json.Unmarshal(answer.Data, &records) == nil {
		return records
	}
	var columns map[string][]any
	must(t, json.Unmarshal(answer.Data, &columns))
	for name, column := range columns {
		for i, value := range column {
			if i == len(records) {
				records = append(records, map[string]any{})
			}
			records[i][name] = value
		}
		if len(column) != len(records) {
			t.Fatalf("%s: column %s has %d of %d values", address, name, len(column), len(records))
		}
	}
	return records
}

func (z locusZoom) association(source, chr, start, end string) string {
	return z.base + "statistic/single/results/?filter=analysis in " + source + " and chromosome in  '" + chr + "' and position ge " + start + " and position le " + end
}

func (z locusZoom) genes(build, chr, start, end string) string {
	return z.base + "annotation/genes/?filter=chrom eq '" + chr + "' and start le " + end + " and end ge " + start + "&build=" + build
}

func (z locusZoom) recombination(build, chr, start, end string) string {
	return z.base + "annotation/recomb/results/?filter=chromosome eq '" + chr + "' and position le " + end + " and position ge " + start + "&build=" + build
}

func (z locusZoom) ld(build, source, population, variant, chr, start, end string) string {
	return z.base + "ld/genome_builds/" + build + "/references/" + source + "/populations/" + population + "/variants?correlation=rsquare&variant=" +
		url.QueryEscape(variant) + "&chrom=" + chr + "&start=" + start + "&stop=" + end
}

// withReferences returns the site with LD and a recombination map around FTO.
func (s *site) withReferences(t *testing.T, deps httpapi.Deps) func(request) *httptest.ResponseRecorder {
	t.Helper()
	registry, dir := reference.Open(t.TempDir(), s.now), t.TempDir()
	for _, f := range []struct {
		note reference.Note
		text string
	}{
		{reference.Note{Type: reference.LD, Name: "pairs", Build: "GRCh37", Ancestry: "EUR", Version: "1"}, "CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n" +
			"16 53827179 rs9931494 16 53831354 rs72805611 0.75\n16 53831354 rs72805611 16 53834608 rs72805612 0.97\n"},
		{reference.Note{Type: reference.Recombination, Name: "map", Build: "GRCh37"}, "Chromosome Position(bp) Rate(cM/Mb) Map(cM)\n" +
			"chr16 53000000 1 0\nchr16 53800000 2 0.8\nchr16 54800000 0 2.8\n"},
	} {
		path := filepath.Join(dir, f.note.Name+".txt")
		must(t, os.WriteFile(path, []byte(f.text), 0o600))
		_, err := registry.Add(t.Context(), path, f.note)
		must(t, err)
	}
	deps.Browse = browse.New(
		browse.Config{Sources: slices.Concat(browse.Hermes(s.hermes), browse.Datasets(s.registry)), References: browse.Installed(registry.Registry)},
	)
	handler, err := httpapi.New(deps)
	must(t, err)
	return func(q request) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, s.request(t.Context(), q))
		return w
	}
}

func TestLocusZoomDrawsFromOurCalls(t *testing.T) {
	t.Parallel()
	var deps httpapi.Deps
	s := newSite(t, func(d *httpapi.Deps) { deps = *d })
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	z := locusZoom{s, "/api/portaldev/v1/", s.withReferences(t, deps)}

	points := z.rows(t, z.association(ref, "16", "53800000", "53850000"))
	lead := slices.MaxFunc(points, func(a, b map[string]any) int {
		return int(1e6 * (a["log_pvalue"].(float64) - b["log_pvalue"].(float64)))
	})
	// As in the file: 16 53831354 rs72805611 T C 0.3954 0.0555 0.0072 1.17e-14, with the frequency
	// of T.
	for field, want := range map[string]any{
		"variant": "16:53831354_C/T", "chromosome": "16", "position": 53831354.0, "ref_allele": "C", "alt_allele": "T", "beta": 0.0555, "se": 0.0072,
		"ref_allele_freq": 0.6046, "analysis": ref, "rsid": "rs72805611",
	} {
		if lead[field] != want {
			t.Errorf("%s of the lead is %v, want %v", field, lead[field], want)
		}
	}

	// LDServer requests the variant as the association names it, and joins by variant2.
	linked := map[any]any{}
	for _, l := range z.rows(t, z.ld("GRCh37", "installed", "ALL", lead["variant"].(string), "16", "53800000", "53850000")) {
		if l["variant1"] != lead["variant"] {
			t.Errorf("LD of %v", l["variant1"])
		}
		linked[l["position2"]] = l["correlation"]
	}
	for path, status := range map[string]int{"references/pairs/populations/EUR": 200, "references/1000G/populations/EUR": 404, "references/installed/populations/EAS": 404} {
		s.pass()
		w := z.ask(
			request{
				method: "GET",
				path:   z.base + "ld/genome_builds/GRCh37/" + path + "/variants?correlation=rsquare&variant=16:53831354_C/T&chrom=16&start=53800000&stop=53850000",
			},
		)
		if w.Code != status {
			t.Errorf("%s: %d, want %d: %s", path, w.Code, status, w.Body)
		}
	}
	if len(linked) != 3 || linked[53831354.0] != 1.0 || linked[53827179.0] != 0.75 || linked[53834608.0] != 0.97 {
		t.Errorf("LD %v", linked)
	}

	rates := z.rows(t, z.recombination("GRCh37", "16", "53700000", "53900000"))
	if len(rates) != 3 || rates[0]["position"] != 53700000.0 || rates[0]["recomb_rate"] != 1.0 || rates[1]["position"] != 53800000.0 ||
		rates[1]["recomb_rate"] != 2.0 {
		t.Errorf("recombination %v", rates)
	}

	genes := z.rows(t, z.genes("GRCh37", "16", "53700000", "53900000"))
	if len(genes) != 2 || genes[1]["gene_name"] != "FTO" || genes[1]["gene_id"] != "ENSG00000140718" || genes[1]["strand"] != "+" {
		t.Fatalf("genes %v", genes)
	}
	transcripts := genes[1]["transcripts"].([]any) // what its gene layer draws
	exons := transcripts[0].(map[string]any)["exons"].([]any)
	if exon := exons[0].(map[string]any); len(exons) != 9 || exon["exon_id"] == "" || exon["start"].(float64) < 53735604 {
		t.Errorf("exons %v", exons)
	}

	// The region of our own pages has the same LD and rates.
	var r struct {
		browsedRegion
		Recombination struct {
			Source   string
			Position []int32
			Rate     []float64
		}
		Tracks []struct {
			Points struct {
				Position []int32
				R2       []*float64
			}
		}
		LD struct{ Source string }
	}
	s.pass()
	w := z.ask(request{method: "GET", path: "/api/browse/region?result=" + ref + "&region=16:53700000-53900000", as: "contributor"})
	must(t, json.Unmarshal(w.Body.Bytes(), &r))
	got := map[int32]float64{}
	for i, r2 := range r.Tracks[0].Points.R2 {
		if r2 != nil {
			got[r.Tracks[0].Points.Position[i]] = *r2
		}
	}
	if len(got) != 3 || got[53831354] != 1 || got[53827179] != 0.75 || got[53834608] != 0.97 || r.LD.Source != "pairs 1" {
		t.Errorf("r² %v of %q", got, r.LD.Source)
	}
	if r.Recombination.Source != "map" || !slices.Equal(r.Recombination.Position, []int32{53700000, 53800000, 53900000}) ||
		!slices.Equal(r.Recombination.Rate, []float64{1, 2, 0}) {
		t.Errorf("recombination %+v", r.Recombination)
	}
}

// An ignored part of a filter would lead to a wrong answer, so it is refused.
func TestPortalFiltersAreReadStrictly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for filter, says := range map[string]string{
		"analysis in ma:x and chromosome in '16' and position ge 1":                                     "“position le” is missing",
		"analysis in ma:x and chromosome in '16' and position ge 1 and position le 5 and pvalue le 5":   "“pvalue le” is not one",
		"analysis in ma:x and chromosome in '16' and position ge 1 and position ge 2 and position le 5": "repeated",
		"analysis in ma:x,ma:y and chromosome in '16' and position ge 1 and position le 5":              "needs exactly one value",
		"analysis in ma:x and chromosome in '16' or position ge 1 and position le 5":                    "and is expected at “or position",
		"analysis in ma:x and chromosome in '16 and position ge 1 and position le 5":                    "a value is expected",
		"analysis in ma:x and chromosome gt '16' and position ge 1 and position le 5":                   "a field with",
		"analysis in 45 and chromosome in '16' and position ge 1 and position le 5":                     "A result is named",
		"analysis in ma:x and chromosome in '26x' and position ge 1 and position le 5":                  "is not a chromosome",
		"analysis in ma:x and chromosome in '16' and position ge -1 and position le 5":                  "is not a position",
		"analysis in ma:x and chromosome in '16' and position ge 1e3 and position le 5":                 "is not a position",
		"analysis in ma:x and chromosome in '16' and position ge 1 and position le 5 and":               "and is expected",
		"": "at its end",
	} {
		s.pass()
		w := s.do(t, request{method: "GET", path: "/api/portaldev/v1/statistic/single/results/?filter=" + url.QueryEscape(filter), as: "admin"})
		if w.Code != 422 || !strings.Contains(w.Body.String(), says) {
			t.Errorf("%s: %d %s, want %q", filter, w.Code, w.Body, says)
		}
	}
	for path, status := range map[string]int{
		"statistic/single/results/?filter=" + url.QueryEscape("analysis in ma:absent and chromosome in '16' and position ge 1 and position le 5"): 404,
		"statistic/single/results/": 422,
		"annotation/genes/?build=GRCh37&filter=" + url.QueryEscape("chrom eq '16' and start le 9000000 and end ge 1"):                    422,
		"annotation/genes/?build=GRCh37&filter=" + url.QueryEscape("chrom eq '16' and start le 900 and end ge 1000"):                     422,
		"annotation/genes/?filter=" + url.QueryEscape("chrom eq '16' and start le 900 and end ge 1"):                                     422,
		"annotation/recomb/results/?build=GRCh38&filter=" + url.QueryEscape("chromosome eq '16' and position le 900 and position ge 1"):  200,
		"ld/genome_builds/GRCh37/references/1000G/populations/ALL/variants?correlation=rsquare&variant=16:5_A/C&chrom=16&start=1&stop=9": 404,
		"ld/genome_builds/GRCh37/references/1000G/populations/ALL/variants?correlation=r&variant=16:5_A/C&chrom=16&start=1&stop=9":       422,
		"ld/genome_builds/hg19/references/1000G/populations/ALL/variants?correlation=rsquare&variant=16:5_A/C&chrom=16&start=1&stop=9":   422,
		"ld/genome_builds/GRCh37/references/1000G/populations/ALL/variants?correlation=rsquare&variant=what&chrom=16&start=1&stop=9":     422,
	} {
		s.pass()
		if w := s.do(t, request{method: "GET", path: "/api/portaldev/v1/" + path}); w.Code != status {
			t.Errorf("%s: %d, want %d: %s", path, w.Code, status, w.Body)
		}
	}
}
