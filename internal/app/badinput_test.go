package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes/hermestest"
)

// badFile is a faulty file, with the expected answer of every way into the program.
type badFile struct {
	name    string
	content []byte
	mapping map[string]string // changes of the mapping, also on the command line
	says    []string          // parts of the message: the fault, the place and what to do
	cli     int               // exit status of sumstats check
	preview answerOf
	server  answerOf
}

// answerOf is the stage at which the server reports a file.
type answerOf string

const (
	refused  answerOf = "422"              // immediately
	told     answerOf = "finding"          // by the preview, in its findings
	unseen   answerOf = "unseen"           // not in the first bytes, so not by the preview
	failedQC answerOf = "FAILED QC"        // by the QC of the registered file
	passes   answerOf = "READY FOR REVIEW" // no fault
)

func badFiles(t *testing.T) []badFile {
	good := hermestest.Sumstats(4400, 9)
	zipped := gzipped(t, good)
	blocks := bgzipped(t, good)
	flipped := bytes.Clone(zipped)
	flipped[len(flipped)/2] ^= 1
	bomb := append(bytes.Clone(good), bytes.Repeat([]byte("1\t5\tA\tG\t0.1\t0.1\t0.3\t0.3\trs1\t10\n"), 3<<20)...)
	header, _, _ := bytes.Cut(good, []byte("\n"))
	return []badFile{
		{
			"truncated.gz",
			zipped[:len(zipped)/2],
			nil,
			[]string{"The gzip file ends too early", "Send the complete file again."},
			console.ExitUsage,
			refused,
			refused,
		},
		{
			"cut behind a block.gz",
			blocks[:len(blocks)-bgzfEnd],
			nil,
			[]string{"The bgzip file ends too early", "Send the complete file again."},
			console.ExitUsage,
			refused,
			refused,
		},
		{
			"flipped.gz",
			flipped,
			nil,
			[]string{"The gzip file is damaged", "Compress the table again and send the new file."},
			console.ExitFindings,
			told,
			failedQC,
		},
		{
			"bomb.gz",
			gzipped(t, bomb),
			nil,
			[]string{"unpacks to more than 250 times its size", "Send the table itself."},
			console.ExitFindings,
			unseen,
			failedQC,
		},
		{
			"figure.tsv",
			append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 3000)...),
			nil,
			[]string{"This is an image", "Send the table as tab-separated text."},
			console.ExitUsage,
			refused,
			refused,
		},
		{"utf16.tsv", utf16LE(good), nil, []string{"line 1: There is a zero byte", "UTF-16 needs its byte order mark."}, console.ExitUsage, refused, refused},
		{
			"nul.tsv",
			append(bytes.Clone(good), "1\t5\tA\x00G\n"...),
			nil,
			[]string{"line 4402: There is a zero byte", "export it again."},
			console.ExitUsage,
			unseen,
			refused,
		},
		{"empty.tsv", nil, nil, []string{"The file is empty.", "send the file again."}, console.ExitUsage, refused, refused},
		{
			"header.tsv",
			append(header, '\n'),
			nil,
			[]string{"line 1: The file has a header and no rows.", "send the file again."},
			console.ExitUsage,
			refused,
			refused,
		},
		{
			"twice.tsv",
			bytes.Replace(good, []byte("beta"), []byte("p_value"), 1),
			nil,
			[]string{"line 1: The header has the same name twice: p_value.", "Rename or remove one of the columns."},
			console.ExitUsage,
			refused,
			refused,
		},
		{
			"ragged.tsv",
			everyOther(good, func(cells []string) []string { return cells[:7] }),
			nil,
			[]string{"another number of columns than the header"},
			console.ExitFindings,
			told,
			failedQC,
		},
		{
			"delimiter.tsv",
			everyOther(good, func(cells []string) []string { return []string{strings.Join(cells, ",")} }),
			nil,
			[]string{"another number of columns than the header"},
			console.ExitFindings,
			told,
			failedQC,
		},
		{
			"comma.tsv",
			everyOther(good, func(cells []string) []string { cells[4] = strings.Replace(cells[4], ".", ",", 1); return cells }),
			nil,
			[]string{"with a comma"},
			console.ExitFindings,
			told,
			failedQC,
		},
		{
			"longline.tsv",
			append(bytes.Clone(good), bytes.Repeat([]byte("1"), 3<<20)...),
			nil,
			[]string{"line 4402: The line is longer than 1048576 bytes.", "Check that the file has line ends and is a table of text."},
			console.ExitFindings,
			unseen,
			failedQC,
		},
		{
			"column.tsv",
			good,
			map[string]string{"beta": "BETA"},
			[]string{`The mapping takes beta from column "BETA", which the file does not have.`, "Its columns are: chromosome, base_pair_location,"},
			console.ExitFindings,
			unseen,
			refused,
		},
		{"tiny p.tsv", tinyP(good), nil, nil, console.ExitOK, unseen, passes},
		{"../../e\u202escape \U0001F9EC.tsv", good, nil, nil, console.ExitOK, unseen, passes},
	}
}

// startServer runs a server in this process and returns its uploader.
func startServer(t *testing.T) *person {
	t.Helper()
	settings := localSettings(t)
	addPeople(t, settings)
	base := make(chan string, 1)
	s := server{settings: settings, log: newLog(io.Discard), tuning: tuning{timing: quick()}, started: func(_ context.Context, _ *stack, at string) error {
		base <- at
		return nil
	}}
	ended := make(chan error, 1)
	go func() { ended <- s.run(t.Context()) }()
	t.Cleanup(func() {
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the server ended with %v", err)
		}
	})
	select {
	case at := <-base:
		return signIn(t, at, "uploader")
	case err := <-ended:
		t.Fatal(err)
		return nil
	}
}

// TestBadFilesGetTheSameAnswerEverywhere sends each faulty file to the command line, the preview,
// and registration with QC. All report the same fault, with place and remedy. Nothing is lost: the
// file can be mapped or uploaded again.
func TestBadFilesGetTheSameAnswerEverywhere(t *testing.T) {
	t.Parallel()
	p := startServer(t)
	for _, f := range badFiles(t) {
		t.Run(f.name, func(t *testing.T) {
			f.check(t)
			f.look(t, p)
			f.register(t, p)
		})
	}
}

// wantSays checks that a text contains every expected part; sentences may begin with a capital
// letter.
func (f *badFile) wantSays(t *testing.T, where, text string) {
	t.Helper()
	for _, part := range f.says {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(part)) {
			t.Errorf("%s does not say %q but:\n%s", where, part, text)
		}
	}
}

func (f *badFile) check(t *testing.T) {
	path := filepath.Join(t.TempDir(), filepath.Base(f.name))
	must(t, os.WriteFile(path, f.content, 0o600))
	args := []string{"sumstats", "check", "--build", "hg19", path}
	for field, column := range f.mapping {
		args = append(args, "--map", field+"="+column)
	}
	var out bytes.Buffer
	if status := Run(&console.Env{Ctx: t.Context(), Stdout: &out, Stderr: &out}, args); status != f.cli {
		t.Errorf("exit status %d, want %d", status, f.cli)
	}
	f.wantSays(t, "the command line", out.String())
}

// headBytes is how much of a file the page sends for a preview.
const headBytes = 256 << 10

func (f *badFile) look(t *testing.T, p *person) {
	query := url.Values{"file_name": {f.name}, "file_size": {strconv.Itoa(len(f.content))}}
	r := p.call(t, http.MethodPost, "/api/sumstats/preview?"+query.Encode(), f.content[:min(len(f.content), headBytes)], nil)
	switch f.preview {
	case refused:
		if r.status != http.StatusUnprocessableEntity {
			t.Errorf("preview: status %d", r.status)
		}
		f.wantSays(t, "the preview", r.text())
	case told, unseen:
		var found struct{ Findings []struct{ Message string } }
		if r.status != http.StatusOK || json.Unmarshal(r.body, &found) != nil {
			t.Fatalf("preview: %d %s", r.status, r.body)
		}
		var all strings.Builder
		for _, finding := range found.Findings {
			all.WriteString(finding.Message + "\n")
		}
		if f.preview == told {
			f.wantSays(t, "the preview", all.String())
		}
	}
}

func (f *badFile) register(t *testing.T, p *person) {
	fileID := p.upload(t, f.name, f.content)
	mapping := hermestest.Mapping()
	for field, column := range f.mapping {
		mapping[field] = column
	}
	r := p.call(t, http.MethodPost, "/api/hermes/uploads", registration(fileID, "Set "+strings.ReplaceAll(filepath.Base(f.name), "\u202e", ""), mapping), nil)
	if f.server == refused {
		if r.status != http.StatusUnprocessableEntity {
			t.Errorf("register: status %d", r.status)
		}
		f.wantSays(t, "registration", r.text())
		if !p.pending(t, fileID, f.name) {
			t.Error("the file is lost: it is not among those that wait to be registered")
		}
		return
	}
	var d subject
	if r.status != http.StatusCreated || json.Unmarshal(r.body, &d) != nil {
		t.Fatalf("register: %d %s", r.status, r.body)
	}
	d = p.await(t, "/api/hermes/uploads/"+d.ID, time.Minute, string(failedQC), string(passes), "FAILED TO SUBMIT TO QC")
	var run struct {
		Error  string
		Report json.RawMessage
	}
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+d.ID+"/qc-runs/"+d.Run.ID, nil, &run)
	if d.Status != string(f.server) {
		t.Errorf("QC ended as %s, want %s: %s", d.Status, f.server, run.Error)
	}
	f.wantSays(t, "QC", run.Error+string(run.Report))
	if !d.Actions["edit"].Allowed || !d.Actions["rerun"].Allowed {
		t.Errorf("there is no way out: %+v", d.Actions)
	}
	original := p.call(t, http.MethodGet, "/api/hermes/uploads/"+d.ID+"/files/original", nil, nil)
	if !bytes.Equal(original.body, f.content) {
		t.Error("the file that comes back is another one")
	}
}

// pending reports whether a file waits for registration, with its own name.
func (p *person) pending(t *testing.T, fileID, name string) bool {
	t.Helper()
	var list struct {
		Items []struct {
			ID       string
			FileName string `json:"file_name"`
		}
	}
	p.want(t, http.StatusOK, http.MethodGet, "/api/uploads/", nil, &list)
	for _, f := range list.Items {
		if f.ID == fileID {
			return f.FileName == name
		}
	}
	return false
}

// TestRegisteringTwiceMakesOneDataSet sends one registration many times at once, like a page whose
// answers were lost.
func TestRegisteringTwiceMakesOneDataSet(t *testing.T) {
	t.Parallel()
	p := startServer(t)
	content := hermestest.Sumstats(440, 3)
	body := registration(p.upload(t, "a.tsv", content), "Registered once", hermestest.Mapping())
	ids := make([]string, 6)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			r, err := p.try(t.Context(), http.MethodPost, "/api/hermes/uploads", body, nil)
			var d subject
			if err != nil || r.status != http.StatusCreated || json.Unmarshal(r.body, &d) != nil {
				t.Errorf("%d %s %v", r.status, r.body, err)
			}
			ids[i] = d.ID
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("the calls made %v, want one data set", ids)
		}
	}
	d := p.await(t, "/api/hermes/uploads/"+ids[0], time.Minute, string(passes), string(failedQC))
	var runs struct{ Items []struct{ ID string } }
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+d.ID+"/qc-runs", nil, &runs)
	if len(runs.Items) != 1 {
		t.Errorf("QC ran %d times", len(runs.Items))
	}

	// The same bytes are another file: it is accepted, with a note which one it copies.
	r := p.call(t, http.MethodPost, "/api/hermes/uploads", registration(p.upload(t, "b.tsv", content), "registered ONCE", hermestest.Mapping()), nil)
	if r.status != http.StatusConflict || !strings.Contains(r.text(), "Another submission has this name already.") {
		t.Errorf("a name that is taken: %d %s", r.status, r.body)
	}
	var again subject
	p.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/uploads",
		registration(p.upload(t, "b.tsv", content), "Registered again", hermestest.Mapping()), &again)
	if len(again.SameFileAs) != 1 || again.SameFileAs[0].ID != d.ID {
		t.Errorf("the copy says it is the same as %+v, want %s", again.SameFileAs, d.ID)
	}
}
