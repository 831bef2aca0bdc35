package httpapi_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	registry "cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes/hermestest"
)

func zipped(entries ...*zip.FileHeader) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		w, err := z.CreateHeader(e)
		if err == nil && !strings.HasSuffix(e.Name, "/") {
			_, err = w.Write([]byte(someRows))
		}
		if err != nil {
			panic(err) // a fault of the test itself
		}
	}
	_ = z.Close() // to memory
	return out.Bytes()
}

func symlink(name string) *zip.FileHeader {
	h := &zip.FileHeader{Name: name}
	h.SetMode(0o777 | 1<<27) // fs.ModeSymlink
	return h
}

func tarred(names ...string) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, name := range names {
		_ = w.WriteHeader(&tar.Header{Name: name, Size: 1, Mode: 0o600, Format: tar.FormatUSTAR}) // to memory
		_, _ = w.Write([]byte("x"))
	}
	_ = w.Close()
	return out.Bytes()
}

// refuseFile tries to add a phenotype with an unacceptable file. The message is at the field, the
// upload can be used again, and the data set has not changed.
func (s *site) refuseFile(t *testing.T, as string, d shelf, uploadID string, status int) problem {
	t.Helper()
	var p problem
	s.want(t, status, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: as, body: trait("upload_id", uploadID)}, &p)
	if len(p.Fields) != 1 || p.Fields[0].Field != "upload_id" || p.Fields[0].Message == "" {
		t.Errorf("upload %s: %+v", uploadID, p)
	}
	if now := s.shelf(t, as, d.ID); now.Version != d.Version || len(now.Phenotypes) != len(d.Phenotypes) {
		t.Errorf("upload %s changed the data set: %+v", uploadID, now)
	}
	return p
}

func (s *site) pending(t *testing.T, as string) map[string]bool {
	t.Helper()
	var list struct{ Items []struct{ ID string } }
	s.want(t, 200, request{method: "GET", path: "/api/uploads/", as: as}, &list)
	out := make(map[string]bool)
	for _, f := range list.Items {
		out[f.ID] = true
	}
	return out
}

func TestSEC40ContentDecides(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newShelf(t, "contributor", "Content")
	whole := gzipped(strings.Repeat(someRows, 100))
	broken := bytes.Clone(whole)
	broken[len(broken)/2] ^= 0xff
	for name, c := range map[string]struct {
		file    string
		content []byte
		says    string
	}{
		"nothing":                    {"a.tsv", nil, "0 bytes"},
		"text that says gzip":        {"a.tsv.gz", []byte(someRows), "not a gzip file"},
		"a zip file that says gzip":  {"A.TSV.GZ", zipped(&zip.FileHeader{Name: "a.tsv"}), "a zip file"},
		"gzip with a broken middle":  {"a.tsv.gz", broken, "damaged"},
		"gzip that ends too early":   {"a.tsv.gz", whole[:len(whole)-20], "too early"},
		"a header of gzip only":      {"a.tsv.gz", []byte("\x1f\x8bnot gzip at all"), "damaged"},
		"gzip of nothing":            {"a.tsv.gz", gzipped(""), "empty file"},
		"an image that says text":    {"a.tsv", []byte("\x89PNG\r\n\x1a\n...."), "an image"},
		"a program that says text":   {"a.csv", []byte("\x7fELF\x02\x01\x01"), "a program"},
		"an archive of two":          {"a.zip", zipped(&zip.FileHeader{Name: "a"}, &zip.FileHeader{Name: "b"}), "more than one"},
		"an archive that leads up":   {"a.zip", zipped(&zip.FileHeader{Name: "a/../../b"}), "other than plain files"},
		"an archive that leads up 2": {"a.zip", zipped(&zip.FileHeader{Name: `..\b`}), "other than plain files"},
		"an absolute name":           {"a.zip", zipped(&zip.FileHeader{Name: "/etc/passwd"}), "other than plain files"},
		"a name with a drive":        {"a.zip", zipped(&zip.FileHeader{Name: `C:\b`}), "other than plain files"},
		"a link":                     {"a.zip", zipped(symlink("a")), "other than plain files"},
		"a folder":                   {"a.zip", zipped(&zip.FileHeader{Name: "a/"}), "other than plain files"},
		"an archive without a list":  {"a.zip", []byte("PK\x03\x04 and then nothing"), "damaged"},
		"an empty archive":           {"a.zip", zipped(), "empty zip"},
		"a tar archive":              {"data", tarred("../a", "/b"), "archive"},
		"a compressed tar archive":   {"a.tgz", gzipped(string(tarred("a"))), "archive"},
		"a 7-Zip archive":            {"data", []byte("7z\xbc\xaf\x27\x1c........"), "archive"},
		"a name of 2,000 bytes":      {strings.Repeat("n", 2000), []byte(someRows), "longer"},
	} {
		id := s.sendWhole(t, "contributor", c.file, c.content)
		if p := s.refuseFile(t, "contributor", d, id, 422); len(p.Fields) > 0 && !strings.Contains(p.Fields[0].Message, c.says) {
			t.Errorf("%s: %q does not say %q", name, p.Fields[0].Message, c.says)
		}
		if !s.pending(t, "contributor")[id] {
			t.Errorf("%s: the upload is lost", name)
		}
		s.pass()
	}
	for _, c := range []struct {
		file    string
		content []byte
	}{
		{"a.tsv.gz", whole}, {"a.tsv", whole}, {"a.zip", zipped(&zip.FileHeader{Name: "a.tsv"})}, {"a.xlsx", zipped(&zip.FileHeader{Name: "a"}, &zip.FileHeader{Name: "b"})},
		{"page.html", []byte("<script>alert(1)</script>")}, {"picture.svg", []byte("<svg onload='alert(1)'/>")}, {"", []byte("x")}, {"..", []byte("x")},
	} {
		d = s.addTrait(t, "contributor", d, c.file, c.content)
		s.pass()
	}
}

func TestSEC39Limits(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Quota, c.MaxFiles = 100, 2 })
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Quota"), "a.tsv", bytes.Repeat([]byte("a"), 60))
	other := s.newShelf(t, "contributor", "Quota of the same owner")
	large := s.sendWhole(t, "contributor", "b.tsv", bytes.Repeat([]byte("b"), 41))
	for _, target := range []shelf{d, other} {
		if p := s.refuseFile(
			t,
			"contributor",
			target,
			large,
			422,
		); p.Code != "quota_reached" || !strings.Contains(p.Detail, "60 bytes of 100 bytes") ||
			!strings.Contains(p.Detail, "41 bytes") {
			t.Errorf("%+v", p)
		}
	}
	if !s.pending(t, "contributor")[large] {
		t.Error("the upload is lost")
	}
	d = s.addTrait(t, "contributor", d, "c.tsv", bytes.Repeat([]byte("c"), 40))
	s.addTrait(t, "contributor2", s.newShelf(t, "contributor2", "Another owner"), "e.tsv", bytes.Repeat([]byte("e"), 100))
	// Deleted files free their quota, in files and in bytes.
	s.want(t, 200, request{method: "DELETE", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID, as: "contributor"}, &d)
	d = s.addTrait(t, "contributor", d, "f.tsv", bytes.Repeat([]byte("f"), 1))
	third := s.sendWhole(t, "contributor", "g.tsv", []byte("g"))
	p := s.problemOf(t, 422, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/credible-sets", as: "contributor",
		body: map[string]any{"name": "third", "upload_id": third}})
	if p.Code != "too_many_files" || p.Fields[0].Field != "upload_id" {
		t.Errorf("a third file: %+v", p)
	}
	if p := s.problemOf(
		t,
		422,
		request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: "contributor", body: trait()},
	); p.Fields[0].Field != "phenotype" {
		t.Errorf("a third phenotype: %+v", p)
	}
	s.want(t, 200, request{method: "PUT", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/file", as: "contributor",
		body: map[string]any{"upload_id": third}}, nil) // a new version is not an additional file
}

func (s *site) problemOf(t *testing.T, status int, q request) problem {
	t.Helper()
	var p problem
	s.want(t, status, q, &p)
	return p
}

// TestSEC30UploadIDs checks that an upload is used by its owner only, once.
func TestSEC30UploadIDs(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Ids"), "a.tsv", []byte("a\n"))
		theirs := s.sendWhole(t, "contributor2", "b.tsv", []byte("b\n"))
		var says []string
		for _, id := range []string{theirs, "absent", "../" + theirs, "..%2f", "/etc/passwd", "uploads/" + theirs, "a\x00b", "é", strings.Repeat("x", 64)} {
			p := s.refuseFile(t, "contributor", d, id, 422)
			says = append(says, p.Detail)
		}
		for i := range says {
			if says[i] != says[0] {
				t.Errorf("another's upload is told from one that does not exist: %q and %q", says[0], says[i])
			}
		}
		half := s.send(t, "contributor", "half.tsv", []byte("0123456789"), 4)
		if p := s.refuseFile(t, "contributor", d, half, 422); !strings.Contains(p.Detail, "4 of 10 bytes") {
			t.Errorf("an unfinished upload: %+v", p)
		}
		mine := s.sendWhole(t, "contributor", "c.tsv", []byte("c\n"))
		s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: "contributor", body: trait("upload_id", mine)}, &d)
		if p := s.refuseFile(t, "contributor", d, mine, 409); p.Code != "file_used" {
			t.Errorf("an upload that is used: %+v", p)
		}
		s.want(t, 409, request{method: "DELETE", path: "/api/uploads/" + mine, as: "contributor", header: map[string]string{"Tus-Resumable": "1.0.0"}}, nil)
		for _, more := range []string{"short_id", "sha256", "file_name", "downloads", "id", "path", "blob_id", "s3_path"} {
			s.want(t, 400, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: "contributor", body: trait(more, "x")}, nil)
		}
	})
}

// An upload belongs to the first area that used it.
func TestAnUploadIsUsedOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin := s.newShelf(t, "admin", "Admin")
	content := hermestest.Sumstats(40, 1)
	first := s.sendWhole(t, "admin", "a.tsv", content)
	hermesBody := func(id string) map[string]any {
		return map[string]any{"upload_id": id, "metadata": hermestest.Metadata("N "+id, "A"), "mapping": hermestest.Mapping()}
	}
	s.want(t, http.StatusCreated, request{method: "POST", path: "/api/hermes/uploads", as: "admin", body: hermesBody(first)}, nil)
	if p := s.refuseFile(t, "admin", admin, first, 409); p.Code != "file_used" {
		t.Errorf("a file of HERMES: %+v", p)
	}
	second := s.sendWhole(t, "admin", "b.tsv", content)
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + admin.ID + "/phenotypes", as: "admin", body: trait("upload_id", second)}, nil)
	if w := s.do(t, request{method: "POST", path: "/api/hermes/uploads", as: "admin", body: hermesBody(second)}); w.Code < 400 || w.Code >= 500 {
		t.Errorf("a file of the registry in HERMES: status %d", w.Code)
	}
}

// draws returns the same id twice before it returns others.
type draws struct{ n int }

func (d *draws) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(d.n / 3)
	}
	d.n++
	return len(p), nil
}

func TestShortIDsThatCollideAreDrawnAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Random = &draws{} })
	d := s.newShelf(t, "contributor", "Collisions")
	seen := map[string]bool{}
	for i := range 4 {
		d = s.addTrait(t, "contributor", d, "a.tsv", []byte{byte('a' + i)})
		seen[d.Phenotypes[i].File.ShortID] = true
	}
	if len(seen) != 4 || !seen["4inFLg"] {
		t.Errorf("short ids: %v", seen)
	}
}

// TestNothingIsLeftBehind checks that after refusals, replacements and deletions there is no blob
// without a row, and no row without its blob.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Quota = 1 << 20 })
	d := s.newShelf(t, "contributor", "Sweep")
	for name, content := range map[string][]byte{"empty.tsv": nil, "broken.gz": []byte("\x1f\x8bbroken"), "large.tsv": bytes.Repeat([]byte("x"), 2<<20)} {
		s.refuseFile(t, "contributor", d, s.sendWhole(t, "contributor", name, content), 422)
	}
	kept := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Kept"), "kept.tsv", []byte("kept\n"))
	d = s.addTrait(t, "contributor", d, "a.tsv", []byte("one\n"))
	p := d.Phenotypes[0]
	s.want(t, 200, request{method: "PUT", path: "/api/datasets/" + d.ID + "/phenotypes/" + p.ID + "/file", as: "contributor",
		body: map[string]any{"upload_id": s.sendWhole(t, "contributor", "b.tsv", []byte("two\n"))}}, &d)
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes/" + p.ID + "/credible-sets", as: "contributor",
		body: map[string]any{"name": "set", "upload_id": s.sendWhole(t, "contributor", "c.tsv", []byte("three\n"))}}, &d)
	d = s.addTrait(t, "contributor", d, "d.tsv", []byte("four\n"))
	_, _, err := s.blobs.Put(t.Context(), "datasets/files/"+d.Phenotypes[1].File.ID+"/checks/gone/report.json", strings.NewReader("{}"))
	must(t, err)
	s.want(t, 200, request{method: "DELETE", path: "/api/datasets/" + d.ID + "/phenotypes/" + p.ID, as: "contributor"}, &d)
	if n := s.blobsUnder(t, "uploads/"); n != 2+2 {
		t.Errorf("%d uploaded files, want two that are kept and two that were refused (an empty one has none)", n)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + d.ID, as: "contributor"}, nil)
	s.later(t, 31*24*time.Hour)
	if n := s.blobsUnder(t, "uploads/") + s.blobsUnder(t, "datasets/"); n != 1 {
		t.Errorf("%d blobs are left, want the one that is kept", n)
	}
	_, err = s.registry.Dataset(t.Context(), s.identity(t, "curator"), d.ID)
	if err == nil {
		t.Error("a data set outlives the bin")
	}
	if w := s.fetch(t, "contributor", kept.Phenotypes[0].File.Path); w.Body.String() != "kept\n" {
		t.Errorf("what is kept: status %d, %s", w.Code, w.Body)
	}
}

// later advances the clock and runs every sweep.
func (s *site) later(t *testing.T, d time.Duration) {
	t.Helper()
	s.skew.Add(int64(d))
	must(t, s.registry.Sweep(t.Context()))
	must(t, s.uploads.Sweep(t.Context()))
	for name := range s.users {
		s.tokens[name] = s.freshSession(name)
	}
}

func (s *site) blobsUnder(t *testing.T, prefix string) (n int) {
	t.Helper()
	must(t, s.blobs.List(context.Background(), prefix, func(blob.Object) error { n++; return nil }))
	return n
}
