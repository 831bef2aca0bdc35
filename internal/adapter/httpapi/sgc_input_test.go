package httpapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
)

// fileCase is one file for a cohort of 400 males and 600 females.
type fileCase struct {
	name, kind, content string
	status              int
	code                string // of the refusal, or of an expected finding; "" for no finding
	words               string // in its message
	suggestion          string
}

// The examples of the rules for files: what is accepted, with which warnings, and what is refused,
// with a message that contains the value.
func TestFilesOfTheRules(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const male, pairs = "cases_controls_male", "cooccurrence_male"
	parted := "phenotype,cases,controls,breakdown\n"
	for _, c := range []fileCase{
		{"fits", male, casesHead + "PSOR,100,300\n", 200, "", "", ""},
		{"fewer people than the cohort has", male, casesHead + "PSOR,100,250\n", 200, "total_below", "350", ""},
		{"more people than the cohort has", male, casesHead + "PSOR,101,300\n", 422, "total_above", "401", ""},
		{"hidden cases", male, casesHead + "PSOR,<5,395\n", 200, "total_below", "395", ""},
		{"a phenotype twice", male, casesHead + "PSOR,1,2\nPSOR,10,20\n", 422, "phenotype_twice", "PSOR", ""},
		{"lower case", male, casesHead + "psor,1,2\n", 422, "phenotype_unknown", "psor", "PSOR"},
		{"below zero", male, casesHead + "PSOR,-1,5\n", 422, "count_invalid", "below zero", ""},
		{"half a person", male, casesHead + "PSOR,1.5,5\n", 422, "count_invalid", "not a whole number", ""},
		{"no number", male, casesHead + "PSOR,,5\n", 422, "count_invalid", "empty", ""},
		{"a whole number with a point", male, casesHead + "PSOR,100.0,3e2\n", 200, "", "", ""},
		{"breakdown above the cases, each below", male, parted + "PSOR,100,300,L400:60;L401:50\n", 200, "", "", ""},
		{"breakdown above the cases", male, parted + "PSOR,100,300,L400:120\n", 422, "breakdown_above", "120", ""},
		{"breakdown below the cases", male, parted + "PSOR,100,300,L400:60\n", 200, "breakdown_below", "60", ""},
		{"breakdown without a colon", male, parted + "PSOR,100,300,L400-60\n", 422, "breakdown_format", "L400-60", ""},
		{"more pairs than people", pairs, pairsHead + "PSOR,ACNE_VULGARIS,401\n", 422, "pair_above_cohort", "401", ""},
		{"a pair both ways round", pairs, pairsHead + "PSOR,ACNE_VULGARIS,10\nACNE_VULGARIS,PSOR,10\n", 422, "pair_twice", "PSOR", ""},
		{"a pair of one phenotype", pairs, pairsHead + "PSOR,PSOR,10\n", 422, "pair_self", "PSOR", ""},
	} {
		t.Run(c.name, func(t *testing.T) { s.tryFile(t, c) })
	}
}

// tryFile uploads a file to a new cohort, first as a check and then for storage. Both must have the
// same result.
func (s *site) tryFile(t *testing.T, c fileCase) {
	t.Helper()
	s.pass()
	mine := s.newCohort(t, "sgc-uploader", "cohort of "+c.name)
	var checked fileCheck
	s.want(t, 200, fileOf("POST", "sgc-uploader", mine, c.kind, c.content), &checked)
	w := s.do(t, fileOf("PUT", "sgc-uploader", mine, c.kind, c.content))
	if w.Code != c.status {
		t.Fatalf("status %d, want %d: %s", w.Code, c.status, w.Body)
	}
	after := s.cohort(t, "sgc-uploader", mine.ID)
	if taken := len(after.Files) == 1; taken != (c.status == 200) || taken != (after.Version == mine.Version+1) {
		t.Errorf("status %d, and then the cohort is %+v", c.status, after)
	}
	var answer refused
	must(t, json.Unmarshal(w.Body.Bytes(), &answer))
	if c.status == 422 && (answer.Code != "findings" || answer.Check == nil || answer.Check.Report.Blocking != checked.Report.Blocking) {
		t.Errorf("the refusal and the check differ: %s", w.Body)
	}
	for _, f := range checked.Report.Findings {
		if f.Code == c.code && strings.Contains(f.Message+f.Value, c.words) && f.Suggestion == c.suggestion && (f.Severity == "block") == (c.status == 422) {
			return
		}
		if c.code == "" && f.Severity != "info" {
			t.Errorf("a finding about a file in which everything fits: %+v", f)
		}
	}
	if c.code != "" {
		t.Errorf("no finding %s with %q: %+v", c.code, c.words, checked.Report.Findings)
	}
}

// An unreadable table is refused with place and reason, and stored data stay.
func TestFilesThatAreNoTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	full := s.fullCohort(t, "sgc-uploader", "kept")
	utf16le := func(text string) string {
		out := []byte{0xFF, 0xFE}
		for _, u := range utf16.Encode([]rune(text)) {
			out = append(out, byte(u), byte(u>>8))
		}
		return string(out)
	}
	for _, c := range []struct {
		name, content string
		status        int
		code, words   string
	}{
		{"nothing", "", 422, "empty", "no lines"},
		{"a header only", casesHead, 422, "header_only", "no rows"},
		{"duplicate headers", "phenotype,cases,cases\nPSOR,1,2\n", 422, "duplicate_header", "columns 2 and 3"},
		{"another delimiter in the rows", "phenotype,cases,controls\nPSOR;100;300\n", 422, "uneven_rows", "line 2"},
		{"too many cells", casesHead + "PSOR,100,300\nACNE_VULGARIS,1,2,3\n", 422, "uneven_rows", "line 3 has 4"},
		{"Latin-1 that nobody announced", casesHead + "PSORIASE À\xE9,1,2\n", 422, "encoding", "Line 2"},
		{"a binary file", "\x7fELF\x00\x01\x02\x00\x00", 422, "", ""},
		{"larger than is taken", casesHead + strings.Repeat("PSOR,100,300\n", 1<<20), 413, "too_large", "8 MiB"},
		{"a line without end", strings.Repeat("x", 2<<20), 422, "long_line", "Line 1"},
		{"too many rows", casesHead + strings.Repeat("PSOR,100,300\n", 20_001), 413, "too_many_rows", "more than 20,000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, method := range []string{"POST", "PUT"} {
				s.pass()
				var p problem
				s.want(t, c.status, fileOf(method, "sgc-uploader", full, "cases_controls_male", c.content), &p)
				if c.code != "" && p.Code != c.code || !strings.Contains(p.Detail, c.words) || len(p.Detail) < 20 {
					t.Errorf("%s: %+v", method, p)
				}
			}
		})
	}
	if after := s.cohort(t, "sgc-uploader", full.ID); after.Version != full.Version {
		t.Errorf("version %d after refusals, was %d", after.Version, full.Version)
	}
	for name, content := range map[string]string{
		"commas":            maleCases,
		"semicolons":        strings.ReplaceAll(maleCases, ",", ";"),
		"tabs":              strings.ReplaceAll(maleCases, ",", "\t"),
		"UTF-16":            utf16le(maleCases),
		"XLSX":              workbook(t, maleCases),
		"a mark and CR LF":  "\uFEFF" + strings.ReplaceAll(maleCases, "\n", "\r\n"),
		"empty lines below": maleCases + ",,\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			s.pass()
			var found fileCheck
			s.want(t, 200, fileOf("POST", "sgc-uploader", full, "cases_controls_male", content), &found)
			if found.Rows != 2 || found.Report.Blocking != 0 || found.Mapping["cases"] != "cases" {
				t.Errorf("%+v", found)
			}
		})
	}
}

// workbook returns a table as XLSX; its last cell is a formula, whose result counts.
func workbook(t *testing.T, text string) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	last := ""
	for r, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		for c, cell := range strings.Split(line, ",") {
			at, err := excelize.CoordinatesToCellName(c+1, r+1)
			must(t, err)
			must(t, f.SetCellValue("Sheet1", at, cell))
			last = at
		}
	}
	must(t, f.SetCellFormula("Sheet1", last, "=400-50"))
	var b bytes.Buffer
	must(t, f.Write(&b))
	return b.String()
}

// The largest allowed table is returned completely for editing; of larger ones, as much as pages
// can edit.
func TestLongTablesComeBackToBeEdited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "long")
	for name, n := range map[string][2]int{
		"every pair of 106 phenotypes": {5565, 5565}, "as many as pages edit": {10_000, 10_000}, "more than pages edit": {10_001, 10_000},
	} {
		var found fileCheck
		s.want(t, 200, fileOf("POST", "sgc-uploader", c, "cooccurrence_male", pairsHead+strings.Repeat("PSOR,ACNE_VULGARIS,10\n", n[0])), &found)
		if found.Rows != n[0] || len(found.Grid) != n[1] || found.Grid[n[1]-1].Line != n[1]+1 {
			t.Errorf("%s: %d rows, %d to edit", name, found.Rows, len(found.Grid))
		}
	}
}

func TestMappingOfAFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "mapped")
	const kind, content = "cases_controls_male", "Erkrankung,Kranke,Gesunde\nPSOR,100,300\n"
	var found fileCheck
	s.want(t, 200, fileOf("POST", "sgc-uploader", c, kind, content), &found)
	if found.Report.ByCode["column_unmapped"] != 3 {
		t.Errorf("headers that nobody knows: %+v", found)
	}
	mapping := `{"phenotype":"Erkrankung","cases":"Kranke","controls":"Gesunde"}`
	s.want(t, 200, fileOf("PUT", "sgc-uploader", c, kind, content, "mapping", mapping), nil)
	s.want(t, 200, fileOf("POST", "sgc-uploader", c, kind, content), &found)
	if found.Report.Blocking != 0 || found.Mapping["cases"] != "Kranke" {
		t.Errorf("the mapping is not remembered: %+v", found)
	}
	for _, bad := range []string{"{", "[]", "null", `"x"`, `{"cases":1}`, `{"cases":{"a":"b"}}`, `{"owner":"x"}`, strings.Repeat("[", 100)} {
		var p problem
		s.want(t, 400, fileOf("POST", "sgc-uploader", c, kind, content, "mapping", bad), &p)
		if p.Code != "bad_mapping" {
			t.Errorf("mapping %s: %+v", bad, p)
		}
	}
	s.want(t, 200, fileOf("POST", "sgc-uploader", c, kind, content, "mapping", `{"cases":"absent"}`), &found)
	if found.Report.ByCode["column_missing"] != 1 {
		t.Errorf("a column that the file does not have: %+v", found)
	}
	for _, bad := range []string{"1", "TRUE", "", "maybe"} {
		s.want(t, 400, fileOf("POST", "sgc-uploader", c, kind, content, "latin1", bad), nil)
	}
	s.want(t, 200, fileOf("POST", "sgc-uploader", c, kind, casesHead+"PSORIASE \xC0,1,2\n", "latin1", "true"), &found)
	if len(found.Report.Findings) == 0 || found.Report.Findings[0].Value != "PSORIASE À" {
		t.Errorf("Latin-1: %+v", found)
	}
}

// endless is a line of a gigabyte that counts the bytes read.
type endless struct{ left, read int64 }

// Read implements io.Reader.
func (e *endless) Read(p []byte) (int, error) {
	n := min(int64(len(p)), e.left)
	if n == 0 {
		return 0, http.ErrBodyReadAfterClose
	}
	copy(p, bytes.Repeat([]byte("x"), int(n)))
	e.left -= n
	e.read += n
	return int(n), nil
}

// A gigabyte in one line is refused after the size limit of files.
func TestALineOfAGigabyteIsRefusedEarly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "small")
	q := fileOf("POST", "sgc-uploader", c, "cases_controls_male", "")
	body := &endless{left: 1 << 30}
	r := s.request(t.Context(), q)
	r.Body, r.ContentLength = httptest.NewRequest("POST", "/", body).Body, -1
	w := httptest.NewRecorder()
	begun := time.Now()
	s.handler.ServeHTTP(w, r)
	checkAnswer(t, r, w)
	if w.Code != http.StatusRequestEntityTooLarge || body.read > 9<<20 {
		t.Errorf("status %d after %d bytes in %s: %s", w.Code, body.read, time.Since(begun), w.Body)
	}
}

// Files are accepted one by one and compared at validation.
func TestFilesThatDoNotFitTogether(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct{ name, cases, pairs, code, words string }{
		{"a pair of a phenotype without cases", casesHead + "PSOR,100,300\n", malePairs, "pair_without_cases", "ACNE_VULGARIS"},
		{"more pairs than cases", casesHead + "PSOR,100,300\nACNE_VULGARIS,200,200\n", pairsHead + "PSOR,ACNE_VULGARIS,150\n", "pair_above_cases", "150"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.pass()
			mine := s.fullCohort(t, "sgc-uploader", c.name)
			mine = s.put(t, "sgc-uploader", mine, "cases_controls_male", c.cases)
			mine = s.put(t, "sgc-uploader", mine, "cooccurrence_male", c.pairs)
			var p refused
			s.want(t, 422, request{method: "POST", path: "/api/sgc/cohorts/" + mine.ID + "/validate", as: "sgc-uploader", header: ifVersion(mine.Version)}, &p)
			if p.Code != "findings" || len(p.Findings) == 0 || p.Findings[0].Code != c.code || p.Findings[0].Kind != "cooccurrence_male" ||
				!strings.Contains(p.Findings[0].Message, c.words) {
				t.Errorf("%+v", p)
			}
		})
	}
}

// A,B of the males and B,A of the females are the same pair.
func TestPairsOfBothSexesAreAdded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(t, 200, request{method: "PUT", path: "/api/consortium/rules", as: "admin", header: ifVersion(0), body: rulesBody("hg19", 1)}, nil)
	for _, c := range []struct {
		name, male, female string
		want               interval
	}{
		{"A,B and B,A", "PSOR,ACNE_VULGARIS,3", "ACNE_VULGARIS,PSOR,4", interval{7, 7}},
		{"B,A and A,B", "ACNE_VULGARIS,PSOR,3", "PSOR,ACNE_VULGARIS,4", interval{7, 7}},
		{"the same order", "PSOR,ACNE_VULGARIS,3", "PSOR,ACNE_VULGARIS,4", interval{7, 7}},
		{"hidden in one sex", "PSOR,ACNE_VULGARIS,<5", "ACNE_VULGARIS,PSOR,4", interval{4, 8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			mine := s.newCohort(t, "sgc-uploader", c.name)
			mine = s.put(t, "sgc-uploader", mine, "cooccurrence_male", pairsHead+c.male+"\n")
			mine = s.put(t, "sgc-uploader", mine, "cooccurrence_female", pairsHead+c.female+"\n")
			var counts struct {
				BothPairs []struct {
					A, B string
					N    interval
				} `json:"both_pairs"`
			}
			s.want(t, 200, request{method: "GET", path: "/api/sgc/cohorts/" + mine.ID + "/counts", as: "sgc-uploader"}, &counts)
			if len(counts.BothPairs) != 1 || counts.BothPairs[0].N != c.want || counts.BothPairs[0].A != "ACNE_VULGARIS" {
				t.Errorf("%+v", counts)
			}
		})
	}
}
