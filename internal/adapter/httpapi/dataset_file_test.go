package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"net/http/httptest"
	"strings"
	"testing"

	registry "cohortium/internal/area/dataset"
)

// shelf is the part of a data set of the registry that tests read.
type shelf struct {
	ID, Name, Owner, Sharing string
	Version                  int64
	People, Groups           []string
	Phenotypes               []shelfPhenotype
	Can                      struct{ Edit, Share bool }
}

type shelfPhenotype struct {
	ID, Phenotype, Description string
	Dichotomous                bool
	SampleSize                 int64 `json:"sample_size"`
	Cases, Controls            *int64
	File                       *shelfFile
	Versions                   int
	CredibleSets               []struct {
		ID, Name string
		File     *shelfFile
		Versions int
	} `json:"credible_sets"`
}

type shelfFile struct {
	ID, Kind, Phenotype, Name, Sha256, Path string
	ParentID                                string `json:"parent_id"`
	FileName                                string `json:"file_name"`
	ShortID                                 string `json:"short_id"`
	Version                                 int
	Current                                 bool
	Size, Downloads                         int64
	Check                                   *struct{ Status string }
}

// newShelf registers a data set without a build, so that nothing is checked.
func (s *site) newShelf(t *testing.T, as, name string) shelf {
	t.Helper()
	var d shelf
	body := datasetBody(name, s.newStudy(t, as, "Study of "+name), map[string]any{"genome_build": "n/a"})
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: as, body: body}, &d)
	return d
}

// sendWhole uploads a file for a data set.
func (s *site) sendWhole(t *testing.T, as, name string, content []byte) string {
	t.Helper()
	return s.send(t, as, name, content, len(content))
}

func trait(more ...any) map[string]any {
	body := map[string]any{"phenotype": "T2D", "description": "Type 2 diabetes", "dichotomous": true, "sample_size": 1000, "cases": 400, "controls": 600}
	for i := 0; i < len(more); i += 2 {
		if name := more[i].(string); more[i+1] == nil {
			delete(body, name)
		} else {
			body[name] = more[i+1]
		}
	}
	return body
}

// addTrait adds a phenotype with a file, and returns the data set afterwards.
func (s *site) addTrait(t *testing.T, as string, d shelf, fileName string, content []byte) shelf {
	t.Helper()
	var out shelf
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: as,
		body: trait("upload_id", s.sendWhole(t, as, fileName, content))}, &out)
	return out
}

func (s *site) share(t *testing.T, as string, d shelf, sharing string, people, groups []string) shelf {
	t.Helper()
	var out shelf
	s.want(t, 200, request{method: "PUT", path: "/api/datasets/" + d.ID + "/sharing", as: as, header: ifVersion(d.Version),
		body: map[string]any{"sharing": sharing, "people": append([]string{}, people...), "groups": append([]string{}, groups...)}}, &out)
	return out
}

// fetch requests a file; headers come in pairs.
func (s *site) fetch(t *testing.T, as, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	q := request{method: "GET", path: path, as: as, header: map[string]string{}}
	for i := 0; i < len(headers); i += 2 {
		q.header[headers[i]] = headers[i+1]
	}
	return s.do(t, q)
}

func (s *site) shelf(t *testing.T, as, id string) shelf {
	t.Helper()
	var d shelf
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + id, as: as}, &d)
	return d
}

func gzipped(content string) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write([]byte(content)) // to memory
	_ = z.Close()
	return out.Bytes()
}

const someRows = "chromosome\tbase_pair_location\n1\t1000\n"

func TestAPhenotypeWithItsFileIsHadByItsShortLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newShelf(t, "contributor", "First")
	d = s.addTrait(t, "contributor", d, "résults 1.tsv", []byte(someRows))
	p := d.Phenotypes[0]
	if p.Phenotype != "T2D" || *p.Cases != 400 || p.Versions != 1 || p.File == nil || p.File.Kind != "d" || p.File.Check != nil {
		t.Fatalf("%+v, file %+v", p, p.File)
	}
	if f := p.File; len(f.ShortID) != 6 || f.Path != "/api/d/"+f.ShortID || f.FileName != "résults 1.tsv" || f.Size != int64(len(someRows)) || !f.Current {
		t.Errorf("%+v", f)
	}
	if want, err := registry.ShortID(p.File.ID); err != nil || want != p.File.ShortID {
		t.Errorf("short id %s of %s, want %s", p.File.ShortID, p.File.ID, want)
	}
	w := s.fetch(t, "contributor", p.File.Path)
	if w.Code != 200 || w.Body.String() != someRows {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if got := s.shelf(t, "contributor", d.ID).Phenotypes[0].File.Downloads; got != 1 {
		t.Errorf("%d downloads", got)
	}
}

func TestVersionsOfAFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Versions"), "a.tsv", []byte("first\n"))
	first := *d.Phenotypes[0].File // answers are decoded into the same variable
	put := request{method: "PUT", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/file", as: "contributor",
		body: map[string]any{"upload_id": s.sendWhole(t, "contributor", "b.tsv.gz", gzipped("second\n"))}}
	for range 2 { // a repeated request changes nothing
		s.want(t, 200, put, &d)
		if f := d.Phenotypes[0].File; f.Version != 2 || f.FileName != "b.tsv.gz" || f.ShortID == first.ShortID || d.Phenotypes[0].Versions != 2 {
			t.Fatalf("%+v", f)
		}
	}
	for path, want := range map[string]string{first.Path: "first\n", d.Phenotypes[0].File.Path: string(gzipped("second\n")), "/api/datasets/" + d.ID + "/files/" + first.ID: "first\n"} {
		if w := s.fetch(t, "contributor", path); w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: status %d, %q", path, w.Code, w.Body)
		}
	}
	var list struct{ Items []shelfFile }
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + d.ID + "/files", as: "contributor"}, &list)
	if len(list.Items) != 1 || list.Items[0].Version != 2 {
		t.Errorf("current files: %+v", list.Items)
	}
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + d.ID + "/files?versions=true", as: "contributor"}, &list)
	if len(list.Items) != 2 || list.Items[1].Version != 1 || list.Items[1].Current || list.Items[1].Phenotype != "Type 2 diabetes" {
		t.Errorf("all files: %+v", list.Items)
	}
}

func TestCredibleSets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Sets"), "a.tsv", []byte("a\n"))
	path := "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/credible-sets"
	one := s.sendWhole(t, "contributor", "set.txt", []byte("1:1000\n"))
	s.want(t, 201, request{method: "POST", path: path, as: "contributor", body: map[string]any{"name": " Locus 1 / <b> ", "upload_id": one}}, &d)
	set := d.Phenotypes[0].CredibleSets[0]
	oldPath := set.File.Path
	if set.Name != "Locus 1 / <b>" || set.File.Kind != "cs" || set.File.Path != "/api/cs/"+set.File.ShortID || set.File.Name != set.Name {
		t.Errorf("%+v, file %+v", set, set.File)
	}
	if w := s.fetch(t, "contributor", set.File.Path); w.Body.String() != "1:1000\n" {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	s.want(t, 404, request{method: "GET", path: "/api/d/" + set.File.ShortID, as: "contributor"}, nil)
	path += "/" + set.ID
	s.want(t, 200, request{method: "PUT", path: path, as: "contributor", body: map[string]any{"name": "Locus A"}}, &d)
	two := s.sendWhole(t, "contributor", "set2.txt", []byte("1:2000\n"))
	s.want(t, 200, request{method: "PUT", path: path, as: "contributor", body: map[string]any{"name": "Locus A", "upload_id": two}}, &d)
	if got := d.Phenotypes[0].CredibleSets[0]; got.Name != "Locus A" || got.Versions != 2 || got.File.Version != 2 {
		t.Errorf("%+v, file %+v", got, got.File)
	}
	elsewhere := strings.Replace(path, d.Phenotypes[0].ID, "absent", 1)
	s.want(t, 404, request{method: "DELETE", path: elsewhere, as: "contributor"}, nil)
	s.want(t, 200, request{method: "DELETE", path: path, as: "contributor"}, &d)
	if len(d.Phenotypes[0].CredibleSets) != 0 {
		t.Errorf("%+v", d.Phenotypes[0].CredibleSets)
	}
	s.want(t, 404, request{method: "GET", path: oldPath, as: "contributor"}, nil)
	s.want(t, 404, request{method: "PUT", path: path, as: "contributor", body: map[string]any{"name": "x"}}, nil)
}

func TestSizesOfAPhenotype(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newShelf(t, "contributor", "Sizes")
	path := "/api/datasets/" + d.ID + "/phenotypes"
	for name, c := range map[string]struct {
		body  map[string]any
		field string
	}{
		"no name":                          {trait("phenotype", " "), "phenotype"},
		"a name of two lines":              {trait("phenotype", "a\nb"), "phenotype"},
		"a long name":                      {trait("phenotype", strings.Repeat("é", 301)), "phenotype"},
		"negative cases":                   {trait("cases", -400, "controls", 1400), "cases"},
		"negative controls":                {trait("cases", 1400, "controls", -400), "controls"},
		"a negative size":                  {trait("sample_size", -1), "sample_size"},
		"cases and controls do not add up": {trait("sample_size", 999), "sample_size"},
		"numbers that overflow":            {trait("cases", int64(1)<<62, "controls", int64(1)<<62, "sample_size", -(int64(1) << 62)), "sample_size"},
		"no controls":                      {trait("controls", nil), "controls"},
		"cases of a quantitative trait":    {trait("dichotomous", false), "cases"},
	} {
		var p problem
		s.want(t, 422, request{method: "POST", path: path, as: "contributor", body: c.body}, &p)
		found := false
		for _, f := range p.Fields {
			found = found || f.Field == c.field && f.Message != ""
		}
		if !found {
			t.Errorf("%s: %+v", name, p)
		}
	}
	s.want(
		t,
		201,
		request{
			method: "POST",
			path:   path,
			as:     "contributor",
			body:   trait("phenotype", "../BMI 🧬/<i>", "description", nil, "dichotomous", false, "cases", nil, "controls", nil),
		},
		&d,
	)
	p := d.Phenotypes[0]
	if p.Phenotype != "../BMI 🧬/<i>" || p.Dichotomous || p.Cases != nil || p.File != nil || p.Versions != 0 {
		t.Errorf("%+v", p)
	}
	version := d.Version
	s.want(t, 200, request{method: "PUT", path: path + "/" + p.ID, as: "contributor", body: trait("cases", 1, "controls", 2, "sample_size", 3)}, &d)
	if p := d.Phenotypes[0]; p.SampleSize != 3 || *p.Cases != 1 || !p.Dichotomous || d.Version != version+1 {
		t.Errorf("%+v", p)
	}
	s.want(t, 200, request{method: "PUT", path: path + "/" + p.ID, as: "contributor", body: trait("cases", 1, "controls", 2, "sample_size", 3)}, &d)
	if d.Version != version+1 {
		t.Error("what says the same is a change")
	}
	var history struct {
		Items []struct{ Action, Detail string }
	}
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + d.ID + "/history", as: "contributor"}, &history)
	if h := history.Items; len(h) != 3 || h[0].Action != "changed a phenotype" || h[1].Action != "added a phenotype" {
		t.Errorf("history: %+v", history.Items)
	}
	s.want(t, 200, request{method: "DELETE", path: path + "/" + p.ID, as: "contributor"}, &d)
	s.want(t, 404, request{method: "DELETE", path: path + "/" + p.ID, as: "contributor"}, nil)
	s.want(t, 404, request{method: "PUT", path: path + "/" + p.ID, as: "contributor", body: trait()}, nil)
}
