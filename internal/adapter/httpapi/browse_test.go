package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
)

// browsed is the part of a result that tests read.
type browsed struct {
	Ref, Kind, Title, Phenotype, Verdict, Address string
	Build                                         string `json:"genome_build"`
	Scale                                         string `json:"effect_scale"`
	Public                                        bool
	N                                             int64
}

// browsedTrack is the part of a track that tests read.
type browsedTrack struct {
	Result      browsed
	Total       int
	Shown       int
	Lead        *int
	KeptAbove   *float64 `json:"kept_above"`
	Points      browsedPoints
	CredibleSet struct {
		Size    int
		Missing string
	} `json:"credible_set"`
}

type browsedPoints struct {
	Position     []int32
	NegLog10P    []*float64 `json:"neg_log_10_p_value"`
	Beta         []*float64
	EffectAllele []string `json:"effect_allele"`
	RSID         []string `json:"rsid"`
	N            []*float64
	NStudies     []*float64 `json:"n_studies"`
	PIP          []*float64 `json:"pip"`
}

type browsedRegion struct {
	Build       string `json:"genome_build"`
	Region      struct{ Chromosome string }
	Tracks      []browsedTrack
	OtherBuilds []struct{ Sentence string } `json:"other_builds"`
	Genes       struct {
		Items []struct {
			Symbol, Strand string
			Exons          [][]int
		}
	}
	Recombination struct{ Missing string }
	LD            struct {
		Missing string
		Variant *struct{ ID string }
	}
}

// browseAs makes a call as a caller.
func (s *site) browseAs(t *testing.T, c caller, path string, query url.Values) *httptest.ResponseRecorder {
	t.Helper()
	s.pass()
	q := request{method: "GET", path: path + "?" + query.Encode()}
	s.credentials(t, c, "GET "+path, &q)
	return s.do(t, q)
}

// versionOf returns the version of a data set as its owner reads it.
func (s *site) versionOf(t *testing.T, as, id string) int64 {
	t.Helper()
	var d registered
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + id, as: as}, &d)
	return d.Version
}

// checkedResult creates a data set with checked results and returns the reference of its file.
func (s *site) checkedResult(t *testing.T, as, name string) (ref, id string) {
	t.Helper()
	path := s.checkedShelf(t, as, name, "fto_locus_chr16_hg19.tsv.gz", "hg19")
	checks := s.checksOf(t, as, path)
	s.runCheck(t, checks[0])
	if status := s.checksOf(t, as, path)[0].Status; status != "passed" && status != "warned" {
		t.Fatalf("the check of %s ended as %s", name, status)
	}
	parts := strings.Split(path, "/")
	return "file:" + parts[5], parts[3]
}

// TestSEC28BrowseIsLimitedToTheCaller requests the list and a region of one result of every
// kind as every kind of caller. The test lists who may see each, from the table of roles; for all
// others it is absent.
func TestSEC28BrowseIsLimitedToTheCaller(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addCallers(t)
	const adminToken = "token of an admin to read"
	all := append([]string{"admin", adminToken, "reviewer", "analyst", "curator", "contributor", "anonymous", "hermes only"},
		"sgc-reviewer", "sgc-uploader", "uploader", "bearer of sgc-reviewer", "bearer of sgc-uploader", "bearer of an admin", "bearer of a reviewer",
		"uploader who manages users", "contributor who manages users", "bearer of sgc-uploader who manages users")
	meta := s.metaAnalysisOf(t) // of data sets of uploader
	other := s.ready(t, "uploader2", "Other", "C", 3)
	private, _ := s.checkedResult(t, "contributor2", "Private results")
	public, d := s.checkedResult(t, "contributor", "Public results")
	s.changeDataset(
		t,
		200,
		"contributor",
		"/api/datasets/"+d+"/sharing",
		s.versionOf(t, "contributor", d),
		map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}},
		nil,
	)
	visible := map[string][]string{
		"ma:" + meta:         {"admin", adminToken, "reviewer", "analyst"},
		"upload:" + other.ID: {"admin", adminToken, "reviewer", "analyst"},
		private:              {"admin", adminToken, "curator"},
		public:               all,
	}
	for _, c := range callers() {
		var list struct{ Items []browsed }
		w := s.browseAs(t, c, "/api/browse/results", url.Values{"all": {"true"}}) // the file is the same in all
		if refused := may(auth.Route{Pattern: "GET /api/browse/results", Rule: auth.RuleOf("GET /api/browse/results")}, "", c); refused != 0 {
			if w.Code != refused {
				t.Errorf("%s lists results: %d, want %d", c.name, w.Code, refused)
			}
			continue
		}
		must(t, json.Unmarshal(w.Body.Bytes(), &list))
		for ref, who := range visible {
			want := slices.Contains(who, c.name)
			if got := slices.ContainsFunc(list.Items, func(r browsed) bool { return r.Ref == ref }); got != want {
				t.Errorf("%s sees %s in the list: %t, want %t", c.name, ref, got, want)
			}
			status := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}[want]
			if w := s.browseAs(t, c, "/api/browse/region", url.Values{"result": {ref}, "region": {"16:53800000-53850000"}}); w.Code != status {
				t.Errorf("%s asks for a region of %s: %d, want %d: %.200s", c.name, ref, w.Code, status, w.Body)
			}
			if w := s.browseAs(t, c, "/api/browse/stretch", url.Values{"result": {ref}, "region": {"16:1-90000000"}}); w.Code != status {
				t.Errorf("%s asks for a stretch of %s: %d, want %d: %.200s", c.name, ref, w.Code, status, w.Body)
			}
			if w := s.browseAs(t, c, "/api/browse/rows", url.Values{"result": {ref}, "region": {"16:1-90000000"}}); w.Code != status {
				t.Errorf("%s asks for the rows of %s: %d, want %d: %.200s", c.name, ref, w.Code, status, w.Body)
			}
			if w := s.browseAs(t, c, "/api/browse/locus", url.Values{"result": {ref}, "region": {"16:53300000-54300000"}}); w.Code != status {
				t.Errorf("%s asks for a locus of %s: %d, want %d: %.200s", c.name, ref, w.Code, status, w.Body)
			}
			for _, q := range []url.Values{{"first": {ref}, "second": {public}}, {"first": {public}, "second": {ref}}} {
				q.Set("region", "16:53300000-54300000")
				w := s.browseAs(t, c, "/api/browse/colocalisation", q)
				if same := want && w.Code == http.StatusUnprocessableEntity; w.Code != status && !same { // or of two builds
					t.Errorf("%s compares %v: %d, want %d: %.200s", c.name, q, w.Code, status, w.Body)
				}
			}
		}
	}
	if w := s.browseAs(t, caller{name: "uploader", user: "uploader"}, "/api/browse/results", nil); strings.Count(w.Body.String(), `"kind":"upload"`) != 2 {
		t.Errorf("uploader does not see both own data sets: %s", w.Body)
	}
}

func TestRegionOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	var r browsedRegion
	s.want(t, 200, request{method: "GET", path: "/api/browse/region?result=" + ref + "&region=16:53.7-53.9Mb", as: "contributor"}, &r)
	track := r.Tracks[0]
	p := track.Points
	if r.Build != "GRCh37" || r.Region.Chromosome != "16" || track.Total < 190 || track.Total > 196 || track.Shown != track.Total || track.KeptAbove != nil {
		t.Fatalf("%s %+v: %d of %d", r.Build, r.Region, track.Shown, track.Total)
	}
	// As in the file: 16 53831354 rs72805611 T C 0.3954 0.0555 0.0072 1.17e-14.
	if i := *track.Lead; p.Position[i] != 53831354 || p.RSID[i] != "rs72805611" || p.EffectAllele[i] != "T" || *p.Beta[i] != 0.0555 ||
		*p.NegLog10P[i] < 13.9318 ||
		*p.NegLog10P[i] > 13.9319 {
		t.Errorf("lead %d: %d %s %s", i, p.Position[i], p.RSID[i], p.EffectAllele[i])
	}
	if len(p.NegLog10P) != track.Shown || len(p.N) != track.Shown || p.NStudies != nil {
		t.Errorf("columns of %d and %d", len(p.NegLog10P), len(p.N))
	}
	var symbols []string
	for _, g := range r.Genes.Items {
		symbols = append(symbols, g.Symbol+g.Strand)
	}
	if diff := cmp.Diff([]string{"RPGRIP1L-", "FTO+"}, symbols); diff != "" {
		t.Errorf("genes (-want +got):\n%s", diff)
	}
	if r.LD.Missing != "No LD data for GRCh37 (hg19) is installed." || r.LD.Variant.ID != "16:53831354:C:T" ||
		!strings.HasPrefix(r.Recombination.Missing, "No recombination map") {
		t.Errorf("LD %+v, recombination %+v", r.LD, r.Recombination)
	}
	for query, status := range map[string]int{
		"result=" + ref + "&region=16:1-5000001": 422, "result=" + ref + "&region=16:9-5": 422, "result=" + ref: 422, "region=16:1-5": 422, "result=x&region=16:1-5": 422,
		"result=file:absent&region=16:1-5": 404, "result=" + ref + "&region=16:1-5&build=hg19": 422, "result=" + ref + "&region=16:1-5": 200, "result=" + ref + "&region=1:1-5": 200,
		"result=upload:../x&region=16:1-5": 404, "result=" + strings.Repeat(ref+"&result=", 6) + ref + "&region=16:1-5": 422,
	} {
		s.pass()
		if w := s.do(t, request{method: "GET", path: "/api/browse/region?" + query, as: "admin"}); w.Code != status {
			t.Errorf("%s: %d, want %d: %.200s", query, w.Code, status, w.Body)
		}
	}
}

// A stretch is longer than the maximum region, and contains the strongest variant of each interval
// that a figure can show.
func TestStretchOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	var r struct {
		Build    string `json:"genome_build"`
		Total    int
		Position []int
		Strength []float64 `json:"neg_log_10_p_value"`
	}
	s.want(t, 200, request{method: "GET", path: "/api/browse/stretch?result=" + ref + "&region=16:1-90000000", as: "contributor"}, &r)
	at := slices.Index(r.Position, 53831354) // rs72805611, whose P is 1.17e-14
	if r.Build != "GRCh37" || r.Total < 190 || len(r.Position) >= r.Total || len(r.Strength) != len(r.Position) || at < 0 || r.Strength[at] < 13.9318 ||
		r.Strength[at] > 13.9319 {
		t.Errorf("%s: %d of %d variants, the lead is number %d", r.Build, len(r.Position), r.Total, at)
	}
	for query, status := range map[string]int{
		"result=" + ref + "&region=16:9-5": 422, "result=" + ref + "&region=16": 422, "result=" + ref: 422, "region=16:1-5": 422, "result=x&region=16:1-5": 422,
		"result=file:absent&region=16:1-5": 404, "result=" + ref + "&region=16:1-5": 200, "result=" + ref + "&region=16:1-999999999": 422,
	} {
		s.pass()
		if w := s.do(t, request{method: "GET", path: "/api/browse/stretch?" + query, as: "admin"}); w.Code != status {
			t.Errorf("%s: %d, want %d: %.200s", query, w.Code, status, w.Body)
		}
	}
}

func TestMetaAnalysesAreBrowsed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	meta := s.metaAnalysisOf(t)
	var list struct{ Items []browsed }
	s.want(t, 200, request{method: "GET", path: "/api/browse/results?q=combined&build=GRCh37", as: "reviewer"}, &list)
	if len(list.Items) != 1 || list.Items[0].Ref != "ma:"+meta || list.Items[0].Build != "GRCh37" || list.Items[0].N == 0 ||
		list.Items[0].Address != "/hermes/ma/"+meta {
		t.Fatalf("%+v", list.Items)
	}
	var r browsedRegion
	s.want(t, 200, request{method: "GET", path: "/api/browse/region?result=ma:" + meta + "&region=12:1-5000000", as: "reviewer"}, &r)
	var text struct {
		Columns []string
		Rows    [][]string
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes/meta-analyses/" + meta + "/results?region=12:1-5000000", as: "reviewer"}, &text)
	points := r.Tracks[0].Points
	if len(points.Position) == 0 || len(points.Position) != len(text.Rows) || len(points.NStudies) != len(points.Position) || *points.NStudies[0] != 2 {
		t.Errorf("%d points, %d rows", len(points.Position), len(text.Rows))
	}
}

func TestResolveOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var found struct {
		Items []struct {
			Kind, Label string
			Build       string `json:"genome_build"`
			Gene        *struct{ Symbol, Strand string }
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/browse/resolve?q=PITX2&build=GRCh37"}, &found)
	if len(found.Items) != 1 || found.Items[0].Kind != "gene" || found.Items[0].Gene.Strand != "-" || found.Items[0].Build != "GRCh37" {
		t.Errorf("%+v", found.Items)
	}
	var refused struct{ Detail string }
	s.want(t, 404, request{method: "GET", path: "/api/browse/resolve?q=PITX22&build=GRCh37"}, &refused)
	if !strings.Contains(refused.Detail, "Did you mean PITX2") {
		t.Errorf("%q", refused.Detail)
	}
	s.want(t, 422, request{method: "GET", path: "/api/browse/resolve?q=4:9-1"}, nil)
	s.want(t, 422, request{method: "GET", path: "/api/browse/resolve"}, nil)
}
