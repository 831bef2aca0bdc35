package app

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/area/sgc"
	"cohortium/internal/dev/seed"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
)

// cohortAnswer is the part of a cohort that tests read.
type cohortAnswer struct {
	ID        string
	Version   int64
	Validated bool
}

type archiveAnswer struct {
	State, Sha256, Message string
	MadeAt                 string `json:"made_at"`
	Cohorts                int64
	Job                    struct{ ID string }
}

// TestCohortsOnBothStacks submits a cohort, has a worker create the archive twice, and restarts
// with a larger smallest cell.
func TestCohortsOnBothStacks(t *testing.T) {
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		addSGCPeople(t, settings)
		base, stop := serve(t, settings)
		contact, coordinator := signIn(t, base, "contact"), signIn(t, base, "coordinator")
		c := handIn(t, contact)
		first := makeArchive(t, coordinator)
		second := makeArchive(t, coordinator)
		if first.Cohorts != 1 || second.Cohorts != 1 {
			t.Errorf("cohorts in the archives: %d and %d", first.Cohorts, second.Cohorts)
		}
		checkArchive(t, coordinator, second, c.ID, "\t7\t")
		r := signIn(
			t,
			base,
			"chief",
		).call(
			t,
			http.MethodPut,
			"/api/consortium/rules",
			map[string]any{"target_build": "hg19", "min_cell": 10},
			map[string]string{"If-Match": `"1"`},
		)
		if r.status != http.StatusOK {
			t.Fatalf("the smallest cell is not raised: %d %s", r.status, r.body)
		}
		r = coordinator.call(t, http.MethodGet, "/api/sgc/cohorts/"+c.ID+"/files/cases_controls_male/1", nil, nil)
		if r.status != http.StatusOK || !bytes.Contains(r.body, []byte("\t<10\t")) {
			t.Errorf("after the smallest cell was raised: %d %s", r.status, r.body)
		}
		third := makeArchive(t, coordinator)
		checkArchive(t, coordinator, third, c.ID, "\t<10\t")
		stop()
		checkOneArchiveIsLeft(t, settings)
	})
}

// TestDemoCohorts loads the demo's cohorts twice: the second time changes nothing.
func TestDemoCohorts(t *testing.T) {
	settings := localSettings(t)
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	passwords := seed.Passwords{}
	for name, a := range demoAccounts() {
		if a.group == "sgc" {
			passwords[name] = testPassword
			_, err := k.auth.CreateUser(t.Context(), auth.NewUser{UserName: name, Password: testPassword, Roles: []string{a.role}, Groups: []string{a.group}})
			must(t, err)
		}
	}
	must(t, k.Close())
	base, stop := serve(t, settings)
	defer stop()
	coordinator := signIn(t, base, "coordinator1")
	var lists [2]reply
	for i := range lists {
		must(t, seed.Cohorts(t.Context(), base, passwords, newLog(io.Discard)))
		lists[i] = coordinator.call(t, http.MethodGet, "/api/sgc/cohorts?sort=name", nil, nil)
	}
	var list struct {
		Summary struct{ Cohorts, Validated, Complete, Incomplete int }
	}
	must(t, json.Unmarshal(lists[0].body, &list))
	if sum := list.Summary; sum.Cohorts != 8 || sum.Validated != 4 || sum.Complete != 1 || sum.Incomplete != 3 {
		t.Errorf("the demo's cohorts: %+v", sum)
	}
	if !bytes.Equal(lists[0].body, lists[1].body) {
		t.Errorf("loading them again changed them:\n%s\n%s", lists[0].body, lists[1].body)
	}
	totals := coordinator.call(t, http.MethodGet, "/api/sgc/phenotype-case-counts-by-sex.csv", nil, nil)
	if !strings.Contains(string(totals.body), "PSOR") || totals.status != http.StatusOK {
		t.Errorf("totals: %d %s", totals.status, totals.body)
	}
}

func addSGCPeople(t *testing.T, s config.Settings) {
	t.Helper()
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	must(t, err)
	for name, role := range map[string]string{"contact": "sgc-uploader", "coordinator": "sgc-reviewer", "chief": "admin"} {
		_, err := k.auth.CreateUser(t.Context(), auth.NewUser{UserName: name, Password: testPassword, Roles: []string{role}, Groups: []string{"sgc"}})
		must(t, err)
	}
	must(t, k.Close())
}

// serve runs a server until stop is called.
func serve(t *testing.T, settings config.Settings) (base string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	s := server{settings: settings, log: newLog(io.Discard), tuning: tuning{timing: quick()}, started: func(_ context.Context, _ *stack, base string) error {
		at <- base
		return nil
	}}
	go func() { ended <- s.run(ctx) }()
	stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	}
	select {
	case base = <-at:
	case err := <-ended:
		t.Fatalf("the server did not start: %v", err)
	}
	return base, stop
}

// handIn creates a validated cohort; 7 of its males are cases of psoriasis.
func handIn(t *testing.T, p *person) cohortAnswer {
	t.Helper()
	answers := map[string]string{}
	for _, key := range []string{"phenotype_coding_system", "phenotype_mapping_issues", "cohort_approval_requirements", "summary_stats_restrictions", "other_notes"} {
		answers[key] = "none"
	}
	answers["summary_stats_publication_availability"], answers["summary_stats_consortium_availability"] = "yes", "yes"
	var c cohortAnswer
	p.want(t, http.StatusCreated, http.MethodPost, "/api/sgc/cohorts", map[string]any{
		"name": "North", "total_sample_size": 1000, "number_of_males": 400, "number_of_females": 600, "cohort_metadata": answers,
	}, &c)
	for kind, content := range map[string]string{
		"cases_controls_male":   "phenotype,cases,controls\nPSOR,7,300\nACNE_VULGARIS,50,350\n",
		"cases_controls_female": "phenotype;cases;controls\nPSOR;200;400\nACNE_VULGARIS;60;540\n",
		"cooccurrence_male":     "phenotype1\tphenotype2\tcount\nPSOR\tACNE_VULGARIS\t0\n",
		"cooccurrence_female":   "phenotype1,phenotype2,count\nACNE_VULGARIS,PSOR,30\n",
		"cohort_description":    "A cohort of the north.",
	} {
		c = p.at(t, http.MethodPut, "/api/sgc/cohorts/"+c.ID+"/files/"+kind+"?file_name=a.csv", c, []byte(content))
	}
	c = p.at(t, http.MethodPost, "/api/sgc/cohorts/"+c.ID+"/validate", c, nil)
	if !c.Validated {
		t.Errorf("%+v is not validated", c)
	}
	return c
}

// at changes a cohort at its version and returns it afterwards.
func (p *person) at(t *testing.T, method, path string, c cohortAnswer, body any) cohortAnswer {
	t.Helper()
	r := p.call(t, method, path, body, map[string]string{"If-Match": fmt.Sprintf(`"%d"`, c.Version)})
	var out struct {
		cohortAnswer
		Cohort *cohortAnswer
	}
	if r.status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, r.status, r.body)
	}
	must(t, json.Unmarshal(r.body, &out))
	if out.Cohort != nil {
		return *out.Cohort
	}
	return out.cohortAnswer
}

func makeArchive(t *testing.T, p *person) archiveAnswer {
	t.Helper()
	var a archiveAnswer
	p.want(t, http.StatusAccepted, http.MethodPost, "/api/sgc/archive", nil, &a)
	return awaitArchive(t, p)
}

// awaitArchive waits until the archive is complete.
func awaitArchive(t *testing.T, p *person) archiveAnswer {
	t.Helper()
	a := archiveAnswer{State: "building"}
	end, tick := time.After(takenOver), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for a.State == "building" {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("the archive is not made after %s", takenOver)
		}
		p.want(t, http.StatusOK, http.MethodGet, "/api/sgc/archive", nil, &a)
	}
	if a.State != "ready" {
		t.Fatalf("the archive is %+v", a)
	}
	return a
}

// dieInArchive submits a cohort and kills the server at each step of creating the consortium's
// archive.
func (s *site) dieInArchive(t *testing.T) {
	c := handIn(t, s.contact)
	last := makeArchive(t, s.coordinator)
	for _, point := range []string{"sgc-archive:begun", "sgc-archive:packing", "sgc-archive:stored", "sgc-archive:done"} {
		var asked archiveAnswer
		s.dieAt(t, point, func() {
			s.coordinator.want(t, http.StatusAccepted, http.MethodPost, "/api/sgc/archive", nil, &asked)
		})
		made := awaitArchive(t, s.coordinator)
		if made.Job.ID != asked.Job.ID || made.Cohorts != 1 || made.MadeAt == last.MadeAt {
			t.Errorf("%s: asked for %+v, made %+v, before it %+v", point, asked, made, last)
		}
		checkArchive(t, s.coordinator, made, c.ID, "\t7\t")
		last = made
	}
}

// expectCohorts adds the blobs of cohorts and of the archive.
func (k *stack) expectCohorts(t *testing.T, want map[string]bool) {
	t.Helper()
	a, err := k.store.SGC().Archive(t.Context())
	must(t, err)
	want["sgc/archives/"+a.BlobID] = true
	cohorts, _, err := k.store.SGC().Cohorts(t.Context(), sgc.CohortFilter{Sort: "name", Limit: 10})
	must(t, err)
	for _, c := range cohorts {
		files, err := k.store.SGC().Files(t.Context(), c.ID)
		must(t, err)
		for _, f := range files {
			want["sgc/cohorts/"+c.ID+"/"+f.BlobID] = true
		}
	}
}

// checkArchive downloads the archive and checks a cell in the table of males.
func checkArchive(t *testing.T, p *person, a archiveAnswer, cohortID, cell string) {
	t.Helper()
	r := p.call(t, http.MethodGet, "/api/sgc/archive/download", nil, nil)
	sum := sha256.Sum256(r.body)
	if r.status != http.StatusOK || hex.EncodeToString(sum[:]) != a.Sha256 {
		t.Fatalf("status %d, %d bytes that are not those of %+v", r.status, len(r.body), a)
	}
	z, err := zip.NewReader(bytes.NewReader(r.body), int64(len(r.body)))
	must(t, err)
	f, err := z.Open("cohorts/north-" + cohortID + "/cases_controls_male.tsv")
	must(t, err)
	defer f.Close()
	text, err := io.ReadAll(f)
	must(t, err)
	if !strings.Contains(string(text), cell) {
		t.Errorf("no cell %q in %s", cell, text)
	}
}

// checkOneArchiveIsLeft looks for unused blobs of archives and files.
func checkOneArchiveIsLeft(t *testing.T, settings config.Settings) {
	t.Helper()
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	found := map[string]int{}
	for _, prefix := range []string{"sgc/archives/", "sgc/cohorts/"} {
		must(t, k.blobs.List(t.Context(), prefix, func(blob.Object) error { found[prefix]++; return nil }))
	}
	if found["sgc/archives/"] != 1 || found["sgc/cohorts/"] != 5 {
		t.Errorf("blobs: %v", found)
	}
}
