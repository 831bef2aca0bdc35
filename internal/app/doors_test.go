package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/hermes/hermestest"
)

// remark is one thing that a door says, and what it does because of it.
type remark struct {
	level level
	text  string
}

// door is a way for a file into the program.
type door struct {
	name string
	try  func(t *testing.T, f *doorFile, path string) []remark
}

// TestDoors brings one made file per verdict to every door. Each door gives the same
// evidence and does the same because of it. Where one differs there is a reason:
//   - inspect, preview and push are not told which build the file is on;
//   - preview and push see the beginning of a file; the run that follows reads all of it;
//   - inspect and preview ask about a column that other commands go on without;
//   - a METAL script names the columns, which answers what the names leave open, and reads
//     no other: there is nothing beside them that could contradict;
//   - a data set of HERMES has a mapping that a person confirmed, which answers doubts:
//     the report warns of them. So has a data set of the registry that is checked again
//     with columns that a person confirmed;
//   - an index and a table of a page keep all cells as they are and see the beginning of a
//     file: they refuse positions that are wrong, and warn of all else. Names decide nothing there.
func TestDoors(t *testing.T) {
	rows := doorRows(t, 14_500, 1)
	dir := t.TempDir()
	doors := append(commandDoors(t, dir, rows), serverDoors(t)...)
	for i := range doorFiles {
		f := &doorFiles[i]
		path := filepath.Join(dir, fmt.Sprintf("made%d.tsv", i))
		must(t, os.WriteFile(path, f.write(rows), 0o600))
		t.Run(f.name, func(t *testing.T) {
			for _, d := range doors {
				f.compare(t, d.name, d.try(t, f, path))
			}
		})
	}
}

// compare holds what a door says against what it has to.
func (f *doorFile) compare(t *testing.T, door string, said []remark) {
	t.Helper()
	want := f.want(door)
	evidence := f.evidence
	if door == "METAL script" && f.scripted != "" {
		evidence = f.scripted
	}
	got, pattern := silent, regexp.MustCompile("(?s)"+evidence)
	var all strings.Builder
	for _, r := range said {
		fmt.Fprintf(&all, "%s: %s\n", r.level, r.text)
		if r.level > got && pattern.MatchString(r.text) {
			got = r.level
		}
	}
	if got != want {
		t.Errorf("%s %s because of the file, want %s; it says:\n%.1500s", door, got, want, all.String())
	}
}

// want is what a door has to do because of the file.
func (f *doorFile) want(door string) level {
	if l, differs := f.at[door]; differs {
		return l
	}
	confirmed, kept := door == "HERMES" || door == "confirmed data set", keeps(door)
	switch {
	case f.verdict == putAside && (door == "inspect" || door == "preview"):
		return stops
	case f.verdict == nameOpen && (door == "METAL script" || confirmed || kept), f.verdict == sure:
		return silent
	case f.verdict == doubt && (confirmed || kept), f.verdict == noted, f.verdict == putAside:
		return warns
	}
	return stops
}

// keeps says that a door keeps the cells of a file as they are.
func keeps(door string) bool {
	return door == "index" || door == "index of the server" || door == "page table"
}

// commandDoor is a door of the command line: what stops it, or what it warns of.
func commandDoor(name string, args func(t *testing.T, f *doorFile, path string) []string) door {
	return door{name, func(t *testing.T, f *doorFile, path string) []remark {
		var out, said bytes.Buffer
		status := Run(&Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said}, args(t, f, path))
		if warned, refused, _ := strings.Cut(said.String(), "cohortium: "); status == exitUsage {
			return []remark{{warns, warned}, {stops, refused}}
		}
		return []remark{{warns, said.String()}}
	}}
}

func commandDoors(t *testing.T, dir string, rows []doorRow) []door {
	t.Helper()
	other := written(t, dir, "other.tsv", (&doorFile{}).write(doorRows(t, 1200, 2))) // independent of the others
	scores := []byte("CHR\tSNP\tBP\tL2\n")
	for i := range rows {
		scores = fmt.Appendf(scores, "%d\trs%d\t%d\t%d\n", rows[i].chromosome, rows[i].rsid, rows[i].pos37, 10+i%90)
	}
	ld := written(t, dir, "scores.tsv", scores)
	out := func(t *testing.T, name string) string { return filepath.Join(t.TempDir(), name) }
	return []door{
		{"inspect", func(t *testing.T, _ *doorFile, path string) []remark {
			var out bytes.Buffer
			if status := Run(&Env{Ctx: t.Context(), Stdout: &out, Stderr: &out}, []string{"sumstats", "inspect", "--whole", path}); status != exitOK {
				t.Fatal(out.String())
			}
			return inspected(t, out.Bytes())
		}},
		{"check", checkDoor},
		commandDoor("convert", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "convert", path, "--to", "gwas-ssf", "--build", "GRCh37", "-o", out(t, "out.tsv")}
		}),
		commandDoor("liftover", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "liftover", path, "--from", "GRCh37", "--to", "GRCh38", "-o", out(t, "out.tsv")}
		}),
		{"qc", func(t *testing.T, _ *doorFile, path string) []remark {
			folder, said := t.TempDir(), bytes.Buffer{}
			if status := Run(&Env{Ctx: t.Context(), Stdout: &said, Stderr: &said}, []string{"sumstats", "qc", path, "--build", "GRCh37", "-o", folder}); status == exitUsage {
				return []remark{{stops, said.String()}}
			}
			report, err := os.ReadFile(filepath.Join(folder, "report.json"))
			must(t, err)
			return reportRemarks(t, report)
		}},
		commandDoor("meta", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "meta", path, other, "--build", "GRCh37", "--scale", "log_odds", "-o", out(t, "meta")}
		}),
		commandDoor("METAL script", func(t *testing.T, f *doorFile, path string) []string {
			return []string{"sumstats", "meta", "--metal-script", metalScript(t, f, path, other), "--build", "GRCh37", "--scale", "log_odds", "-o", out(t, "meta")}
		}),
		commandDoor("index", func(t *testing.T, _ *doorFile, path string) []string {
			return []string{"index", "build", path, "--build", "GRCh37", "-o", out(t, "out")}
		}),
		commandDoor("rg", func(_ *testing.T, _ *doorFile, path string) []string {
			return []string{"sumstats", "rg", path, "--ld-scores", ld, "--build", "GRCh37"}
		}),
	}
}

// metalScript names the columns that the made file has.
func metalScript(t *testing.T, f *doorFile, path, other string) string {
	t.Helper()
	study := func(path string) string {
		text, err := os.ReadFile(path)
		must(t, err)
		header, _, _ := strings.Cut(string(text), "\n")
		alleles := "EA NEA"
		if strings.Contains(header, "A1") {
			alleles = "A1 A2"
		}
		script := "MARKER SNP\nALLELE " + alleles + "\nEFFECT BETA\nPVALUE P\nWEIGHT N\nSTDERR SE\n"
		if strings.Contains(header, "EAF") {
			script += "FREQ EAF\n"
		}
		return script + "PROCESS " + path + "\n"
	}
	scheme := "SCHEME STDERR\n"
	if f.byN {
		scheme = "SCHEME SAMPLESIZE\n"
	}
	return written(t, t.TempDir(), "metal.txt", []byte(scheme+study(path)+study(other)+"ANALYZE\n"))
}

func checkDoor(t *testing.T, _ *doorFile, path string) []remark {
	var out bytes.Buffer
	Run(&Env{Ctx: t.Context(), Stdout: &out, Stderr: &out}, []string{"sumstats", "check", "--build", "GRCh37", "--json", path})
	var report struct{ Findings []foundHere }
	must(t, json.Unmarshal(out.Bytes(), &report))
	return remarksOf(report.Findings)
}

// foundHere is a finding, as the command line and as calls give it.
type foundHere struct{ Level, Severity, Message string }

func remarksOf(findings []foundHere) (said []remark) {
	for _, f := range findings {
		said = append(said, remark{map[string]level{"block": stops, "warn": warns}[f.Level+f.Severity], f.Message})
	}
	return said
}

// inspected are the questions and findings of an inspection.
func inspected(t *testing.T, text []byte) []remark {
	t.Helper()
	var in struct {
		Questions []struct {
			Question string
			Evidence []string
		}
		Findings []foundHere
	}
	must(t, json.Unmarshal(text, &in))
	said := remarksOf(in.Findings)
	for _, q := range in.Questions {
		said = append(said, remark{stops, strings.Join(q.Evidence, " ") + " " + q.Question})
	}
	return said
}

// reportRemarks are the steps of a report of quality control, and the findings beside them.
func reportRemarks(t *testing.T, text []byte) []remark {
	t.Helper()
	var report struct {
		Steps []struct {
			Verdict  string
			Messages []string
		}
		Findings []foundHere
	}
	must(t, json.Unmarshal(text, &report))
	said := remarksOf(report.Findings)
	for _, s := range report.Steps {
		said = append(said, remark{map[string]level{"fail": stops, "warn": warns}[s.Verdict], strings.Join(s.Messages, "\n")})
	}
	return said
}

// serverDoors start a server, and give its doors. Each file has an account of its own:
// how often one may call and upload is bounded.
func serverDoors(t *testing.T) []door {
	t.Helper()
	settings := localSettings(t)
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	for i := range doorFiles {
		_, err := k.auth.CreateUser(t.Context(), auth.NewUser{UserName: account(i), Password: testPassword, Roles: []string{"uploader", "contributor"}})
		must(t, err)
	}
	must(t, k.Close())
	base, stop := serve(t, settings)
	t.Cleanup(stop)
	people := map[string]*person{}
	for i := range doorFiles {
		people[doorFiles[i].name] = signIn(t, base, account(i))
	}
	doors := []struct {
		name string
		try  func(t *testing.T, p *person, f *doorFile, path string) []remark
	}{{"preview", previewDoor}, {"push", pushDoor}, {"bulk upload", bulkDoor}, {"HERMES", hermesDoor}, {"data set", setDoor}, {"confirmed data set", confirmedDoor},
		{"index of the server", indexDoor}, {"page table", tableDoor}, {"tool check", toolDoor("check")}, {"tool convert", toolDoor("convert")}, {"tool look", toolDoor("look")}}
	out := make([]door, len(doors))
	for i, d := range doors {
		out[i] = door{d.name, func(t *testing.T, f *doorFile, path string) []remark { return d.try(t, people[f.name], f, path) }}
	}
	return out
}

func account(i int) string { return fmt.Sprintf("person%d", i) }

func previewDoor(t *testing.T, p *person, _ *doorFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	query := url.Values{"file_name": {"made.tsv"}, "file_size": {strconv.Itoa(len(content))}}
	r := p.call(t, http.MethodPost, "/api/sumstats/preview?"+query.Encode(), content[:min(len(content), headBytes)], nil)
	if r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	return inspected(t, r.body)
}

// pushDoor pushes with a sheet that lacks values, so that no file is sent.
func pushDoor(t *testing.T, p *person, _ *doorFile, path string) []remark {
	t.Helper()
	dir := t.TempDir()
	sheet := written(t, dir, "sheet.csv", []byte("file,sex\n"+filepath.Base(path)+",none\n"))
	status, out, said := push(t, path, "--server", p.base, "--token-file", written(t, dir, "token", []byte(p.tokenOf(t))), "--metadata", sheet)
	if status != exitFindings {
		t.Fatalf("status %d: %s%s", status, out, said)
	}
	return []remark{{stops, out}, {warns, said}}
}

// bulkDoor pushes with a complete sheet, so that the file is sent and goes through QC.
func bulkDoor(t *testing.T, p *person, f *doorFile, path string) []remark {
	t.Helper()
	dir := t.TempDir()
	sheet := written(t, dir, "sheet.csv", fmt.Appendf(nil, "file,dataSetName,cohort,phenotype,sex,ancestry,totalSampleSize,cases,genomeBuild\n%s,Bulk %s,Bulk %[2]s,ALL_HF,Not sex stratified,EU,20000,8000,hg19\n", filepath.Base(path), f.name))
	status, out, said := push(t, path, "--server", p.base, "--token-file", written(t, dir, "token", []byte(p.tokenOf(t))), "--metadata", sheet)
	remarks := []remark{{warns, said}}
	if status != exitOK {
		return append(remarks, remark{stops, out})
	}
	id := regexp.MustCompile(`/hermes/qc/(\S+)`).FindStringSubmatch(out)
	if id == nil {
		t.Fatal(out)
	}
	return append(remarks, qcRemarks(t, p, id[1])...)
}

func hermesDoor(t *testing.T, p *person, f *doorFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	body := map[string]any{"upload_id": p.upload(t, "made.tsv", content), "metadata": hermestest.Metadata(f.name, "Cohort "+f.name), "mapping": f.mapping()}
	r := p.call(t, http.MethodPost, "/api/hermes/uploads", body, nil)
	var d subject
	if r.status != http.StatusCreated || json.Unmarshal(r.body, &d) != nil {
		return []remark{{stops, r.text()}}
	}
	return qcRemarks(t, p, d.ID)
}

// qcRemarks are what the first QC run of a data set of HERMES says.
func qcRemarks(t *testing.T, p *person, id string) []remark {
	t.Helper()
	d := p.await(t, "/api/hermes/uploads/"+id, time.Minute, string(failedQC), string(passes), "FAILED TO SUBMIT TO QC")
	var run struct {
		Error  string
		Report json.RawMessage
	}
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+d.ID+"/qc-runs/"+d.Run.ID, nil, &run)
	if run.Report == nil {
		return []remark{{stops, run.Error}}
	}
	return reportRemarks(t, run.Report)
}

// addSet makes a data set of the registry.
func (p *person) addSet(t *testing.T, name string) string {
	t.Helper()
	var study, d holding
	p.want(t, http.StatusCreated, http.MethodPost, "/api/studies", map[string]string{"name": "Study of " + name, "institution": "University"}, &study)
	p.want(t, http.StatusCreated, http.MethodPost, "/api/datasets", map[string]any{
		"name": "Set of " + name, "study_id": study.ID, "data_type": "gwas", "genome_build": "hg19", "ancestry": "EU", "sex": "mixed",
		"global_sample_size": 20_000, "status": "pre", "data_submitter": "Ann Example", "data_submitter_email": "ann@example.org", "description": "Heart failure",
	}, &d)
	return d.ID
}

func setDoor(t *testing.T, p *person, f *doorFile, path string) []remark {
	t.Helper()
	return checkRemarks(t, p, checkedSet(t, p, f.name, path), 1)
}

// confirmedDoor checks a data set again with the columns that a person confirmed.
func confirmedDoor(t *testing.T, p *person, f *doorFile, path string) []remark {
	t.Helper()
	place := checkedSet(t, p, "confirmed "+f.name, path)
	checkRemarks(t, p, place, 1)
	p.want(t, http.StatusCreated, http.MethodPost, place, map[string]any{"mapping": f.mapping()}, nil)
	return checkRemarks(t, p, place, 2)
}

// checkedSet adds a data set with a file, and returns the address of the checks of the file.
func checkedSet(t *testing.T, p *person, name, path string) string {
	t.Helper()
	id := p.addSet(t, name)
	content, err := os.ReadFile(path)
	must(t, err)
	var d holding
	p.want(t, http.StatusCreated, http.MethodPost, "/api/datasets/"+id+"/phenotypes", map[string]any{
		"phenotype": name, "dichotomous": false, "sample_size": 20_000, "upload_id": p.upload(t, "made.tsv", content)}, &d)
	return "/api/datasets/" + id + "/files/" + d.Phenotypes[len(d.Phenotypes)-1].File.ID + "/checks"
}

// checkRemarks are what the newest of n checks says.
func checkRemarks(t *testing.T, p *person, place string, n int) []remark {
	t.Helper()
	var checks struct {
		Items []struct {
			Job    struct{ State string }
			Report json.RawMessage
		}
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		p.want(t, http.StatusOK, http.MethodGet, place, nil, &checks)
		if len(checks.Items) == n && checks.Items[0].Job.State == "succeeded" && checks.Items[0].Report != nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%+v", checks)
		}
	}
	return reportRemarks(t, checks.Items[0].Report)
}

// indexDoor previews an index and builds it.
func indexDoor(t *testing.T, p *person, _ *doorFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	source := map[string]any{"kind": "upload", "id": p.upload(t, "made.tsv", content)}
	var head struct{ Schemas, Findings []string }
	p.want(t, http.StatusOK, http.MethodPost, "/api/indexes/preview", map[string]any{"source": source}, &head)
	var x subject
	p.want(t, http.StatusCreated, http.MethodPost, "/api/indexes", map[string]any{"name": "Index", "source": source, "schema": head.Schemas[0], "genome_build": "GRCh37"}, &x)
	place := "/api/indexes/" + x.ID
	if x = p.await(t, place, time.Minute, "ready", "failed"); x.Status == "failed" {
		return []remark{{stops, x.Error}}
	}
	var made struct{ Build struct{ Warnings []string } }
	p.want(t, http.StatusOK, http.MethodGet, place, nil, &made)
	if !slices.Equal(made.Build.Warnings, head.Findings) {
		t.Errorf("the preview says %q, and the index %q", head.Findings, made.Build.Warnings)
	}
	return []remark{{warns, strings.Join(made.Build.Warnings, "\n")}}
}

// tableDoor makes a table for pages.
func tableDoor(t *testing.T, p *person, _ *doorFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	body := map[string]any{"source": map[string]any{"kind": "upload", "id": p.upload(t, "made.tsv", content)}, "layout": map[string]any{"genome_build": "GRCh37"}}
	var made struct {
		ID, State string
		Findings  []string
	}
	r := p.call(t, http.MethodPost, "/api/tables", body, nil)
	if r.status != http.StatusAccepted {
		return []remark{{stops, r.text()}}
	}
	must(t, json.Unmarshal(r.body, &made))
	for end := time.Now().Add(time.Minute); made.State != "ready"; time.Sleep(20 * time.Millisecond) {
		if p.want(t, http.StatusOK, http.MethodGet, "/api/tables/"+made.ID, nil, &made); time.Now().After(end) {
			t.Fatalf("%+v", made)
		}
	}
	return []remark{{warns, strings.Join(made.Findings, "\n")}}
}

func toolDoor(task string) func(t *testing.T, p *person, f *doorFile, path string) []remark {
	return func(t *testing.T, p *person, _ *doorFile, path string) []remark {
		t.Helper()
		content, err := os.ReadFile(path)
		must(t, err)
		r := p.call(t, http.MethodPost, "/api/tools/runs", map[string]any{
			"upload_id": p.upload(t, "made.tsv", content), "task": task, "answers": map[string]string{"genome_build": "GRCh37"}}, nil)
		var run subject
		if r.status != http.StatusCreated || json.Unmarshal(r.body, &run) != nil {
			return []remark{{stops, r.text()}}
		}
		place := "/api/tools/runs/" + run.ID
		if run = p.await(t, place, time.Minute, "done", "failed"); run.Status == "failed" {
			return []remark{{stops, run.Error}}
		}
		var ended map[string]json.RawMessage
		p.want(t, http.StatusOK, http.MethodGet, place, nil, &ended)
		if task != "convert" {
			return reportRemarks(t, ended[task])
		}
		var converted struct{ Warnings []foundHere }
		must(t, json.Unmarshal(ended["conversion"], &converted))
		return remarksOf(converted.Warnings)
	}
}
