package app

import (
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

	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

// serverEntries starts a server and returns its entries. Each file uses a new account, because calls
// and uploads per account are limited.
func serverEntries(t *testing.T) []entry {
	t.Helper()
	settings := localSettings(t)
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	for i := range entryFiles {
		_, err := k.auth.CreateUser(t.Context(), auth.NewUser{UserName: account(i), Password: testPassword, Roles: []string{"uploader", "contributor"}})
		must(t, err)
	}
	must(t, k.Close())
	base, stop := serve(t, settings)
	t.Cleanup(stop)
	people := map[string]*person{}
	for i := range entryFiles {
		people[entryFiles[i].name] = signIn(t, base, account(i))
	}
	entries := []struct {
		name string
		try  func(t *testing.T, p *person, f *entryFile, path string) []remark
	}{
		{"preview", previewEntry},
		{"push", pushEntry},
		{"bulk upload", bulkEntry},
		{"HERMES", hermesEntry},
		{"data set", setEntry},
		{"confirmed data set", confirmedEntry},
		{
			"index of the server",
			indexEntry,
		},
		{"page table", tableEntry},
		{"tool check", toolEntry("check")},
		{"tool convert", toolEntry("convert")},
		{"tool look", toolEntry("look")},
	}
	out := make([]entry, len(entries))
	for i, d := range entries {
		out[i] = entry{d.name, func(t *testing.T, f *entryFile, path string) []remark { return d.try(t, people[f.name], f, path) }}
	}
	return out
}

func account(i int) string { return fmt.Sprintf("person%d", i) }

func previewEntry(t *testing.T, p *person, _ *entryFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	query := url.Values{"file_name": {"made.tsv"}, "file_size": {strconv.Itoa(len(content))}}
	r := p.call(t, http.MethodPost, "/api/sumstats/preview?"+query.Encode(), content[:min(len(content), headBytes)], nil)
	if r.status != http.StatusOK {
		return []remark{{stops, r.text()}}
	}
	return inspected(t, r.body)
}

// pushEntry pushes with an incomplete sheet, so that no file is uploaded.
func pushEntry(t *testing.T, p *person, _ *entryFile, path string) []remark {
	t.Helper()
	dir := t.TempDir()
	sheet := written(t, dir, "sheet.csv", []byte("file,sex\n"+filepath.Base(path)+",none\n"))
	status, out, said := push(t, path, "--server", p.base, "--token-file", written(t, dir, "token", []byte(p.tokenOf(t))), "--metadata", sheet)
	switch status {
	case console.ExitUsage:
		return []remark{{stops, said}}
	case console.ExitFindings:
		return []remark{{stops, out}, {warns, said}}
	}
	t.Fatalf("status %d: %s%s", status, out, said)
	return nil
}

// bulkEntry pushes with a complete sheet, so that the file is uploaded and QC runs.
func bulkEntry(t *testing.T, p *person, f *entryFile, path string) []remark {
	t.Helper()
	dir := t.TempDir()
	sheet := written(
		t,
		dir,
		"sheet.csv",
		fmt.Appendf(
			nil,
			"file,dataSetName,cohort,phenotype,sex,ancestry,totalSampleSize,cases,genomeBuild\n%s,Bulk %s,Bulk %[2]s,ALL_HF,Not sex stratified,EU,20000,8000,hg19\n",
			filepath.Base(path),
			f.name,
		),
	)
	status, out, said := push(t, path, "--server", p.base, "--token-file", written(t, dir, "token", []byte(p.tokenOf(t))), "--metadata", sheet)
	remarks := []remark{{warns, said}}
	if status == console.ExitUsage {
		return []remark{{stops, said}}
	}
	if status != console.ExitOK {
		return append(remarks, remark{stops, out})
	}
	id := regexp.MustCompile(`/hermes/qc/(\S+)`).FindStringSubmatch(out)
	if id == nil {
		t.Fatal(out)
	}
	return append(remarks, qcRemarks(t, p, id[1])...)
}

func hermesEntry(t *testing.T, p *person, f *entryFile, path string) []remark {
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

// qcRemarks returns the messages of the first QC run of a HERMES data set.
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

// addSet creates a data set of the registry.
func (p *person) addSet(t *testing.T, name string) string {
	t.Helper()
	var study, d holding
	p.want(t, http.StatusCreated, http.MethodPost, "/api/studies", map[string]string{"name": "Study of " + name, "institution": "University"}, &study)
	p.want(t, http.StatusCreated, http.MethodPost, "/api/datasets", map[string]any{
		"name":                 "Set of " + name,
		"study_id":             study.ID,
		"data_type":            "gwas",
		"genome_build":         "hg19",
		"ancestry":             "EU",
		"sex":                  "mixed",
		"global_sample_size":   20_000,
		"status":               "pre",
		"data_submitter":       "Ann Example",
		"data_submitter_email": "ann@example.org",
		"description":          "Heart failure",
	}, &d)
	return d.ID
}

func setEntry(t *testing.T, p *person, f *entryFile, path string) []remark {
	t.Helper()
	return checkRemarks(t, p, checkedSet(t, p, f.name, path), 1)
}

// confirmedEntry checks a data set again with confirmed columns.
func confirmedEntry(t *testing.T, p *person, f *entryFile, path string) []remark {
	t.Helper()
	place := checkedSet(t, p, "confirmed "+f.name, path)
	checkRemarks(t, p, place, 1)
	if r := p.call(t, http.MethodPost, place, map[string]any{"mapping": f.mapping()}, nil); r.status != http.StatusCreated {
		return []remark{{stops, r.text()}}
	}
	return checkRemarks(t, p, place, 2)
}

// checkedSet adds a data set with a file, and returns the address of the file's checks.
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

// checkRemarks returns the messages of the newest of n checks.
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

// indexEntry previews an index and builds it.
func indexEntry(t *testing.T, p *person, _ *entryFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	source := map[string]any{"kind": "upload", "id": p.upload(t, "made.tsv", content)}
	var head struct{ Schemas, Findings []string }
	r := p.call(t, http.MethodPost, "/api/indexes/preview", map[string]any{"source": source}, nil)
	if r.status != http.StatusOK {
		return []remark{{stops, r.text()}}
	}
	must(t, json.Unmarshal(r.body, &head))
	var x subject
	r = p.call(t, http.MethodPost, "/api/indexes", map[string]any{"name": "Index", "source": source, "schema": head.Schemas[0], "genome_build": "GRCh37"}, nil)
	if r.status != http.StatusCreated || json.Unmarshal(r.body, &x) != nil {
		return []remark{{stops, r.text()}}
	}
	place := "/api/indexes/" + x.ID
	if x = p.await(t, place, time.Minute, "ready", "failed"); x.Status == "failed" {
		return []remark{{stops, x.Error}}
	}
	var made struct{ Build struct{ Warnings []string } }
	p.want(t, http.StatusOK, http.MethodGet, place, nil, &made)
	if n := len(head.Findings); n > len(made.Build.Warnings) || !slices.Equal(made.Build.Warnings[:n], head.Findings) {
		t.Errorf("the preview says %q, and the index %q", head.Findings, made.Build.Warnings)
	}
	return []remark{{warns, strings.Join(made.Build.Warnings, "\n")}}
}

// tableEntry creates a table for pages.
func tableEntry(t *testing.T, p *person, _ *entryFile, path string) []remark {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	body := map[string]any{
		"source": map[string]any{"kind": "upload", "id": p.upload(t, "made.tsv", content)},
		"layout": map[string]any{"genome_build": "GRCh37"},
	}
	var made struct {
		ID, State, Error string
		Findings         []string
	}
	r := p.call(t, http.MethodPost, "/api/tables", body, nil)
	if r.status != http.StatusAccepted {
		return []remark{{stops, r.text()}}
	}
	must(t, json.Unmarshal(r.body, &made))
	for end := time.Now().Add(time.Minute); made.State != "ready" && made.State != "failed"; time.Sleep(20 * time.Millisecond) {
		if p.want(t, http.StatusOK, http.MethodGet, "/api/tables/"+made.ID, nil, &made); time.Now().After(end) {
			t.Fatalf("%+v", made)
		}
	}
	if made.State == "failed" {
		return []remark{{stops, made.Error}}
	}
	return []remark{{warns, strings.Join(made.Findings, "\n")}}
}

func toolEntry(task string) func(t *testing.T, p *person, f *entryFile, path string) []remark {
	return func(t *testing.T, p *person, _ *entryFile, path string) []remark {
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
