package httpapi_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/blob"
	registry "cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// TestFactsOfTheRegistry checks what users of the registry rely on, each with the calls of their
// programs.
func TestFactsOfTheRegistry(t *testing.T) {
	t.Parallel()
	for _, fact := range []struct {
		name  string
		holds func(t *testing.T, s *site)
	}{
		{"a new registry has no data sets and no studies", nothingYet},
		{"what is registered with its study has an id, and is read back under a new name", renamedAndRead},
		{"a change to an unknown study is refused at its field and changes nothing", unknownStudy},
		{"each of six types of data is taken, an unknown ancestry is not", sixTypes},
		{"bytes come back unchanged, through other names and beside files of the same name", bytesUnchanged},
		{"bytes lie under ids, never under what a user typed", bytesLieUnderIDs},
		{"the short link of a private file is absent, also for an administrator who is not signed in", shortLinkOfAPrivateFile},
		{"a short link is d/ and six letters or digits, in exactly these capitals", shortLinksInCapitals},
		{"an uploaded credible set is in the data set, with its size", credibleSetIsThere},
		{"what was deleted for ever is absent", deletedIsAbsent},
		{"deleting asks who is not signed in to sign in, and refuses who does not own it", whoDeletes},
		{"a phenotype is deleted by its id, and its short links with it", phenotypeDeleted},
		{"a preview has the names of the columns in their order", previewInOrder},
		{"looking a publication up gives its title, and an odd or unknown one is no failure of ours", publicationTitle},
	} {
		t.Run(fact.name, func(t *testing.T) {
			t.Parallel()
			fact.holds(t, newSite(t, func(c *registry.Config) { c.Publications = oneArticle{} }))
		})
	}
}

// oneArticle knows a single publication.
type oneArticle struct{}

// Publication implements dataset.Publications.
func (oneArticle) Publication(_ context.Context, id registry.PubID) (*registry.Publication, error) {
	if id.Value != "29212778" {
		return nil, errs.Missing("publication")
	}
	return &registry.Publication{PMID: id.Value, Title: "A title"}, nil
}

func nothingYet(t *testing.T, s *site) {
	for _, path := range []string{"/api/datasets", "/api/studies"} {
		for _, as := range []string{"contributor", "curator", "admin"} {
			var page registryPage
			s.want(t, 200, request{method: "GET", path: path, as: as}, &page)
			if page.Total != 0 || page.Items == nil || len(page.Items) != 0 {
				t.Errorf("%s as %s: %+v", path, as, page)
			}
		}
	}
}

func renamedAndRead(t *testing.T, s *site) {
	d := s.newDataset(t, "contributor", "First")
	if d.ID == "" {
		t.Fatal("no id")
	}
	s.changeDataset(t, 200, "contributor", "/api/datasets/"+d.ID, 1, datasetBody("Second", d.StudyID, nil), nil)
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + d.ID, as: "contributor"}, &d)
	if d.Name != "Second" || d.Study.Name != "Study of First" {
		t.Errorf("%+v", d)
	}
}

func unknownStudy(t *testing.T, s *site) {
	d := s.newDataset(t, "contributor", "First")
	for _, name := range []string{"First", "Another name"} { // must not be reported as a duplicate name
		var p problem
		s.changeDataset(t, 422, "contributor", "/api/datasets/"+d.ID, 1, datasetBody(name, "00000000000000000000000000000000", nil), &p)
		if len(p.Fields) != 1 || p.Fields[0].Field != "study_id" {
			t.Errorf("named %s: %+v", name, p)
		}
	}
	var now registered
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + d.ID, as: "contributor"}, &now)
	if now.Version != 1 || now.Name != "First" || now.StudyID != d.StudyID {
		t.Errorf("%+v", now)
	}
}

func sixTypes(t *testing.T, s *site) {
	study := s.newStudy(t, "contributor", "North")
	for _, kind := range []string{"gwas", "exomchip", "exseq", "ichip", "wgs", "other"} {
		var d struct {
			DataType string `json:"data_type"`
		}
		s.want(
			t,
			201,
			request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody("Of "+kind, study, map[string]any{"data_type": kind})},
			&d,
		)
		if d.DataType != kind {
			t.Errorf("%s became %s", kind, d.DataType)
		}
	}
	for _, ancestry := range []string{"XX", "eu", "European", ""} {
		s.want(
			t,
			422,
			request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody("Of "+ancestry, study, map[string]any{"ancestry": ancestry})},
			nil,
		)
	}
}

func bytesUnchanged(t *testing.T, s *site) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "One"), "a.tsv", all)
	twin := s.addTrait(t, "contributor", d, "a.tsv", []byte("the same names, other bytes\n"))
	s.addTrait(t, "contributor2", s.newShelf(t, "contributor2", "One of another"), "a.tsv", []byte("another's\n"))
	body := datasetBody("credible_sets/../hermes", s.newStudy(t, "contributor", "Another study"), map[string]any{"genome_build": "n/a"})
	s.changeDataset(t, 200, "contributor", "/api/datasets/"+d.ID, twin.Version, body, nil)
	s.addTrait(t, "contributor", d, "a.tsv", []byte("sent after the new name\n"))
	f := d.Phenotypes[0].File
	for _, path := range []string{f.Path, "/api/datasets/" + d.ID + "/files/" + f.ID} {
		w := s.fetch(t, "contributor", path)
		if !slices.Equal(w.Body.Bytes(), all) || f.Size != 256 {
			t.Errorf("%s: %d bytes, said to be %d", path, w.Body.Len(), f.Size)
		}
	}
	if w := s.fetch(t, "contributor", twin.Phenotypes[1].File.Path); w.Body.String() != "the same names, other bytes\n" {
		t.Errorf("the file of the same name: %q", w.Body)
	}
}

func bytesLieUnderIDs(t *testing.T, s *site) {
	d := s.newShelf(t, "contributor", "../typed-name")
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: "contributor",
		body: trait("phenotype", "../../typed-trait", "upload_id", s.sendWhole(t, "contributor", "../../typed-file.tsv", []byte(someRows)))}, &d)
	n := 0
	for _, prefix := range []string{"uploads/", "datasets/"} {
		must(t, s.blobs.List(t.Context(), prefix, func(o blob.Object) error {
			n++
			if strings.Contains(o.Key, "typed") || strings.Contains(o.Key, "..") {
				t.Errorf("a file lies at %s", o.Key)
			}
			return nil
		}))
	}
	if n == 0 {
		t.Error("the file lies nowhere")
	}
	for _, path := range []string{"", "/files?versions=true", "/history"} {
		w := s.do(t, request{method: "GET", path: "/api/datasets/" + d.ID + path, as: "contributor"})
		for _, place := range []string{"uploads/", `"upload_id"`, `"key"`, "s3://", "file://", s.path} {
			if strings.Contains(w.Body.String(), place) {
				t.Errorf("%q tells where files lie: %s in %s", path, place, w.Body)
			}
		}
	}
}

func shortLinkOfAPrivateFile(t *testing.T, s *site) {
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Private"), "a.tsv", []byte(someRows))
	path := d.Phenotypes[0].File.Path
	s.want(t, 404, request{method: "GET", path: path}, nil)
	s.tokens["signed out"] = s.freshSession("admin")
	s.want(t, 200, request{method: "POST", path: "/api/logout", as: "signed out"}, nil)
	for _, as := range []string{"signed out", "contributor2", "reviewer"} {
		s.want(t, 404, request{method: "GET", path: path, as: as}, nil)
	}
	for _, as := range []string{"contributor", "admin"} { // accounts that may see it may also download the file
		if w := s.fetch(t, as, path); w.Code != 200 || w.Body.String() != someRows {
			t.Errorf("as %s: status %d", as, w.Code)
		}
	}
}

func shortLinksInCapitals(t *testing.T, s *site) {
	form := regexp.MustCompile(`^/api/d/[1-9A-HJ-NP-Za-km-z]{6}$`)
	d, others := s.newShelf(t, "contributor", "Capitals"), 0
	for i := range 3 {
		d = s.addTrait(t, "contributor", d, "a.tsv", []byte(someRows))
		path := d.Phenotypes[i].File.Path
		if !form.MatchString(path) {
			t.Errorf("path %s", path)
		}
		for _, change := range []func(string) string{strings.ToLower, strings.ToUpper} {
			if other := "/api/d/" + change(path[len("/api/d/"):]); other != path {
				others++
				s.want(t, 404, request{method: "GET", path: other, as: "contributor"}, nil)
			}
		}
	}
	if others == 0 {
		t.Error("no short id has a letter")
	}
}

func credibleSetIsThere(t *testing.T, s *site) {
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Sets"), "a.tsv", []byte(someRows))
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/credible-sets", as: "contributor",
		body: map[string]any{"name": "Locus 1", "upload_id": s.sendWhole(t, "contributor", "set.txt", []byte("1:1000\n"))}}, nil)
	sets := s.shelf(t, "curator", d.ID).Phenotypes[0].CredibleSets
	if len(sets) != 1 || sets[0].Name != "Locus 1" || sets[0].File.FileName != "set.txt" || sets[0].File.Size != int64(len("1:1000\n")) {
		t.Errorf("%+v", sets)
	}
}

func deletedIsAbsent(t *testing.T, s *site) {
	d := s.newDataset(t, "contributor", "One")
	path := "/api/datasets/" + d.ID
	s.want(t, 204, request{method: "DELETE", path: path, as: "contributor"}, nil)
	s.want(t, 404, request{method: "GET", path: path, as: "contributor2"}, nil)
	s.want(t, 204, request{method: "DELETE", path: path + "?forever=true", as: "contributor"}, nil)
	for _, as := range []string{"contributor", "curator", "admin"} {
		s.want(t, 404, request{method: "GET", path: path, as: as}, nil)
		s.want(t, 404, request{method: "DELETE", path: path, as: as}, nil)
	}
}

func whoDeletes(t *testing.T, s *site) {
	d := s.newShelf(t, "contributor", "One")
	path := "/api/datasets/" + d.ID
	for as, status := range map[string]int{"": 401, "reviewer": 403, "sgc-reviewer": 403, "contributor2": 404} {
		s.want(t, status, request{method: "DELETE", path: path, as: as}, nil)
	}
	s.share(t, "contributor", d, "named", []string{"contributor2"}, nil)
	s.want(t, 403, request{method: "DELETE", path: path, as: "contributor2"}, nil)
	s.want(t, 204, request{method: "DELETE", path: path, as: "curator"}, nil)
}

func phenotypeDeleted(t *testing.T, s *site) {
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "One"), "a.tsv", []byte(someRows))
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/credible-sets", as: "contributor",
		body: map[string]any{"name": "set", "upload_id": s.sendWhole(t, "contributor", "c.txt", []byte("c\n"))}}, &d)
	p := d.Phenotypes[0]
	s.want(t, 200, request{method: "DELETE", path: "/api/datasets/" + d.ID + "/phenotypes/" + p.ID, as: "contributor"}, &d)
	for _, path := range []string{p.File.Path, p.CredibleSets[0].File.Path} {
		s.want(t, 404, request{method: "GET", path: path, as: "contributor"}, nil)
	}
	if len(d.Phenotypes) != 0 {
		t.Errorf("%+v", d)
	}
}

func previewInOrder(t *testing.T, s *site) {
	var rows strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&rows, "rs%d\t1\t%d\tA\tG\t0.%d\n", i*7919, i*104729, i*i)
	}
	for name, c := range map[string]struct {
		file string
		head []byte
	}{
		"tab":                   {"a.tsv", []byte("SNP\tCHR\tBP\tA1\tA2\tP\nrs1\t1\t1000\tA\tG\t0.5\nrs2\t1\t20")},
		"comma":                 {"a.csv", []byte("SNP,CHR,BP,A1,A2,P\nrs1,1,1000,A,G,0.5\n")},
		"gzip":                  {"a.tsv.gz", gzipped("SNP\tCHR\tBP\tA1\tA2\tP\nrs1\t1\t1000\tA\tG\t0.5\n")},
		"gzip that was cut off": {"a.tsv.gz", gzipped("SNP\tCHR\tBP\tA1\tA2\tP\n" + rows.String())[:40000]},
		"a letter that was cut": {"a.tsv", []byte("SNP\tCHR\tBP\tA1\tA2\tP\nrs1\t1\t1000\tA\tG\t0.5\nr\xc3")},
	} {
		var in inspected
		s.want(t, 200, request{method: "POST", path: "/api/sumstats/preview?file_name=" + c.file, as: "contributor", body: c.head}, &in)
		if !slices.Equal(in.Header, []string{"SNP", "CHR", "BP", "A1", "A2", "P"}) {
			t.Errorf("%s: %q", name, in.Header)
		}
	}
	for _, head := range []string{"", "\x1f\x8b", "\xff\xfe\x00", strings.Repeat("x", 1<<16), "a\ta\n1\t2\n"} {
		w := s.do(t, request{method: "POST", path: "/api/sumstats/preview?file_name=a.tsv", as: "contributor", body: []byte(head)})
		if w.Code != 200 && w.Code != 422 {
			t.Errorf("%.10q: status %d: %s", head, w.Code, w.Body)
		}
	}
	s.want(t, 401, request{method: "POST", path: "/api/sumstats/preview?file_name=a.tsv", body: []byte("a\tb\n")}, nil)
}

func publicationTitle(t *testing.T, s *site) {
	for id, status := range map[string]int{
		"29212778": 200, "PMID:29212778": 200, "29212779": 404, "PMC99": 404, "10.1000/182": 404, "": 422, "odd": 422, "17&db=x": 422, "<b>": 422,
		"10.1000/" + strings.Repeat("x", 300): 422,
	} {
		var p struct{ Title string }
		q := request{method: "GET", path: "/api/publications?pub_id=" + strings.NewReplacer("&", "%26", "<", "%3C", ">", "%3E").Replace(id), as: "contributor"}
		if s.want(t, status, q, &p); status == 200 && p.Title != "A title" {
			t.Errorf("%s: %+v", id, p)
		}
	}
}
